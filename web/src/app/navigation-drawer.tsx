import type { Session } from '@kerb/domain/session/session.contract.ts';
import { asideNavigation, mainNavigation } from '@kerb/domain/shell/navigation.ts';
import { NavigationItem } from '@kerb/web/app/main-navigation.tsx';
import classes from '@kerb/web/app/navigation-drawer.module.css';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Drawer } from '@mantine/core';

type DrawerProps = { session: Session; opened: boolean; onClose: () => void };

export function NavigationDrawer({ session, opened, onClose }: DrawerProps) {
  const groups = [mainNavigation(session.role), asideNavigation(session.role)].filter((group) => group.length > 0);
  return (
    <Drawer opened={opened} onClose={onClose} title={countryRules().brand} size="17rem">
      <nav aria-label="Main">
        {groups.map((entries) => (
          <ul key={entries[0]?.label} className={classes.group}>
            {entries.map((entry) => (
              <li key={entry.label}>
                <NavigationItem entry={entry} className={classes.item} onChosen={onClose} />
              </li>
            ))}
          </ul>
        ))}
      </nav>
    </Drawer>
  );
}
