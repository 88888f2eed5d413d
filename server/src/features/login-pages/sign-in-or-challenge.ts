import type { SecondFactorSetUp } from '@kerb/domain/session/second-factor.contract.ts';
import { answerPage } from '@kerb/server/features/login-pages/page.ts';
import { codePage, setUpPage } from '@kerb/server/features/login-pages/second-factor-pages.ts';
import type { Person } from '@kerb/server/features/session/people.repository.ts';
import { beginSecondFactor, secondFactorOf } from '@kerb/server/features/session/second-factor.ts';
import { beginStep } from '@kerb/server/features/session/sign-in-steps.ts';
import { type Exchange, startSession } from '@kerb/server/features/session/start-session.ts';
import type { SignInMeans } from '@kerb/server/platform/database/column-types.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import type { FastifyReply } from 'fastify';

type SignInOutcome = { next: string } | { step: string; setUp?: SecondFactorSetUp };
type Visitor = { person: Pick<Person, 'id' | 'emailAddress'>; means: SignInMeans; back: string };

/** After a correct password: starts a session, or asks for the second factor first. */
export async function signInOrChallenge(
  work: Work,
  exchange: Exchange,
  { person, means, back }: Visitor,
): Promise<SignInOutcome> {
  const { isOn, isRequired } = await secondFactorOf(work.tx, work.deps.config, person.id);
  const waiting = { userId: person.id, means, back };
  if (isOn) return { step: await beginStep(work.tx, waiting) };
  if (isRequired) return { step: await beginStep(work.tx, waiting), setUp: await beginSecondFactor(work, person) };
  return { next: await startSession(work, exchange, waiting) };
}

export function answerSignIn(reply: FastifyReply, deps: Deps, outcome: SignInOutcome): FastifyReply {
  if ('next' in outcome) return reply.redirect(outcome.next, 303);
  const { step, setUp } = outcome;
  return answerPage(reply, deps, setUp ? setUpPage(deps, { step, setUp }) : codePage(deps, { step }));
}
