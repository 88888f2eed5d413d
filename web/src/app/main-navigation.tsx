import type { Session } from '@kerb/domain/session/session.contract.ts';
import { asideNavigation, mainNavigation, type NavigationEntry } from '@kerb/domain/shell/navigation.ts';
import classes from '@kerb/web/app/main-navigation.module.css';
import { useDialogs } from '@kerb/web/platform/dialogs.ts';
import { Link, useParams } from '@tanstack/react-router';

type EntryProps = { entry: NavigationEntry; className?: string | undefined; onChosen?: (() => void) | undefined };

export function NavigationItem({ entry, className, onChosen }: EntryProps) {
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
  const exact = entry.to === '/' || entry.to === '/agencies';
  const isWithin = entry.to === '/agencies' && tenantId !== undefined;
  return (
    <Link
      to={entry.to}
      className={className}
      activeOptions={{ exact, includeSearch: false }}
      aria-current={isWithin ? 'page' : undefined}
      activeProps={{ 'aria-current': 'page' }}
      onClick={onChosen}
    >
      {entry.label}
    </Link>
  );
}

export function MainNavigation({ session }: { session: Session }) {
  const items = (entries: NavigationEntry[]) =>
    entries.map((entry) => (
      <li key={entry.label}>
        <NavigationItem entry={entry} className={classes.item} />
      </li>
    ));
  return (
    <nav aria-label="Main" className={classes.navigation}>
      <ul>{items(mainNavigation(session.role))}</ul>
      <ul className={classes.aside}>{items(asideNavigation(session.role))}</ul>
    </nav>
  );
}
