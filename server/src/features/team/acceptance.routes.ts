import type { Actor } from '@kerb/domain/access/actor.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { passkeyRefused, passkeysUnavailable } from '@kerb/domain/session/passkey-rules.ts';
import type { Mistake } from '@kerb/server/features/login-pages/fields.ts';
import { refusedBy } from '@kerb/server/features/login-pages/limit-words.ts';
import { answerPage, type Page, problemsAsPages, textIn } from '@kerb/server/features/login-pages/page.ts';
import { passkeyIn } from '@kerb/server/features/login-pages/passkey.routes.ts';
import { passkeyMadePage } from '@kerb/server/features/login-pages/second-factor-pages.ts';
import { answerSignIn, signInOrChallenge } from '@kerb/server/features/login-pages/sign-in-or-challenge.ts';
import { firstPasskeyMade, keepFirstPasskey, offeredPasskey } from '@kerb/server/features/session/first-passkey.ts';
import { judgePassword } from '@kerb/server/features/session/judge-password.ts';
import type { Asked } from '@kerb/server/features/session/passkey-challenges.ts';
import { newRecoveryCodes } from '@kerb/server/features/session/recovery-codes.ts';
import { organisationOfLogin, requiresOwnLogin } from '@kerb/server/features/session/required-login.ts';
import { startSession } from '@kerb/server/features/session/start-session.ts';
import { countUse, provedPasskey, requestOptionsFor } from '@kerb/server/features/session/use-passkey.ts';
import { acceptInvitation, type Invited, invitedUser } from '@kerb/server/features/team/accept-invitation.ts';
import {
  deadInvitationPage,
  joinAgainPage,
  joinByPasskeyPage,
  joinPage,
} from '@kerb/server/features/team/acceptance-pages.ts';
import { type InvitationRecord, invitationByToken } from '@kerb/server/features/team/invitations.repository.ts';
import { hashPassword, turnOfMailbox } from '@kerb/server/platform/auth/password.ts';
import { refuseForeignSite } from '@kerb/server/platform/auth/same-site.ts';
import { endBrowserSignIn, signInOf } from '@kerb/server/platform/auth/sign-ins.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';
import { countAttempt, networkOf, uncountAttempt } from '@kerb/server/platform/limits/throttle.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
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

const listOf = (tenantId: number): string => `/agencies/${tenantId}/applications`;

type Visit = { request: FastifyRequest; reply: FastifyReply; token: string };

/** An existing user accepts the invitation. If somebody else is signed in in this browser, signs them out first. */
async function joinAgain(deps: Deps, { request, reply, token }: Visit, opened: Opened) {
  const by = { actor: actorOf(opened), ipAddress: request.ip };
  const accepted = await inTransaction(deps, by, (work) =>
    acceptInvitation(work, { token, opening: { by: 'known password' } }),
  );
  if (!accepted) return answerPage(reply, deps, deadInvitationPage(deps));
  const signIn = await signInOf(deps.db, deps.config, request);
  if (signIn && signIn.userId !== accepted.userId) await endBrowserSignIn(deps.db, deps.config, request, reply);
  const back = encodeURIComponent(listOf(accepted.tenantId));
  return reply.redirect(`/login?back=${back}`, 303);
}

