import { asideNavigation, mayOpen, navigationRow } from '@kerb/domain/shell/navigation.ts';
import { BrandLink } from '@kerb/web/app/brand-link.tsx';
import { ChatWidget } from '@kerb/web/app/chat-widget.tsx';
import { DialogHost } from '@kerb/web/app/dialog-host.tsx';
import { EnvironmentBadges } from '@kerb/web/app/environment-badges.tsx';
import { useFocusOnArrival } from '@kerb/web/app/focus-on-arrival.ts';
import { Footer } from '@kerb/web/app/footer.tsx';
import { MainNavigation } from '@kerb/web/app/main-navigation.tsx';
import { PhoneNavigation } from '@kerb/web/app/phone-navigation.tsx';
import { SessionExpired } from '@kerb/web/app/session-expired.tsx';
import classes from '@kerb/web/app/shell.module.css';
import { useShortcuts } from '@kerb/web/app/shortcuts.ts';
import { useUnsavedChangesGuard } from '@kerb/web/app/unsaved-changes-guard.ts';
import { UserMenu } from '@kerb/web/app/user-menu.tsx';
import { lazyComponent, optionalComponent } from '@kerb/web/design/lazy.tsx';
import { ProgressOverlay } from '@kerb/web/design/progress-overlay.tsx';
import { ToastHost } from '@kerb/web/design/toast-host.tsx';
import { loginAddress } from '@kerb/web/platform/login.ts';
import { useIsLaptop, useIsPhone } from '@kerb/web/platform/media.ts';
import { useSessionIfAny } from '@kerb/web/platform/session.tsx';
import { Anchor } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';

/** Not in the first load. Without it the server logs out an idle person without a question. */
const IdleWatch = optionalComponent(async () => (await import('@kerb/web/app/idle-watch.tsx')).IdleWatch);

/** Few people impersonate, so the first load does not have it. */
const ViewAsBanner = lazyComponent(async () => (await import('@kerb/web/app/view-as-banner.tsx')).ViewAsBanner);

const NeedsWatch = optionalComponent(async () => (await import('@kerb/web/app/needs-watch.tsx')).NeedsWatch);

/** With more links, the user's name and the links beside the daily screens need room. */
const mostInOneRow = 5;

function Header() {
  const session = useSessionIfAny();
  const isPhone = useIsPhone();
  const isLaptop = useIsLaptop();
  const isCrowded = session !== null && !isPhone && navigationRow(session.role).length > mostInOneRow;
  const isShort = isCrowded && isLaptop;
  return (
    <header className={classes.header}>
      {session && isPhone && <PhoneNavigation session={session} />}
      <BrandLink session={session} />
      {session && !isPhone ? (
        <MainNavigation session={session} isShort={isShort} />
      ) : (
        <span className={classes.filler} />
      )}
      <EnvironmentBadges />
      {session && mayOpen('/today', session) && <span id="bell" className={classes.bell} />}
      {session ? (
        <UserMenu session={session} isCrowded={isCrowded} more={isShort ? asideNavigation(session.role) : []} />
      ) : (
        <Anchor href={loginAddress('/')} fw={550} fz="sm">
          Log In
        </Anchor>
      )}
    </header>
  );
}

/** The frame of every screen. */
export function Shell() {
  useShortcuts();
  useUnsavedChangesGuard();
  const content = useFocusOnArrival();
  const session = useSessionIfAny();
  return (
    <div className={classes.shell}>
      <a className="kerb-skip-link" href="#content">
        Skip to content
      </a>
      <div className={`${classes.top} kerb-no-print`}>
        <SessionExpired />
        <Suspense>{session?.viewedBy && <ViewAsBanner />}</Suspense>
        <Header />
      </div>
      <main id="content" ref={content} tabIndex={-1} className={classes.content}>
        <Outlet />
      </main>
      <Footer />
      <DialogHost />
      <Suspense>{session && <IdleWatch session={session} />}</Suspense>
      <Suspense>{session && mayOpen('/today', session) && <NeedsWatch />}</Suspense>
      <ToastHost />
      <ProgressOverlay />
      <ChatWidget />
    </div>
  );
}
