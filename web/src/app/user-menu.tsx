import type { Session } from '@kerb/domain/session/session.contract.ts';
import { mayViewAs } from '@kerb/domain/session/view-as.ts';
import type { NavigationEntry } from '@kerb/domain/shell/navigation.ts';
import classes from '@kerb/web/app/user-menu.module.css';
import { Avatar } from '@kerb/web/design/avatar.tsx';
import { ColourSchemeChoice } from '@kerb/web/design/colour-scheme.tsx';
import { DropMenu, DropMenuItem, menuItemClass, menuLabelClass, menuLineClass } from '@kerb/web/design/drop-down.tsx';
import { useDialogs } from '@kerb/web/platform/dialogs.ts';
import { forgetUser } from '@kerb/web/platform/saved-state.ts';
import { IconChevronDown, IconEye, IconLogout, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

type UserMenuProps = {
  session: Session;
  /** The navigation needs the room of the user's name. */
  isCrowded: boolean;
  /** Links for which the navigation has no room. */
  more: readonly NavigationEntry[];
};

export function UserMenu({ session, isCrowded, more }: UserMenuProps) {
  const dialogs = useDialogs();
  return (
    <DropMenu
      label="Your account"
      trigger={(props) => (
        <button type="button" className={classes.button} data-crowded={isCrowded || undefined} {...props}>
          <Avatar name={session.displayName} size={30} />
          <span className={classes.name}>{session.displayName}</span>
          <IconChevronDown size={16} aria-hidden="true" />
        </button>
      )}
    >
      <div className={menuLabelClass}>
        <div className={classes.fullName}>{session.displayName}</div>
        <div className={classes.email}>{session.emailAddress}</div>
      </div>
      <hr className={menuLineClass} />
      <Link to="/accounts/account-details" role="menuitem" tabIndex={-1} className={menuItemClass}>
        <IconUser {...icon} />
        Account Details
      </Link>
      {mayViewAs(session) && (
        <DropMenuItem icon={<IconEye {...icon} />} onClick={dialogs.openViewAs}>
          View as…
        </DropMenuItem>
      )}
      {more.length > 0 && <hr className={menuLineClass} />}
      {more.map(({ label, to, opens }) =>
        to === undefined ? (
          <DropMenuItem key={label} onClick={dialogs[opens]}>
            {label}
          </DropMenuItem>
        ) : (
          <Link key={label} to={to} role="menuitem" tabIndex={-1} className={menuItemClass}>
            {label}
          </Link>
        ),
      )}
      <hr className={menuLineClass} />
      <ColourSchemeChoice inMenu />
      <hr className={menuLineClass} />
      <form method="post" action="/logout" onSubmit={forgetUser}>
        <DropMenuItem type="submit" icon={<IconLogout {...icon} />}>
          Log Out
        </DropMenuItem>
      </form>
    </DropMenu>
  );
}
