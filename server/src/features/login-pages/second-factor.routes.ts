import { passkeyRefused } from '@kerb/domain/session/passkey-rules.ts';
import { wrongSecondFactor } from '@kerb/domain/session/second-factor-rules.ts';
import type { Mistake } from '@kerb/server/features/login-pages/fields.ts';
import { refusedBy } from '@kerb/server/features/login-pages/limit-words.ts';
import { answerPage, problemsAsPages, textIn } from '@kerb/server/features/login-pages/page.ts';
import { passkeyIn } from '@kerb/server/features/login-pages/passkey.routes.ts';
import {
  codePage,
  lateStepPage,
  recoveryCodesPage,
  setUpPage,
} from '@kerb/server/features/login-pages/second-factor-pages.ts';
import { askedInStep, factorsOf } from '@kerb/server/features/login-pages/sign-in-or-challenge.ts';
import { actorOf } from '@kerb/server/features/session/people.repository.ts';
import { codesOfLogin, withSecondFactor } from '@kerb/server/features/session/prove-second-factor.ts';
import { newRecoveryCodes } from '@kerb/server/features/session/recovery-codes.ts';
import { begunSecondFactor, confirmSecondFactor } from '@kerb/server/features/session/second-factor.ts';
import { endStep, findStep, type Step } from '@kerb/server/features/session/sign-in-steps.ts';
import { type Exchange, startSession } from '@kerb/server/features/session/start-session.ts';
import { countUse, provedPasskey } from '@kerb/server/features/session/use-passkey.ts';
import { knownDevice } from '@kerb/server/platform/auth/known-devices.ts';
import { refuseForeignSite } from '@kerb/server/platform/auth/same-site.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';
import { type Attempts, clearAll, countAll } from '@kerb/server/platform/limits/throttle.ts';
import { accountOfUser, markRefusal, rememberAccount } from '@kerb/server/platform/security/refusals.ts';
import { inTransaction, type Work } from '@kerb/server/platform/work.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

const wrongCode = { field: 'code', words: wrongSecondFactor };
const noCode = { field: 'code', words: 'Enter your code.' };

type Typed = Exchange & { token: string; step: Step; code: string; attempts: Attempts };

/** Completes a sign-in; null if another request has completed it first. */
async function finish(work: Work, { token, step, request, reply }: Typed): Promise<string | null> {
  if (!(await endStep(work.tx, token))) return null;
  const { userId, means, back } = step;
  return startSession(work, { request, reply }, { userId, means, back, secondFactor: true });
}

/** Before the page is sent, because the event is written with the response. */
const noteRefused = ({ request }: Typed, means: 'authenticator app' | 'passkey'): void =>
  markRefusal(request, { kind: 'second-factor-refused', means });

/** The same page with a message, and with a new challenge for passkeys. */
const askAgain =
  (deps: Deps, { reply, token, step }: Typed) =>
  async (mistake: Mistake, status: number): Promise<FastifyReply> => {
    const factors = await factorsOf(deps.db, deps, token, step.userId);
    return answerPage(reply, deps, codePage(deps, { step: token, factors, mistakes: [mistake], status }));
  };

const byOf = ({ step, request }: Typed) => ({ actor: actorOf(step.person), ipAddress: request.ip });

async function logInWithCode(deps: Deps, typed: Typed): Promise<FastifyReply> {
  const { reply, step, code, attempts } = typed;
  const ask = askAgain(deps, typed);
  if (code === '') return ask(noCode, 400);
  try {
    const who = { userId: step.userId, code, attempts };
    const done = await withSecondFactor(deps, byOf(typed), who, async (work) => ({ next: await finish(work, typed) }));
    if (!done) {
      noteRefused(typed, 'authenticator app');
      return ask(wrongCode, 401);
    }
    return done.next ? reply.redirect(done.next, 303) : answerPage(reply, deps, lateStepPage(deps));
  } catch (error) {
    const { mistakes, status } = await refusedBy(error, reply);
    return ask(mistakes[0], status);
  }
}

async function logInWithPasskey(deps: Deps, typed: Typed): Promise<FastifyReply> {
  const { request, reply, token, step, attempts } = typed;
  const ask = askAgain(deps, typed);
  try {
    await countAll(deps.db, attempts);
    const used = passkeyIn(request.body);
    const proved = used && (await provedPasskey(deps, askedInStep(token), used));
    if (proved?.userId !== step.userId) {
      noteRefused(typed, 'passkey');
      return ask({ words: passkeyRefused }, 401);
    }
    const done = await inTransaction(deps, byOf(typed), async (work) =>
      (await countUse(work.tx, proved)) ? { next: await finish(work, typed) } : null,
    );
    if (!done) {
      markRefusal(request, { kind: 'passkey-copied', means: 'passkey', account: accountOfUser(step.userId) });
      return ask({ words: passkeyRefused }, 401);
    }
    await clearAll(deps.db, attempts);
    return done.next ? reply.redirect(done.next, 303) : answerPage(reply, deps, lateStepPage(deps));
  } catch (error) {
    const { mistakes, status } = await refusedBy(error, reply);
    return ask(mistakes[0], status);
  }
}

async function setUpWithCode(deps: Deps, typed: Typed): Promise<FastifyReply> {
  const { reply, token, step, code } = typed;
  const setUp = await begunSecondFactor(deps, step.person);
  if (!setUp) return answerPage(reply, deps, lateStepPage(deps));
  const ask = (mistake: { words: string }, status: number) =>
    answerPage(reply, deps, setUpPage(deps, { step: token, setUp, mistakes: [mistake], status }));
  if (code === '') return ask(noCode, 400);
  try {
    await countAll(deps.db, typed.attempts);
    const recovery = await newRecoveryCodes(step.userId);
    const codes = await inTransaction(deps, byOf(typed), async (work) => {
      const made = await confirmSecondFactor(work, step.userId, code, recovery);
      if (made) await finish(work, typed);
      return made;
    });
    if (!codes) {
      noteRefused(typed, 'authenticator app');
      return ask(wrongCode, 401);
    }
    await clearAll(deps.db, typed.attempts);
    return answerPage(reply, deps, recoveryCodesPage(deps, { codes, back: step.back }));
  } catch (error) {
    const { mistakes, status } = await refusedBy(error, reply);
    return ask(mistakes[0], status);
  }
}

/** The step after the password, if an account has a second factor or must set one up. */
export function secondFactorRoutes(app: App, deps: Deps): void {
  const page = problemsAsPages(deps);

  const answerStep =
    (answer: typeof logInWithCode) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      refuseForeignSite(request, deps.config);
      const token = textIn(request.body, 'step');
      const step = await findStep(deps.db, token);
      if (!step) return answerPage(reply, deps, lateStepPage(deps));
      rememberAccount(request, accountOfUser(step.userId));
      const deviceId = await knownDevice(deps.db, deps.config, request, step.userId);
      const attempts = codesOfLogin(step.userId, request.ip, deviceId);
      const code = textIn(request.body, 'code').trim().slice(0, 30);
      return answer(deps, { request, reply, token, step, code, attempts });
    };

  app.post('/login/code', page, answerStep(logInWithCode));
  app.post('/login/code/passkey', page, answerStep(logInWithPasskey));
  app.post('/login/set-up', page, answerStep(setUpWithCode));
}
