import { passkeyRefused } from '@kerb/domain/session/passkey-rules.ts';
import { type Mistake, noEmail } from '@kerb/server/features/login-pages/fields.ts';
import { refusedBy } from '@kerb/server/features/login-pages/limit-words.ts';
import { answerPage, type Page, problemsAsPages, textIn } from '@kerb/server/features/login-pages/page.ts';
import {
  deadPasswordLinkPage,
  forgottenPage,
  linkSentPage,
  setPasswordPage,
} from '@kerb/server/features/login-pages/password-pages.ts';
import { passkeyMadePage } from '@kerb/server/features/login-pages/second-factor-pages.ts';
import { answerSignIn, signInOrChallenge } from '@kerb/server/features/login-pages/sign-in-or-challenge.ts';
import { firstPasskeyMade, keepFirstPasskey, offeredPasskey } from '@kerb/server/features/session/first-passkey.ts';
import { judgePassword } from '@kerb/server/features/session/judge-password.ts';
import { notifyPasswordChanged, usePasswordLink } from '@kerb/server/features/session/password-links.ts';
import { actorOf, type LinkOwner, ownerOfPasswordLink } from '@kerb/server/features/session/people.repository.ts';
import { newRecoveryCodes } from '@kerb/server/features/session/recovery-codes.ts';
import { requestReset } from '@kerb/server/features/session/request-reset.ts';
import { secondFactorOf } from '@kerb/server/features/session/second-factor.ts';
import { setPassword } from '@kerb/server/features/session/set-password.ts';
import { type Exchange, startSession } from '@kerb/server/features/session/start-session.ts';
import { hashPassword, turnOfPerson } from '@kerb/server/platform/auth/password.ts';
import { refuseForeignSite } from '@kerb/server/platform/auth/same-site.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';
import { clearAttempts, countAttempt, networkOf, uncountAttempt } from '@kerb/server/platform/limits/throttle.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import { accountOfUser, markRefusal } from '@kerb/server/platform/security/refusals.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';
import type { FastifyRequest } from 'fastify';

/** The owner of a link that still works. Attempts with wrong links count towards a rate limit; valid links do not. */
async function ownerOf({ db }: Deps, token: string, request: FastifyRequest): Promise<LinkOwner | null> {
  const network = networkOf(request.ip);
  await countAttempt(db, 'linkPerAddress', network);
  const owner = await ownerOfPasswordLink(db, sha256(token), realNow());
  if (owner) await uncountAttempt(db, 'linkPerAddress', network);
  else markRefusal(request, { kind: 'link-refused', means: 'password link' });
  return owner;
}

type NewPassword = { owner: LinkOwner; token: string; password: string };

/** Where the browser goes next; null if another request has used the link first. */
async function savePassword(deps: Deps, exchange: Exchange, { owner, token, password }: NewPassword) {
  const passwordHash = await hashPassword(password, turnOfPerson(owner.id));
  const by = { actor: actorOf(owner), ipAddress: exchange.request.ip };
  const entry = await inTransaction(deps, by, async (work) => {
    if (!(await usePasswordLink(work.tx, token))) return null;
    await setPassword(work, { userId: owner.id, passwordHash });
    const { isOn } = await secondFactorOf(work.tx, deps.config, owner.id);
    if (owner.hasPassword || isOn) await notifyPasswordChanged(work, owner);
    return signInOrChallenge(work, exchange, { person: owner, means: 'new password', back: '/' });
  });
  if (entry) await clearAttempts(deps.db, 'signInPerAccount', accountOfUser(owner.id));
  return entry;
}

/** The page on which the owner of a link chooses a password, or a passkey if they have neither. */
async function choosePage(
  deps: Deps,
  token: string,
  owner: LinkOwner,
  refused: { mistakes?: readonly Mistake[]; status?: number } = {},
): Promise<Page> {
  const options = await offeredPasskey(deps, token, owner);
  return setPasswordPage(deps, { token, emailAddress: owner.emailAddress, options, ...refused });
}

