import { expiredSentence } from '@kerb/domain/wire/problem.ts';
import classes from '@kerb/web/app/strip.module.css';
import { goToLogin } from '@kerb/web/platform/login.ts';
import { useStore } from '@kerb/web/platform/store.ts';
import { sessionExpired } from '@kerb/web/platform/tokens.ts';
import { Button } from '@mantine/core';

/**
 * Not a modal: the user can still read and copy what they typed on the screen below. A payer whose link has ended has
 * no Refresh, because it would only lead to the login page.
 */
export function SessionExpired() {
  const words = useStore(sessionExpired);
  if (!words) return null;
  return (
    <div className={classes.strip} data-tone="danger" role="alert">
      <span>{words}</span>
      {words === expiredSentence && (
        <Button size="compact-sm" variant="white" color="dark" onClick={() => goToLogin()}>
          Refresh
        </Button>
      )}
    </div>
  );
}
