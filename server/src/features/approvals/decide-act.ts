import { type AccessScope, accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import { realActorOf } from '@kerb/domain/access/actor.ts';
import { pendingWork } from '@kerb/domain/access/pending-work.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { actDecidedMessage } from '@kerb/domain/notifications/second-person-messages.ts';
import { type ActKind, type ActOutcome, acts, actsAboutUsers, decideWords } from '@kerb/domain/second-person/acts.ts';
import { decideSecond } from '@kerb/domain/second-person/second-person.ts';
import { subjectOf } from '@kerb/server/features/approvals/act-subjects.ts';
import { type ActRow, lockAct, payloadOf } from '@kerb/server/features/approvals/acts.repository.ts';
import { discardBatch } from '@kerb/server/features/batches/discard-batch.ts';
import { carryOutWriteOff } from '@kerb/server/features/loan-books/write-off.ts';
import { carryOutReset } from '@kerb/server/features/people/reset-second-factor.ts';
import { changeAdminEmail, makeAdmin } from '@kerb/server/features/people/save-user.ts';
import { confirmErasures } from '@kerb/server/features/privacy/ask-erasure.ts';
import { addRates } from '@kerb/server/features/rates/change-rates.ts';
import { mustAllow, Problem } from '@kerb/server/platform/problems/problem.ts';
import { type ActPayload, recordAct } from '@kerb/server/platform/second-person/pending-acts.ts';
import { askerById, personAtKeyboard } from '@kerb/server/platform/second-person/second-person.ts';
import { messageFacts, tellAdmins } from '@kerb/server/platform/second-person/tell-admins.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Carried = { work: Work; act: ActRow; payload: ActPayload };

const scopeFor = ({ actor }: Work): AccessScope =>
  must(actor && accessScopeOf(actor, 'batch.make'), 'scope of the second person');

/** Carries out each act once it is confirmed. */
const carryOut: Record<ActKind, (carried: Carried) => Promise<void>> = {
  'make-admin': ({ work, act, payload: { emailAddress } }) => makeAdmin(work, { ...act, emailAddress }),
  'admin-email': ({ work, act, payload: { emailAddress } }) =>
    changeAdminEmail(work, { ...act, emailAddress: must(emailAddress, `address of act ${act.id}`) }),
  'admin-second-factor': ({ work, act }) => carryOutReset(work, act.subjectId, act.askedByUserId),
  'discard-batch': ({ work, act }) => discardBatch(work, scopeFor(work), act.subjectId, act.reason),
  'erase-payer': ({ work, act }) => confirmErasures(work, act.id, { signatoryIds: [act.subjectId] }),
  'dispose-due': ({ work, act, payload }) => confirmErasures(work, act.id, payload),
  'write-off': ({ work, act }) => carryOutWriteOff(work, act),
  rate: ({ work, act, payload }) => addRates(work, act, must(payload.rates, `rates of act ${act.id}`)),
};

function refuseDecided({ outcome, expiryDate }: ActRow, { now }: Work): void {
  if (outcome !== null) throw new Problem(409, 'act-decided', 'This has been decided already.');
  if (expiryDate <= now) throw new Problem(409, 'act-expired', 'This has waited too long. Ask for it again.');
}

const isAboutUser = ({ kind }: ActRow): boolean => actsAboutUsers.some((each) => each === kind);

const disabledSince =
  'This person was disabled or their account was closed after this was asked for. Refuse it, and ask again if needed.';

/**
 * Refuses an act about a user who was disabled after the request. A request to enable an admin is about a user who was
 * disabled before it.
 */
async function refuseDisabledSince({ tx }: Work, act: ActRow): Promise<void> {
  if (!isAboutUser(act)) return;
  const { disabledDate, closedDate } = await tx
    .selectFrom('users')
    .select(['disabledDate', 'closedDate'])
    .where('id', '=', act.subjectId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const isSince = disabledDate !== null && disabledDate > act.askedDate;
  if (isSince || closedDate !== null) throw new Problem(409, 'act-outdated', disabledSince);
}

/** Stores the outcome, deletes the payload, writes the log entry and tells all admins. */
export async function closeAct(work: Work, act: ActRow, outcome: ActOutcome, note = ''): Promise<void> {
  const { id, kind, askedByName } = act;
  const { subject } = await subjectOf(work.tx, act, payloadOf(work.deps.secrets, act), work.deps.country);
  await work.tx
    .updateTable('pendingActs')
    .set({ outcome, note: note || null, decidedDate: work.now, sealedPayload: null })
    .set({ decidedByUserId: work.actor && realActorOf(work.actor).userId })
    .where('id', '=', id)
    .execute();
  const asked = acts[kind].asked(subject.name);
  await recordAct(work, act, `Request ${asked}: ${outcome}`, { outcome, askedBy: act.askedByUserId, note });
  const facts = { ...messageFacts(work), act: kind, outcome, subjectName: subject.name, askedByName, note };
  await tellAdmins(work, actDecidedMessage(facts));
}

/** Carries out an act in the transaction in which a second person confirms it. */
export async function confirmAct(work: Work, id: number, typedNote: string | undefined): Promise<void> {
  const act = await lockAct(work.tx, id);
  refuseDecided(act, work);
  const verdict = decideSecond(
    await askerById(work.tx, act.askedByUserId, pendingWork.pendingAct),
    await personAtKeyboard(work),
    work.now,
  );
  if (!verdict.ok) throw new Problem(403, verdict.code, verdict.because);
  await refuseDisabledSince(work, act);
  const note = mustAllow(decideWords(acts[act.kind].note, 'note', typedNote));
  await carryOut[act.kind]({ work, act, payload: payloadOf(work.deps.secrets, act) });
  await closeAct(work, act, 'done', note);
}

export async function refuseAct(work: Work, id: number, note: string): Promise<void> {
  const act = await lockAct(work.tx, id);
  refuseDecided(act, work);
  await closeAct(work, act, 'refused', note);
}

export async function withdrawAct(work: Work, id: number): Promise<void> {
  const act = await lockAct(work.tx, id);
  refuseDecided(act, work);
  if (act.askedByUserId !== (await personAtKeyboard(work)).userId) {
    throw new Problem(403, 'not-permitted', 'Only the person who asked for this can withdraw it. You can refuse it.');
  }
  await closeAct(work, act, 'withdrawn');
}
