import type { SecondFactorSetUp } from '@kerb/domain/session/second-factor.contract.ts';
import { answerPage } from '@kerb/server/features/session/page.ts';
import type { Person } from '@kerb/server/features/session/people.repository.ts';
import { beginSecondFactor, secondFactorOf } from '@kerb/server/features/session/second-factor.ts';
import { codePage, setUpPage } from '@kerb/server/features/session/second-factor-pages.ts';
import { beginStep } from '@kerb/server/features/session/sign-in-steps.ts';
import { type Exchange, type Means, startSession } from '@kerb/server/features/session/start-session.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import type { FastifyReply } from 'fastify';

type Entry = { next: string } | { step: string; setUp?: SecondFactorSetUp };
type Visitor = { person: Pick<Person, 'id' | 'emailAddress'>; means: Means; back: string };

/** Someone has shown a password of theirs: they are signed in, or asked for their second factor first. */
export async function enter(work: Work, exchange: Exchange, { person, means, back }: Visitor): Promise<Entry> {
  const { isOn, isRequired } = await secondFactorOf(work.tx, work.deps.config, person.id);
  const waiting = { userId: person.id, means, back };
  if (isOn) return { step: await beginStep(work.tx, waiting) };
  if (isRequired) return { step: await beginStep(work.tx, waiting), setUp: await beginSecondFactor(work, person) };
  return { next: await startSession(work, exchange, waiting) };
}

export function answerEntry(reply: FastifyReply, deps: Deps, entry: Entry): FastifyReply {
  if ('next' in entry) return reply.redirect(entry.next, 303);
  const { step, setUp } = entry;
  return answerPage(reply, deps, setUp ? setUpPage(deps, { step, setUp }) : codePage(deps, { step }));
}
