import { wrongSecondFactor } from '@kerb/domain/session/second-factor-rules.ts';
import { refusedBy } from '@kerb/server/features/login-pages/limit-words.ts';
import { answerPage, problemsAsPages, textIn } from '@kerb/server/features/login-pages/page.ts';
import {
  codePage,
  lateStepPage,
  recoveryCodesPage,
  setUpPage,
} from '@kerb/server/features/login-pages/second-factor-pages.ts';
import { actorOf } from '@kerb/server/features/session/people.repository.ts';
import { codesOfLogin, withSecondFactor } from '@kerb/server/features/session/prove-second-factor.ts';
import { newRecoveryCodes } from '@kerb/server/features/session/recovery-codes.ts';
import { begunSecondFactor, confirmSecondFactor } from '@kerb/server/features/session/second-factor.ts';
import { endStep, findStep, type Step } from '@kerb/server/features/session/sign-in-steps.ts';
import { type Exchange, startSession } from '@kerb/server/features/session/start-session.ts';
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

function refuse({ request }: Typed, page: FastifyReply): FastifyReply {
  markRefusal(request, { kind: 'second-factor-refused', means: 'authenticator app' });
  return page;
}

const byOf = ({ step, request }: Typed) => ({ actor: actorOf(step.person), ipAddress: request.ip });

async function logInWithCode(deps: Deps, typed: Typed): Promise<FastifyReply> {
  const { reply, token, step, code, attempts } = typed;
  const ask = (mistake: { words: string }, status: number) =>
    answerPage(reply, deps, codePage(deps, { step: token, mistakes: [mistake], status }));
  if (code === '') return ask(noCode, 400);
  try {
    const who = { userId: step.userId, code, attempts };
    const done = await withSecondFactor(deps, byOf(typed), who, async (work) => ({ next: await finish(work, typed) }));
    if (!done) return refuse(typed, ask(wrongCode, 401));
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
    if (!codes) return refuse(typed, ask(wrongCode, 401));
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
  app.post('/login/set-up', page, answerStep(setUpWithCode));
}
