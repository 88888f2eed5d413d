import { expiredSentence } from '@kerb/domain/wire/problem.ts';
import classes from '@kerb/web/app/strip.module.css';
import { optionalComponent } from '@kerb/web/design/lazy.tsx';
import { goToLogin } from '@kerb/web/platform/login.ts';
import { useSessionIfAny } from '@kerb/web/platform/session.tsx';
import { useStore } from '@kerb/web/platform/store.ts';
import { sessionExpired } from '@kerb/web/platform/tokens.ts';
import { Button } from '@mantine/core';
import { Suspense } from 'react';

const ResumeSession = optionalComponent(
  async () => (await import('@kerb/web/features/session/resume-session.tsx')).ResumeSession,
);

/**
 * Not a modal: the user can still read and copy what they typed on the screen below, or log in again in another tab and
 * go on here. A payer whose link has ended has no button, because it would only lead to the login page.
 */
export function SessionExpired() {
  const words = useStore(sessionExpired);
  const session = useSessionIfAny();
  if (!words) return null;
  const canLogIn = words === expiredSentence;
  return (
    <div className={classes.strip} data-tone="danger" role="alert">
      <span>{words}</span>
      <Suspense>{session && <ResumeSession session={session} canLogIn={canLogIn} />}</Suspense>
      {canLogIn && (
        <Button size="compact-sm" variant="white" color="dark" onClick={() => goToLogin()}>
          Refresh
        </Button>
      )}
    </div>
  );
}
