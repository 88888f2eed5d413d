import type { Actor } from '@kerb/domain/access/actor.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { answerPage, problemsAsPages, textIn } from '@kerb/server/features/login-pages/page.ts';
import { answerSignIn, signInOrChallenge } from '@kerb/server/features/login-pages/sign-in-or-challenge.ts';
import { judgePassword } from '@kerb/server/features/session/judge-password.ts';
import { organisationOfLogin } from '@kerb/server/features/session/required-login.ts';
import { acceptInvitation, type Invited, invitedUser } from '@kerb/server/features/team/accept-invitation.ts';
import { deadInvitationPage, joinAgainPage, joinPage } from '@kerb/server/features/team/acceptance-pages.ts';
import { type InvitationRecord, invitationByToken } from '@kerb/server/features/team/invitations.repository.ts';
import { hashPassword, turnOfMailbox } from '@kerb/server/platform/auth/password.ts';
import { refuseForeignSite } from '@kerb/server/platform/auth/same-site.ts';
import { endBrowserSignIn, signInOf } from '@kerb/server/platform/auth/sign-ins.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';
import { countAttempt, networkOf, uncountAttempt } from '@kerb/server/platform/limits/throttle.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import { markRefusal } from '@kerb/server/platform/security/refusals.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Opened = { invitation: InvitationRecord; user: Invited | null };

/**
 * The invitation of a link that still works. Attempts with wrong links count towards a rate limit; a valid link does
 * not.
 */
async function openInvitation({ db }: Deps, token: string, request: FastifyRequest): Promise<Opened | null> {
  const network = networkOf(request.ip);
  await countAttempt(db, 'linkPerAddress', network);
  const invitation = await invitationByToken(db, sha256(token));
  if (!invitation) {
    markRefusal(request, { kind: 'link-refused', means: 'invitation' });
    return null;
  }
  await uncountAttempt(db, 'linkPerAddress', network);
  const user = await invitedUser(db, invitation.emailAddress);
  return user?.isDisabled ? null : { invitation, user };
}

/** The actor for the log; null for a person without an account. */
const actorOf = ({ invitation, user }: Opened): Actor | null =>
  user && {
    userId: user.id,
    displayName: displayName(invitation),
    role: user.role,
    memberships: [],
  };

type Visit = { request: FastifyRequest; reply: FastifyReply; token: string };

/** An existing user accepts the invitation. If somebody else is signed in in this browser, signs them out first. */
async function joinAgain(deps: Deps, { request, reply, token }: Visit, opened: Opened) {
  const by = { actor: actorOf(opened), ipAddress: request.ip };
  const accepted = await inTransaction(deps, by, (work) => acceptInvitation(work, { token, passwordHash: null }));
  if (!accepted) return answerPage(reply, deps, deadInvitationPage(deps));
  const signIn = await signInOf(deps.db, deps.config, request);
  if (signIn && signIn.userId !== accepted.userId) await endBrowserSignIn(deps.db, deps.config, request, reply);
  const back = encodeURIComponent(`/agencies/${accepted.tenantId}/applications`);
  return reply.redirect(`/login?back=${back}`, 303);
}

async function join(deps: Deps, { request, reply, token }: Visit, opened: Opened) {
  const password = textIn(request.body, 'password');
  const { tenantName, emailAddress } = opened.invitation;
  const verdict = await judgePassword(deps, password, { ...opened.invitation, organisation: tenantName });
  if (!verdict.ok) {
    const mistakes = [{ field: 'password', words: verdict.because }];
    return answerPage(reply, deps, joinPage(deps, { token, tenantName, emailAddress, mistakes, status: 400 }));
  }
  const passwordHash = await hashPassword(password, turnOfMailbox(emailAddress));
  const entry = await inTransaction(deps, { actor: actorOf(opened), ipAddress: request.ip }, async (work) => {
    const accepted = await acceptInvitation(work, { token, passwordHash });
    if (!accepted) return null;
    const { userId, tenantId } = accepted;
    const back = `/agencies/${tenantId}/applications`;
    const isElsewhere = (await organisationOfLogin(work.tx, userId)) !== null;
    if (isElsewhere) return { next: `/login/organisation?back=${encodeURIComponent(back)}` };
    return signInOrChallenge(
      work,
      { request, reply },
      { person: { id: userId, emailAddress }, means: 'new password', back },
    );
  });
  return entry ? answerSignIn(reply, deps, entry) : answerPage(reply, deps, deadInvitationPage(deps));
}

/** The pages that an invitation's link opens. */
export function acceptanceRoutes(app: App, deps: Deps): void {
  const page = problemsAsPages(deps);

  app.get('/accept-invitation', page, async (request, reply) => {
    const token = textIn(request.query, 'token');
    const opened = await openInvitation(deps, token, request);
    if (!opened) return answerPage(reply, deps, deadInvitationPage(deps));
    const { tenantName, emailAddress } = opened.invitation;
    const draw = opened.user?.hasPassword ? joinAgainPage : joinPage;
    return answerPage(reply, deps, draw(deps, { token, tenantName, emailAddress }));
  });

  app.post('/accept-invitation', page, async (request, reply) => {
    refuseForeignSite(request, deps.config);
    const token = textIn(request.body, 'token');
    const opened = await openInvitation(deps, token, request);
    if (!opened) return answerPage(reply, deps, deadInvitationPage(deps));
    const visit = { request, reply, token };
    return opened.user?.hasPassword ? joinAgain(deps, visit, opened) : join(deps, visit, opened);
  });
}
