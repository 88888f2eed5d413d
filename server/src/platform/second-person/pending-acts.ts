import { realActorOf } from '@kerb/domain/access/actor.ts';
import type { ActivityCode } from '@kerb/domain/audit/activity.ts';
import type { RateChange } from '@kerb/domain/countries/country-rates.ts';
import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { actAskedMessage } from '@kerb/domain/notifications/second-person-messages.ts';
import { type ActKind, actDays, acts, decideWords } from '@kerb/domain/second-person/acts.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { mustAllow, Problem } from '@kerb/server/platform/problems/problem.ts';
import { adminsToTell, messageFacts, type Reader, tell } from '@kerb/server/platform/second-person/tell-admins.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** What an act stores beside its subject, encrypted: an address, the payers, or the rates. */
export type ActPayload = {
  emailAddress?: string;
  signatoryIds?: number[];
  agreementIds?: number[];
  rates?: RateChange;
};

/** Encrypted for one act: copied to another row, it cannot be decrypted. */
export const payloadOwner = (uuid: string): string => `act ${uuid}`;

export const actUrl = ({ deps }: Pick<Work, 'deps'>): string => `${deps.config.publicUrl}/admin/users`;

/** The kind of log entry of each act, and which of its columns names the subject. */
// biome-ignore format: a table
const logged: Record<ActKind, { activityCode: ActivityCode; subject: 'user' | 'payer' | 'campaign' | null }> = {
  'make-admin':          { activityCode: 'user_perm_change', subject: 'user' },
  'admin-email':         { activityCode: 'user_update',      subject: 'user' },
  'admin-second-factor': { activityCode: 'user_update',      subject: 'user' },
  'discard-batch':       { activityCode: 'campaign_update',  subject: null },
  'erase-payer':         { activityCode: 'signatory_update', subject: 'payer' },
  'dispose-due':         { activityCode: 'signatory_update', subject: null },
  'rate':                { activityCode: 'tenant_update',    subject: null },
  'write-off':           { activityCode: 'campaign_update',  subject: 'campaign' },
};

/** The user or the campaign in whose log the act is found. */
async function targetOf({ tx }: Work, kind: ActKind, subjectId: number) {
  if (logged[kind].subject === 'user') return { userId: subjectId };
  if (logged[kind].subject === null) return {};
  if (logged[kind].subject === 'campaign') {
    const campaign = await tx
      .selectFrom('agreements')
      .select('tenantId')
      .where('id', '=', subjectId)
      .executeTakeFirst();
    return campaign ? { agreementId: subjectId, ...campaign } : {};
  }
  const payer = await tx
    .selectFrom('signatories as p')
    .innerJoin('agreements as a', 'a.id', 'p.agreementId')
    .select(['a.id as agreementId', 'a.tenantId'])
    .where('p.id', '=', subjectId)
    .executeTakeFirst();
  return payer ?? {};
}

/** Writes a step of an act into the log. */
export async function recordAct(
  work: Work,
  { kind, subjectId, id }: { kind: ActKind; subjectId: number; id: number },
  description: string,
  data: object,
): Promise<void> {
  const target = await targetOf(work, kind, subjectId);
  const { activityCode } = logged[kind];
  // A request changes nothing yet, and what it changes then has its own entry.
  await record(work, { activityCode, description, ...target, data: { act: id, ...data }, isOnlyRead: true });
}

export type NewAct = {
  kind: ActKind;
  subjectId: number;
  subjectName: string;
  reason: string | null | undefined;
  payload?: ActPayload;
  /** The person whom the act is about, if they have a mailbox. */
  subject?: Reader;
};

/** Stores an act for a second person, and tells all admins and the person whom it is about. */
export async function askForSecond(work: Work, { payload, subject, ...act }: NewAct): Promise<void> {
  const { tx, now, deps } = work;
  const actor = must(work.actor, 'the person who asks');
  const { kind, subjectId, subjectName } = act;
  const reason = mustAllow(decideWords(acts[kind].reason, 'reason', act.reason));
  const uuid = crypto.randomUUID();
  const sealedPayload =
    payload === undefined
      ? null
      : deps.secrets.personal.encrypt(Buffer.from(JSON.stringify(payload)), payloadOwner(uuid));
  const made = await tx
    .insertInto('pendingActs')
    .values({
      kind,
      subjectId,
      sealedPayload,
      payloadOwner: uuid,
      reason,
      askedByUserId: realActorOf(actor).userId,
      askedDate: now,
      expiryDate: addMinutes(now, actDays * 1440),
    })
    .onConflict((conflict) => conflict.columns(['kind', 'subjectId']).where('outcome', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) {
    throw new Problem(409, 'act-waiting', 'This already waits for a second person: see Users.');
  }
  await recordAct(work, { kind, subjectId, id: made.id }, `Asked ${acts[kind].asked(subjectName)}`, { reason });
  const facts = { ...messageFacts(work), act: kind, subjectName, reason, url: actUrl(work) };
  const admins = await adminsToTell(work);
  await tell(work, admins, actAskedMessage(facts, false));
  const isTold = admins.some(({ id }) => id === subject?.id);
  if (subject && !isTold) await tell(work, [subject], actAskedMessage(facts, true));
}
