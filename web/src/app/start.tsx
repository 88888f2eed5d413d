import type { Session } from '@kerb/domain/session/session.contract.ts';
import { isTicket } from '@kerb/domain/session/session-calls.ts';
import { showFundamentalError } from '@kerb/web/app/fundamental-error.ts';
import { Providers } from '@kerb/web/app/providers.tsx';
import { createAppRouter } from '@kerb/web/app/router.tsx';
import { SessionExpired } from '@kerb/web/app/session-expired.tsx';
import { answerByEscape } from '@kerb/web/design/confirm.ts';
import { watchActivity } from '@kerb/web/platform/activity.ts';
import { ApiProblem } from '@kerb/web/platform/api-problem.ts';
import { followSandboxClock } from '@kerb/web/platform/clock.ts';
import { createQueryClient } from '@kerb/web/platform/query-client.ts';
import { keepStateOf } from '@kerb/web/platform/saved-state.ts';
import { readSession } from '@kerb/web/platform/session.tsx';
import { countryRules, loadSettings } from '@kerb/web/platform/settings.ts';
import { ensureTemporal } from '@kerb/web/platform/temporal.ts';
import { exchangeTickets, expireSession, type Tickets } from '@kerb/web/platform/tokens.ts';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** The values that the page's first script found in the address. */
export type SignIn = { tickets: Tickets | null; needsLogin: boolean };

async function signIn({ tickets }: SignIn): Promise<Session | null> {
  if (!tickets) return null;
  // Tickets that cannot be ours count as expired.
  if (!isTicket(tickets.accessToken) || !isTicket(tickets.refreshToken)) throw expireSession();
  try {
    await exchangeTickets(tickets);
  } catch (error) {
    const rejected = error instanceof ApiProblem && error.status >= 400 && error.status < 500;
    throw rejected ? expireSession(error) : error;
  }
  return await readSession();
}

/** A sandbox whose clock cannot be read uses the real time. */
const realTimeInstead = (error: unknown): void => console.error(error);

/** Everything up to the first screen. Returns what to render; null leaves the page's own error. */
export async function start(found: SignIn): Promise<ReactNode> {
  const queryClient = createQueryClient();
  try {
    answerByEscape();
    watchActivity();
    const { sandbox } = loadSettings();
    document.documentElement.lang = countryRules().locale;
    const clock = sandbox ? followSandboxClock().catch(realTimeInstead) : null;
    const [session] = await Promise.all([signIn(found), ensureTemporal(), clock]);
    keepStateOf(session?.userId ?? `payer ${session?.signatoryId}`);
    const router = createAppRouter({ session, queryClient });
    return (
      <Providers session={session} queryClient={queryClient}>
        <RouterProvider router={router} />
      </Providers>
    );
  } catch (error) {
    if (!(error instanceof ApiProblem && error.kind === 'expired')) {
      console.error(error);
      showFundamentalError();
      return null;
    }
    return (
      <Providers session={null} queryClient={queryClient}>
        <SessionExpired />
      </Providers>
    );
  }
}
