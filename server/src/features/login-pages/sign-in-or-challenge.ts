import type { SecondFactorSetUp } from '@kerb/domain/session/second-factor.contract.ts';
import { answerPage } from '@kerb/server/features/login-pages/page.ts';
import { codePage, type Factors, setUpPage } from '@kerb/server/features/login-pages/second-factor-pages.ts';
import type { Asked } from '@kerb/server/features/session/passkey-challenges.ts';
import { describedPasskeys } from '@kerb/server/features/session/passkeys.repository.ts';
import type { Person } from '@kerb/server/features/session/people.repository.ts';
import { beginSecondFactor, secondFactorOf } from '@kerb/server/features/session/second-factor.ts';
import { beginStep } from '@kerb/server/features/session/sign-in-steps.ts';
import { type Exchange, startSession } from '@kerb/server/features/session/start-session.ts';
import { requestOptionsFor } from '@kerb/server/features/session/use-passkey.ts';
import type { SignInMeans } from '@kerb/server/platform/database/column-types.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import type { FastifyReply } from 'fastify';

type SignInOutcome = { next: string } | { step: string; setUp: SecondFactorSetUp } | { step: string; factors: Factors };
type Visitor = { person: Pick<Person, 'id' | 'emailAddress'>; means: SignInMeans; back: string };

/** Whom a passkey must answer that is used as the second step of a login. */
export const askedInStep = (step: string): Asked => ({
  purpose: 'second-factor',
  boundTo: `step ${sha256(step).toString('base64url')}`,
});

/** What the person of a step may use, with a new challenge. The password was right, so their passkeys are named. */
export async function factorsOf(
  db: Database | Tx,
  deps: Pick<Deps, 'config' | 'secrets'>,
  step: string,
  userId: number,
): Promise<Factors> {
  const { hasApp, passkeys } = await secondFactorOf(db, deps.config, userId);
  const described = passkeys > 0 ? await describedPasskeys(db, userId) : [];
  const passkey = described.length > 0 ? requestOptionsFor(deps, askedInStep(step), described) : null;
  return { hasApp, passkey };
}

/** After a correct password: starts a session, or asks for the second factor first. */
export async function signInOrChallenge(
  work: Work,
  exchange: Exchange,
  { person, means, back }: Visitor,
): Promise<SignInOutcome> {
  const { isOn, isRequired } = await secondFactorOf(work.tx, work.deps.config, person.id);
  const waiting = { userId: person.id, means, back };
  if (isOn) {
    const step = await beginStep(work.tx, waiting);
    return { step, factors: await factorsOf(work.tx, work.deps, step, person.id) };
  }
  if (isRequired) return { step: await beginStep(work.tx, waiting), setUp: await beginSecondFactor(work, person) };
  return { next: await startSession(work, exchange, waiting) };
}

export function answerSignIn(reply: FastifyReply, deps: Deps, outcome: SignInOutcome): FastifyReply {
  if ('next' in outcome) return reply.redirect(outcome.next, 303);
  return answerPage(reply, deps, 'setUp' in outcome ? setUpPage(deps, outcome) : codePage(deps, outcome));
}
