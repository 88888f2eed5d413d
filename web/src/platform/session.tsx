import { may, mayIn } from '@kerb/domain/access/access-scope.ts';
import type { Actor } from '@kerb/domain/access/actor.ts';
import type { Permission } from '@kerb/domain/access/permissions.ts';
import type { Session } from '@kerb/domain/session/session.contract.ts';
import { sessionCalls } from '@kerb/domain/session/session-calls.ts';
import { ApiProblem } from '@kerb/web/platform/api-problem.ts';
import { callPlain } from '@kerb/web/platform/plain-call.ts';
import { forgetViewing, viewing } from '@kerb/web/platform/view-as.ts';
import { createContext, use } from 'react';

const SessionContext = createContext<Session | null>(null);
export const SessionProvider = SessionContext;

/** Drops the impersonation if the impersonated user no longer exists or may no longer be impersonated. */
export async function readSession(): Promise<Session> {
  try {
    return await callPlain(sessionCalls.read);
  } catch (error) {
    const gone = error instanceof ApiProblem && error.kind === 'refused' && [400, 403, 404].includes(error.status);
    if (!viewing() || !gone) throw error;
    forgetViewing();
    return await callPlain(sessionCalls.read);
  }
}

/** A payer who came by a Payment URL has no account here; the server says which records are their own. */
const noAccount = 0;

export function actorOf({
  userId = noAccount,
  displayName,
  role,
  memberships,
  onlyAgreementId,
  viewedBy,
}: Session): Actor {
  return {
    userId,
    displayName,
    role,
    memberships,
    ...(onlyAgreementId !== undefined && { onlyAgreementId }),
    ...(viewedBy && { viewedBy }),
  };
}

/** Null on the public pages of a sandbox, where no user is signed in. */
export const useSessionIfAny = (): Session | null => use(SessionContext);

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('This screen needs a signed-in user.');
  return session;
}

export const useActor = (): Actor => actorOf(useSession());

/** Returns a function that checks a permission, by the same matrix that the server enforces. */
export function useMay(): (permission: Permission, tenantId?: number) => boolean {
  const actor = useActor();
  return (permission, tenantId) =>
    tenantId === undefined ? may(actor, permission) : mayIn(actor, permission, tenantId);
}