/** Signs the owner of a link in with a new passkey, and returns their recovery codes; null if it is refused. */
async function beginWithPasskey(
  deps: Deps,
  exchange: Exchange,
  owner: LinkOwner,
  token: string,
): Promise<string[] | null> {
  const { body, ip: ipAddress } = exchange.request;
  const typed = { userHandle: textIn(body, 'userHandle'), passkey: textIn(body, 'passkey') };
  const first = await firstPasskeyMade(deps, token, typed);
  if (!first) return null;
  const recovery = await newRecoveryCodes(owner.id);
  return inTransaction(deps, { actor: actorOf(owner), ipAddress }, async (work) => {
    if (!(await usePasswordLink(work.tx, token))) return null;
    const codes = await keepFirstPasskey(work, owner.id, first, recovery);
    await startSession(work, exchange, { userId: owner.id, means: 'passkey', back: '/', secondFactor: true });
    return codes;
  });
}

function firstPasskeyRoute(app: App, deps: Deps): void {
  app.post('/set-password/passkey', problemsAsPages(deps), async (request, reply) => {
    refuseForeignSite(request, deps.config);
    const token = textIn(request.body, 'token');
    const owner = await ownerOf(deps, token, request);
    if (!owner) return answerPage(reply, deps, deadPasswordLinkPage(deps));
    try {
      const codes = await beginWithPasskey(deps, { request, reply }, owner, token);
      if (codes) return answerPage(reply, deps, passkeyMadePage(deps, { codes, back: '/' }));
      markRefusal(request, { kind: 'link-refused', means: 'passkey' });
      const mistakes = [{ words: passkeyRefused }];
      return answerPage(reply, deps, await choosePage(deps, token, owner, { mistakes, status: 400 }));
    } catch (error) {
      return answerPage(reply, deps, await choosePage(deps, token, owner, await refusedBy(error, reply)));
    }
  });
}

export function passwordRoutes(app: App, deps: Deps): void {
  firstPasskeyRoute(app, deps);
  const page = problemsAsPages(deps);

  app.get('/forgotten-password', page, (_request, reply) => answerPage(reply, deps, forgottenPage(deps, {})));

  app.post('/forgotten-password', page, async (request, reply) => {
    refuseForeignSite(request, deps.config);
    const email = textIn(request.body, 'email').trim();
    if (email === '' || email.length > 254) {
      const mistakes = [noEmail];
      return answerPage(reply, deps, forgottenPage(deps, { email, mistakes, status: 400 }));
    }
    try {
      await requestReset(deps, { actor: null, ipAddress: request.ip }, email);
    } catch (error) {
      return answerPage(reply, deps, forgottenPage(deps, { email, ...(await refusedBy(error, reply)) }));
    }
    return answerPage(reply, deps, linkSentPage(deps));
  });

  app.get('/set-password', page, async (request, reply) => {
    const token = textIn(request.query, 'token');
    const owner = await ownerOf(deps, token, request);
    if (!owner) return answerPage(reply, deps, deadPasswordLinkPage(deps));
    return answerPage(reply, deps, await choosePage(deps, token, owner));
  });

  app.post('/set-password', page, async (request, reply) => {
    refuseForeignSite(request, deps.config);
    const token = textIn(request.body, 'token');
    const password = textIn(request.body, 'password');
    const owner = await ownerOf(deps, token, request);
    if (!owner) return answerPage(reply, deps, deadPasswordLinkPage(deps));
    const verdict = await judgePassword(deps, password, owner);
    if (!verdict.ok) {
      const mistakes = [{ field: 'password', words: verdict.because }];
      return answerPage(reply, deps, await choosePage(deps, token, owner, { mistakes, status: 400 }));
    }
    try {
      const entry = await savePassword(deps, { request, reply }, { owner, token, password });
      return entry ? answerSignIn(reply, deps, entry) : answerPage(reply, deps, deadPasswordLinkPage(deps));
    } catch (error) {
      return answerPage(reply, deps, await choosePage(deps, token, owner, await refusedBy(error, reply)));
    }
  });
}
