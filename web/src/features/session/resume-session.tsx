import { type Session, sessionEndpoints, type Tokens } from '@kerb/domain/session/session.contract.ts';
import { ApiProblem } from '@kerb/web/platform/api-problem.ts';
import { loginAddress } from '@kerb/web/platform/login.ts';
import { send } from '@kerb/web/platform/send.ts';
import { resumeWith } from '@kerb/web/platform/tokens.ts';
import { readAnswer, requestOf } from '@kerb/web/platform/transport.ts';
import { Button } from '@mantine/core';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** The person at the keyboard: an admin who views as somebody logs in as themselves. */
const ownerOf = ({ userId, signatoryId, viewedBy }: Session) =>
  signatoryId === undefined ? { userId: viewedBy?.userId ?? userId } : { signatoryId };

async function resume(session: Session, client: QueryClient): Promise<void> {
  const { address, init } = requestOf(sessionEndpoints.resume, { body: ownerOf(session) });
  try {
    resumeWith((await readAnswer(sessionEndpoints.resume, await send(address, init))) as Tokens);
  } catch (error) {
    // They have not logged in yet, or as somebody else: the page stays as it is.
    if (error instanceof ApiProblem) return;
    throw error;
  }
  await client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
}

/** A person who returns to this tab may have logged in again, or opened their link again, in another tab. */
export function ResumeSession({ session, canLogIn }: { session: Session; canLogIn: boolean }) {
  const client = useQueryClient();
  useEffect(() => {
    const look = () => void (document.visibilityState === 'visible' && resume(session, client));
    addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [session, client]);
  if (!canLogIn) return null;
  return (
    <>
      <span>Log in again in a new tab, then come back: what you typed here is kept.</span>
      <Button
        component="a"
        href={loginAddress('/')}
        target="_blank"
        rel="noopener"
        size="compact-sm"
        variant="white"
        color="dark"
      >
        Log In Again
      </Button>
    </>
  );
}
