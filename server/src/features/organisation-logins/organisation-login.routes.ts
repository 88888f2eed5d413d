import { claimValues, domainOfAddress, type ProvidedPerson } from '@kerb/domain/organisations/login-provider-rules.ts';
import { noEmail } from '@kerb/server/features/login-pages/fields.ts';
import { answerPage, problemsAsPages, textIn } from '@kerb/server/features/login-pages/page.ts';
import { admitPerson } from '@kerb/server/features/organisation-logins/admit-person.ts';
import { endByToken } from '@kerb/server/features/organisation-logins/end-by-token.ts';
import { beginAttempt, takeAttempt } from '@kerb/server/features/organisation-logins/login-attempts.ts';
import {
  askAddressPage,
  leavePage,
  refusedPage,
} from '@kerb/server/features/organisation-logins/organisation-login-pages.ts';
import { scimRoutes } from '@kerb/server/features/organisation-logins/scim.routes.ts';
import {
  clientOf,
  lockProvider,
  type ProviderRow,
  redirectUriOf,
  usableProvider,
} from '@kerb/server/features/organisations/login-provider.repository.ts';
import { backAddress } from '@kerb/server/features/session/back-address.ts';
import { type Exchange, startSession } from '@kerb/server/features/session/start-session.ts';
import { refuseForeignSite } from '@kerb/server/platform/auth/same-site.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';
import { countAttempt, networkOf } from '@kerb/server/platform/limits/throttle.ts';
import { type OpenIdAnswer, OpenIdFailure } from '@kerb/server/platform/ports/openid-gateway.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import { markRefusal } from '@kerb/server/platform/security/refusals.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';

const noOrganisation = 'No organisation has its own login for this email address.';
const lostAttempt = 'This login was not begun in this browser, or it took too long. Please try again.';
const endedProvider = 'This login of your organisation is not in use.';

/** The provider of the organisation that has proven the domain of an address. */
async function providerFor({ db }: Deps, email: string): Promise<ProviderRow | null> {
  const { rows } = await sql<{ id: number }>`
    select p.id from login_domains d join login_providers p on p.tenant_id = d.tenant_id
    where d.domain = ${domainOfAddress(email) ?? ''} and d.proven_date is not null and p.ended_date is null
      and p.confirmed_date is not null`.execute(db);
  return rows[0] ? usableProvider(db, rows[0].id) : null;
}

async function leaveFor(deps: Deps, exchange: Exchange, asked: { email: string; back: string; isFresh: boolean }) {
  const provider = await providerFor(deps, asked.email);
  if (!provider) return null;
  const { back, isFresh, email } = asked;
  const redirectUri = redirectUriOf(deps.config, provider.id);
  const login = await beginAttempt(deps, exchange, { providerId: provider.id, redirectUri, back, isFresh });
  return deps.openid.loginAddress(clientOf(deps.secrets, provider), login, email);
}

const textOf = (value: unknown, longest = 100): string =>
  typeof value === 'string' ? value.trim().slice(0, longest) : '';

export function personOf({ subject, claims }: OpenIdAnswer, { roleClaim }: ProviderRow): ProvidedPerson {
  const name = textOf(claims.name, 200).split(' ');
  return {
    subject,
    emailAddress: textOf(claims.email, 254) || null,
    isEmailVerified: claims.email_verified === true,
    firstName: textOf(claims.given_name) || (name[0] ?? ''),
    surname: textOf(claims.family_name) || name.slice(1).join(' '),
    roleValues: roleClaim === null ? [] : claimValues(claims[roleClaim]),
  };
}

/** The person who comes back from their provider. Everything is checked again under the lock of the provider. */
async function logIn(deps: Deps, exchange: Exchange, providerId: number): Promise<string> {
  const { request } = exchange;
  const provider = await usableProvider(deps.db, providerId);
  if (!provider) throw new Problem(403, 'provider-ended', endedProvider);
  const attempt = await takeAttempt(deps, request, { providerId, state: textIn(request.query, 'state') });
  if (!attempt) throw new Problem(403, 'lost-attempt', lostAttempt);
  const address = new URL(request.url, deps.config.publicUrl);
  const answer = await deps.openid.redeem(clientOf(deps.secrets, provider), attempt.login, address);
  const person = personOf(answer, provider);
  return inTransaction(deps, { actor: null, ipAddress: request.ip }, async (work) => {
    const locked = await lockProvider(work.tx, provider.tenantId);
    const isSame = locked.id === provider.id && locked.changedDate === provider.changedDate;
    if (!isSame || locked.confirmedDate === null) throw new Problem(403, 'provider-ended', endedProvider);
    const userId = await admitPerson(work, locked, person);
    return startSession(work, exchange, {
      userId,
      means: 'organisation',
      back: attempt.back,
      provider: {
        id: provider.id,
        subject: answer.subject,
        sessionId: answer.sessionId,
        isFresh: attempt.login.isFresh,
      },
    });
  });
}

