import type { Session } from '@kerb/domain/session/session.contract.ts';
import { asideNavigation, type NavigationEntry, navigationRow } from '@kerb/domain/shell/navigation.ts';
import classes from '@kerb/web/app/main-navigation.module.css';
import { DropMenu, menuItemClass } from '@kerb/web/design/drop-down.tsx';
import { useDialogs } from '@kerb/web/platform/dialogs.ts';
import { needCounts } from '@kerb/web/platform/need-counts.ts';
import { useStore } from '@kerb/web/platform/store.ts';
import { VisuallyHidden } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link, useLocation, useParams } from '@tanstack/react-router';

type EntryProps = {
  entry: NavigationEntry;
  className?: string | undefined;
  inMenu?: boolean;
  onChosen?: (() => void) | undefined;
};

type Counts = NonNullable<NavigationEntry['counts']>;

/** How many wait, for sighted users a number, for others with its words. */
function Count({ of }: { of: readonly Counts[] }) {
  const all = useStore(needCounts);
  const chosen = all?.filter(({ name }) => of.some((one) => one === 'all' || one === name)) ?? [];
  const count = chosen.reduce((sum, need) => sum + need.count, 0);
  if (count === 0) return null;
  return (
    <>
      {' '}
      <span className={classes.count}>
        {`${count}${chosen.some(({ isMore }) => isMore) ? '+' : ''}`}
        <VisuallyHidden> waiting</VisuallyHidden>
      </span>
    </>
  );
}

export function NavigationItem({ entry, className, inMenu = false, onChosen }: EntryProps) {
  const dialogs = useDialogs();
  const { tenantId } = useParams({ strict: false });
  if (entry.to === undefined) {
    return (
      <button
        type="button"
        className={className}
        onClick={() => {
          onChosen?.();
          dialogs[entry.opens]();
        }}
      >
        {entry.label}
      </button>
    );
  }
  // An organisation's own pages count as part of the list of organisations; the dashboard does not.
  const exact = entry.to === '/' || entry.to === '/agencies' || entry.to === '/batch-payments';
  const isWithin = entry.to === '/agencies' && tenantId !== undefined;
  return (
    <Link
      to={entry.to}
      className={className}
      activeOptions={{ exact, includeSearch: false }}
      aria-current={isWithin ? 'page' : undefined}
      activeProps={{ 'aria-current': 'page' }}
      onClick={onChosen}
      {...(inMenu && { role: 'menuitem', tabIndex: -1 })}
    >
      {entry.label}
      {entry.counts && <Count of={[entry.counts]} />}
    </Link>
  );
}

/** The screens of a group, in a menu that says how many wait in all of them. */
function NavigationMenu({ label, entries }: { label: string; entries: readonly NavigationEntry[] }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const isWithin = entries.some(({ to }) => to && (path === to || path.startsWith(`${to}/`)));
  return (
    <DropMenu
      label={label}
      align="start"
      trigger={(props) => (
        <button type="button" className={classes.item} aria-current={isWithin ? 'page' : undefined} {...props}>
          {label}
          <Count of={entries.flatMap(({ counts }) => counts ?? [])} />
          <IconChevronDown size={14} aria-hidden="true" />
        </button>
      )}
    >
      {entries.map((entry) => (
        <NavigationItem key={entry.label} entry={entry} className={menuItemClass} inMenu />
      ))}
    </DropMenu>
  );
}

type MainNavigationProps = {
  session: Session;
  /** The links beside the daily screens are in the user's menu instead. */
  isShort: boolean;
};

export function MainNavigation({ session, isShort }: MainNavigationProps) {
  const items = (entries: NavigationEntry[]) =>
    entries.map((entry) => (
      <li key={entry.label}>
        <NavigationItem entry={entry} className={classes.item} />
      </li>
    ));
  return (
    <nav aria-label="Main" className={classes.navigation}>
      <ul>
        {navigationRow(session.role).map(({ label, entries }) =>
          entries.length === 1 ? (
            items(entries)
          ) : (
            <li key={label}>
              <NavigationMenu label={label} entries={entries} />
            </li>
          ),
        )}
      </ul>
      {!isShort && <ul className={classes.aside}>{items(asideNavigation(session.role))}</ul>}
    </nav>
  );
}
