import {
  confirmEmailPage,
  deadEmailLinkPage,
  emailConfirmedPage,
  takenEmailPage,
} from '@kerb/server/features/login-pages/confirm-email-pages.ts';
import { answerPage, problemsAsPages, textIn } from '@kerb/server/features/login-pages/page.ts';
import { type AddressChange, confirmAddress, waitingChange } from '@kerb/server/features/session/change-address.ts';
import { actorOf } from '@kerb/server/features/session/people.repository.ts';
import { refuseForeignSite } from '@kerb/server/platform/auth/same-site.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';
import { countAttempt, networkOf, uncountAttempt } from '@kerb/server/platform/limits/throttle.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import { markRefusal } from '@kerb/server/platform/security/refusals.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';
import type { FastifyRequest } from 'fastify';

/** The change of a link that still works. Attempts with wrong links count towards a rate limit. */
async function changeOf({ db }: Deps, token: string, request: FastifyRequest): Promise<AddressChange | null> {
  const network = networkOf(request.ip);
  await countAttempt(db, 'linkPerAddress', network);
  const change = await waitingChange(db, token);
  if (change) await uncountAttempt(db, 'linkPerAddress', network);
  else markRefusal(request, { kind: 'link-refused', means: 'email link' });
  return change;
}

const viewOf = ({ newEmailAddress, askedByUserId, person }: AddressChange) => ({
  newEmailAddress,
  keepsPassword: askedByUserId === null || askedByUserId === person.id,
});

export function confirmEmailRoutes(app: App, deps: Deps): void {
  const page = problemsAsPages(deps);

  app.get('/confirm-email', page, async (request, reply) => {
    const token = textIn(request.query, 'token');
    const change = await changeOf(deps, token, request);
    if (!change) return answerPage(reply, deps, deadEmailLinkPage(deps));
    return answerPage(reply, deps, confirmEmailPage(deps, { token, ...viewOf(change) }));
  });

  app.post('/confirm-email', page, async (request, reply) => {
    refuseForeignSite(request, deps.config);
    const token = textIn(request.body, 'token');
    const change = await changeOf(deps, token, request);
    if (!change) return answerPage(reply, deps, deadEmailLinkPage(deps));
    const by = { actor: actorOf(change.person), ipAddress: request.ip };
    try {
      const isDone = await inTransaction(deps, by, (work) => confirmAddress(work, token, change));
      return answerPage(reply, deps, isDone ? emailConfirmedPage(deps, viewOf(change)) : deadEmailLinkPage(deps));
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 400) throw error;
      return answerPage(reply, deps, takenEmailPage(deps));
    }
  });
}
