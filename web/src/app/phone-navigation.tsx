import type { Session } from '@kerb/domain/session/session.contract.ts';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { Suspense, useState } from 'react';

const NavigationDrawer = lazyComponent(
  async () => (await import('@kerb/web/app/navigation-drawer.tsx')).NavigationDrawer,
);

/** The navigation on a phone: a drawer that loads when it is first opened. */
export function PhoneNavigation({ session }: { session: Session }) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <>
      <ActionIcon
        size="lg"
        variant="subtle"
        color="gray"
        aria-label="Menu"
        aria-expanded={isOpen}
        onClick={() => {
          setWasOpened(true);
          setOpen(!isOpen);
        }}
      >
        <IconMenu2 aria-hidden="true" />
      </ActionIcon>
      {wasOpened && (
        <Suspense>
          <NavigationDrawer session={session} opened={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
