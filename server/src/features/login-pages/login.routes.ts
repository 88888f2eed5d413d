import { deadPaymentLinkPage } from '@kerb/server/features/login-pages/dead-link-page.ts';
import { demoPeople, demoPerson } from '@kerb/server/features/login-pages/demo-people.ts';
import { type Mistake, noEmail } from '@kerb/server/features/login-pages/fields.ts';
import { isLimit, refusedBy } from '@kerb/server/features/login-pages/limit-words.ts';
import { type LoginView, loginPage } from '@kerb/server/features/login-pages/login-page.ts';
import { answerPage, problemsAsPages, textIn } from '@kerb/server/features/login-pages/page.ts';
import { askBrowser } from '@kerb/server/features/login-pages/passkey-browser.ts';
import { answerSignIn, signInOrChallenge } from '@kerb/server/features/login-pages/sign-in-or-challenge.ts';
import { backAddress, withTickets } from '@kerb/server/features/session/back-address.ts';
import { checkPassword, wantedAccount } from '@kerb/server/features/session/check-password.ts';
import { actorOf, type Person } from '@kerb/server/features/session/people.repository.ts';
import { type Exchange, startSession } from '@kerb/server/features/session/start-session.ts';
import { tellOfAttempts } from '@kerb/server/features/session/tell-of-attempts.ts';
import { requestOptionsFor } from '@kerb/server/features/session/use-passkey.ts';
import { endedLinkOf } from '@kerb/server/platform/auth/ended-links.ts';
import { knownDevice } from '@kerb/server/platform/auth/known-devices.ts';
import { refuseForeignSite } from '@kerb/server/platform/auth/same-site.ts';
import { signInOf } from '@kerb/server/platform/auth/sign-ins.ts';
import { issueTickets } from '@kerb/server/platform/auth/tokens.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { markRefusal } from '@kerb/server/platform/security/refusals.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

// One message for an unknown account, a disabled account and a wrong password.
const wrong = 'That email address and password do not match.';

function emptyFields(email: string, password: string): Mistake[] {
  return [
    ...(email === '' ? [noEmail] : []),
    ...(password === '' ? [{ field: 'password', words: 'Enter your password.' }] : []),
  ];
}

function saidBy(query: unknown): LoginView['said'] {
  if (textIn(query, 'loggedOut')) return 'logged-out';
  return textIn(query, 'expired') ? 'expired' : null;
}

/** The person, if the password is theirs. Otherwise the refusal is recorded. */
async function personOf(deps: Deps, request: FastifyRequest, email: string, password: string): Promise<Person | null> {
  const { db, config } = deps;
  const wanted = await wantedAccount(db, email);
  markRefusal(request, { kind: 'sign-in-refused', means: 'password', account: wanted.name });
  const deviceId = await knownDevice(db, config, request, wanted.found?.id ?? null);
  try {
    const person = await checkPassword(db, { wanted, password, ipAddress: request.ip, deviceId });
    if (person) markRefusal(request, null);
    return person;
  } catch (error) {
    // A full queue is no refusal of this person.
    if (!isLimit(error)) markRefusal(request, null);
    else if (wanted.found?.isUsable) tellOfAttempts(deps, wanted.found);
    throw error;
  }
}

type Shown = Omit<LoginView, 'people' | 'passkey'>;

/** The login page, with a new challenge for passkeys. */
export async function showLogin(deps: Deps, { request, reply }: Exchange, view: Shown): Promise<FastifyReply> {
  const people = deps.config.sandbox ? await demoPeople(deps.db) : null;
  const passkey = requestOptionsFor(deps, askBrowser(deps.config, request, reply), []);
  return answerPage(reply, deps, loginPage(deps, { ...view, people, passkey }));
}

export function loginRoutes(app: App, deps: Deps): void {
  const { config, db } = deps;
  const page = problemsAsPages(deps);

  const show = (exchange: Exchange, view: Shown) => showLogin(deps, exchange, view);

  const byOf = (person: Person, request: FastifyRequest) => ({ actor: actorOf(person), ipAddress: request.ip });

  app.get('/login', page, async (request, reply) => {
    const back = backAddress(textIn(request.query, 'back'), config);
    const signIn = await signInOf(db, config, request);
    // A second tab: the browser is already signed in, so do not ask again.
    if (signIn) return reply.redirect(withTickets(back, await issueTickets(db, signIn.id)), 303);
    // A payer has no password: their page says why the link ended. Others can still choose to log in.
    const ended = textIn(request.query, 'password') ? null : await endedLinkOf(deps, request);
    if (ended) return answerPage(reply, deps, deadPaymentLinkPage(deps, ended));
    return show({ request, reply }, { back, said: saidBy(request.query) });
  });

  app.post('/login', page, async (request, reply) => {
    refuseForeignSite(request, config);
    const email = textIn(request.body, 'email').trim();
    const password = textIn(request.body, 'password');
    const back = backAddress(textIn(request.body, 'back'), config);
    const mistakes = emptyFields(email, password);
    if (mistakes.length > 0) return show({ request, reply }, { back, email, mistakes, status: 400 });
    try {
      const person = await personOf(deps, request, email, password);
      if (person) {
        const visitor = { person, means: 'password', back } as const;
        const entry = await inTransaction(deps, byOf(person, request), (work) =>
          signInOrChallenge(work, { request, reply }, visitor),
        );
        return answerSignIn(reply, deps, entry);
      }
    } catch (error) {
      return show({ request, reply }, { back, email, ...(await refusedBy(error, reply)) });
    }
    return show({ request, reply }, { back, email, mistakes: [{ words: wrong }], status: 401 });
  });

  if (config.sandbox) {
    app.post('/login/demo', page, async (request, reply) => {
      refuseForeignSite(request, config);
      const id = textIn(request.body, 'userId');
      const person = /^\d{1,15}$/.test(id) ? await demoPerson(db, Number(id)) : null;
      if (!person) throw notFound('demo person');
      const back = backAddress(textIn(request.body, 'back'), config);
      // One click signs a demo user in, without a second factor, even if one is set up.
      const session = { userId: person.id, means: 'demo', back } as const;
      const next = await inTransaction(deps, byOf(person, request), (work) =>
        startSession(work, { request, reply }, session),
      );
      return reply.redirect(next, 303);
    });
  }
}