type Failed = { words: string; status: number };

function failureOf(error: unknown): Failed {
  if (error instanceof OpenIdFailure) return { words: error.message, status: 502 };
  if (error instanceof Problem && (error.status === 403 || error.status === 400)) {
    return { words: error.message, status: 403 };
  }
  throw error;
}

function beginRoutes(app: App, deps: Deps): void {
  const { config, db } = deps;
  const page = problemsAsPages(deps);

  app.get('/login/organisation', page, async (request, reply) => {
    const back = backAddress(textIn(request.query, 'back'), config);
    const email = textIn(request.query, 'email');
    const isAgain = textIn(request.query, 'again') !== '';
    return answerPage(reply, deps, askAddressPage(deps, { back, email, isAgain, mistakes: [] }));
  });

  app.post('/login/organisation', page, async (request, reply) => {
    refuseForeignSite(request, config);
    await countAttempt(db, 'organisationLoginPerAddress', networkOf(request.ip));
    const back = backAddress(textIn(request.body, 'back'), config);
    const email = textIn(request.body, 'email').trim();
    const isFresh = textIn(request.body, 'again') !== '';
    const view = { back, email, isAgain: isFresh, status: 400 };
    const again = (mistake: typeof noEmail) =>
      answerPage(reply, deps, askAddressPage(deps, { ...view, mistakes: [mistake] }));
    if (email === '') return again(noEmail);
    try {
      const address = await leaveFor(deps, { request, reply }, { email, back, isFresh });
      if (address === null) return again({ field: 'email', words: noOrganisation });
      reply.header('refresh', `0;url=${address}`);
      return answerPage(reply, deps, leavePage(deps, { host: new URL(address).host, address }));
    } catch (error) {
      const { words, status } = failureOf(error);
      return answerPage(reply, deps, refusedPage(deps, words, status));
    }
  });
}

async function comeBack(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  await countAttempt(deps.db, 'organisationLoginPerAddress', networkOf(request.ip));
  const { id } = request.params as { id: string };
  markRefusal(request, { kind: 'sign-in-refused', means: 'organisation' });
  try {
    const next = await logIn(deps, { request, reply }, /^\d{1,15}$/.test(id) ? Number(id) : 0);
    markRefusal(request, null);
    return reply.redirect(next, 303);
  } catch (error) {
    const { words, status } = failureOf(error);
    return answerPage(reply, deps, refusedPage(deps, words, status));
  }
}

/** OpenID Connect Back-Channel Logout 1.0: the provider ends the sign-ins of a person or of one of their sessions. */
async function logOut(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  const { id } = request.params as { id: string };
  const provider = await usableProvider(deps.db, /^\d{1,15}$/.test(id) ? Number(id) : 0);
  const token = textIn(request.body, 'logout_token');
  const refuse = () => reply.code(400).send({ error: 'invalid_request' });
  await countAttempt(deps.db, 'organisationLoginPerAddress', networkOf(request.ip));
  if (!provider || token === '') return refuse();
  try {
    const read = await deps.openid.readLogoutToken(clientOf(deps.secrets, provider), token);
    const isDone = await inTransaction(deps, { actor: null, ipAddress: request.ip }, (work) =>
      endByToken(work, provider, read),
    );
    return isDone ? reply.code(200).send() : refuse();
  } catch (error) {
    if (!(error instanceof OpenIdFailure)) throw error;
    markRefusal(request, { kind: 'sign-in-refused', means: 'organisation' });
    return refuse();
  }
}

export function organisationLoginRoutes(app: App, deps: Deps): void {
  beginRoutes(app, deps);
  scimRoutes(app, deps);
  app.get('/login/organisation/:id/callback', problemsAsPages(deps), (request, reply) =>
    comeBack(deps, request, reply),
  );
  app.post('/login/organisation/:id/logout', (request, reply) => logOut(deps, request, reply));
}