async function join(deps: Deps, { request, reply, token }: Visit, opened: Opened) {
  const password = textIn(request.body, 'password');
  const { tenantName: organisation, emailAddress } = opened.invitation;
  const verdict = await judgePassword(deps, password, { ...opened.invitation, organisation });
  if (!verdict.ok) {
    const mistakes = [{ field: 'password', words: verdict.because }];
    return answerPage(reply, deps, await pageOf(deps, token, opened, { mistakes, status: 400 }));
  }
  const passwordHash = await hashPassword(password, turnOfMailbox(emailAddress));
  const entry = await inTransaction(deps, { actor: actorOf(opened), ipAddress: request.ip }, async (work) => {
    const accepted = await acceptInvitation(work, { token, opening: { by: 'password', passwordHash } });
    if (!accepted) return null;
    const { userId, tenantId } = accepted;
    const back = listOf(tenantId);
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

/** Whom a passkey must answer that accepts the invitation of a link. */
const askedBy = (token: string): Asked => ({
  purpose: 'accept',
  boundTo: `link ${sha256(token).toString('base64url')}`,
});

const usesPasskeyOnly = (user: Invited | null): boolean => user?.hasPasskey === true && !user.hasPassword;

/** What the page asks for: a password or a first passkey, the passkey that the person has, or only to accept. */
async function pageOf(
  deps: Deps,
  token: string,
  { invitation, user }: Opened,
  refused: { mistakes?: readonly Mistake[]; status?: number } = {},
): Promise<Page> {
  const { tenantName, emailAddress, firstName, surname, tenantId } = invitation;
  const shown = { token, tenantName, emailAddress, ...refused };
  if (user?.hasPassword) return joinAgainPage(deps, shown);
  if (usesPasskeyOnly(user)) {
    const request = requestOptionsFor(deps, askedBy(token), []);
    if (!request) throw new Problem(409, 'passkeys-unavailable', passkeysUnavailable);
    return joinByPasskeyPage(deps, { ...shown, request });
  }
  const person = { id: user?.id, emailAddress, firstName, surname, hasPassword: false };
  const isOffered = !(await requiresOwnLogin(deps.db, tenantId));
  return joinPage(deps, { ...shown, options: isOffered ? await offeredPasskey(deps, token, person) : null });
}

/** A new member makes a passkey and is signed in. Shows the recovery codes once. */
async function joinWithFirstPasskey(deps: Deps, { request, reply, token }: Visit, opened: Opened) {
  const typed = { userHandle: textIn(request.body, 'userHandle'), passkey: textIn(request.body, 'passkey') };
  const first = await firstPasskeyMade(deps, token, typed);
  if (!first) {
    markRefusal(request, { kind: 'link-refused', means: 'passkey' });
    const refused = { mistakes: [{ words: passkeyRefused }], status: 400 };
    return answerPage(reply, deps, await pageOf(deps, token, opened, refused));
  }
  const recovery = await newRecoveryCodes(turnOfMailbox(opened.invitation.emailAddress));
  const joined = await inTransaction(deps, { actor: actorOf(opened), ipAddress: request.ip }, async (work) => {
    const accepted = await acceptInvitation(work, { token, opening: { by: 'first passkey' } });
    if (!accepted) return null;
    const { userId, tenantId } = accepted;
    const back = listOf(tenantId);
    const codes = await keepFirstPasskey(work, userId, first, recovery);
    await startSession(work, { request, reply }, { userId, means: 'passkey', back, secondFactor: true });
    return { codes, back };
  });
  return answerPage(reply, deps, joined ? passkeyMadePage(deps, joined) : deadInvitationPage(deps));
}

/** A person who has passkeys only accepts with one of them, and is signed in. Their passkeys stay theirs. */
async function joinWithOwnPasskey(deps: Deps, { request, reply, token }: Visit, opened: Opened) {
  const used = passkeyIn(request.body);
  const proved = used && (await provedPasskey(deps, askedBy(token), used));
  const next =
    proved && proved.userId === opened.user?.id
      ? await inTransaction(deps, { actor: actorOf(opened), ipAddress: request.ip }, async (work) => {
          if (!(await countUse(work.tx, proved))) return null;
          const accepted = await acceptInvitation(work, { token, opening: { by: 'own passkey' } });
          if (!accepted) return null;
          const { userId, tenantId } = accepted;
          const session = { userId, means: 'passkey', back: listOf(tenantId), secondFactor: true } as const;
          return startSession(work, { request, reply }, session);
        })
      : null;
  if (next) return reply.redirect(next, 303);
  markRefusal(request, { kind: 'link-refused', means: 'passkey' });
  const refused = { mistakes: [{ words: passkeyRefused }], status: 401 };
  return answerPage(reply, deps, await pageOf(deps, token, opened, refused));
}

type Join = (deps: Deps, visit: Visit, opened: Opened) => Promise<FastifyReply>;

/** One of the forms of the page. A refusal is shown on the page that this person gets. */
const answered =
  (deps: Deps, join: Join, isMeant: (opened: Opened) => boolean) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    refuseForeignSite(request, deps.config);
    const token = textIn(request.body, 'token');
    const opened = await openInvitation(deps, token, request);
    if (!opened || !isMeant(opened)) return answerPage(reply, deps, deadInvitationPage(deps));
    try {
      return await join(deps, { request, reply, token }, opened);
    } catch (error) {
      return answerPage(reply, deps, await pageOf(deps, token, opened, await refusedBy(error, reply)));
    }
  };

/** The pages that an invitation's link opens. */
export function acceptanceRoutes(app: App, deps: Deps): void {
  const page = problemsAsPages(deps);

  app.get('/accept-invitation', page, async (request, reply) => {
    const token = textIn(request.query, 'token');
    const opened = await openInvitation(deps, token, request);
    if (!opened) return answerPage(reply, deps, deadInvitationPage(deps));
    return answerPage(reply, deps, await pageOf(deps, token, opened));
  });

  app.post('/accept-invitation', page, async (request, reply) => {
    refuseForeignSite(request, deps.config);
    const token = textIn(request.body, 'token');
    const opened = await openInvitation(deps, token, request);
    if (!opened) return answerPage(reply, deps, deadInvitationPage(deps));
    const visit = { request, reply, token };
    if (usesPasskeyOnly(opened.user))
      return answerPage(reply, deps, await pageOf(deps, token, opened, { status: 409 }));
    return opened.user?.hasPassword ? joinAgain(deps, visit, opened) : join(deps, visit, opened);
  });

  const isNew = ({ user }: Opened) => !user?.hasPassword && !user?.hasPasskey;
  app.post('/accept-invitation/passkey', page, answered(deps, joinWithFirstPasskey, isNew));
  app.post(
    '/accept-invitation/proof',
    page,
    answered(deps, joinWithOwnPasskey, ({ user }) => usesPasskeyOnly(user)),
  );
}
