import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { realActorOf } from '@kerb/domain/access/actor.ts';
import { amlCheckByDefault } from '@kerb/domain/agreements/campaign-defaults.ts';
import type { NewPayer } from '@kerb/domain/agreements/new-payer.ts';
import { duplicatePayerEmail } from '@kerb/domain/agreements/new-payer.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { parseMobile } from '@kerb/domain/kernel/phone.ts';
import { actsAsPayer, countsAsSetter } from '@kerb/domain/payers/contact-setters.ts';
import { decidePayerChange } from '@kerb/domain/payers/payer-rules.ts';
import { noExternal } from '@kerb/domain/wire/external-refs.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { saveExternal } from '@kerb/server/features/agreements/external-refs.ts';
import { noteChange } from '@kerb/server/features/agreements/note-change.ts';
import { insertPayer } from '@kerb/server/features/payers/payers.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { invalid, mustAllow } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

function mobileOf(work: Work, typed: string | null | undefined, field: string): string | null {
  return typed ? mustAllow(parseMobile(typed, work.deps.country, field)) : null;
}

/** The account with this e-mail address, created if there is none. An existing account is not changed. */
export async function findOrMakeUser(work: Work, payer: NewPayer): Promise<number> {
  const made = await work.tx
    .insertInto('users')
    .values({
      emailAddress: payer.emailAddress,
      firstName: payer.firstName,
      surname: payer.surname,
      mobilePhone: payer.mobilePhone ?? null,
      jobTitle: null,
      role: 'vendor',
      disabledDate: null,
      createdDate: work.now,
      lastUpdateDate: work.now,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email_address)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) {
    await record(work, { activityCode: 'user_create', userId: made.id, data: { role: 'vendor' } });
    return made.id;
  }
  const { id } = await work.tx
    .selectFrom('users')
    .select('id')
    .where(sql<string>`lower(email_address)`, '=', payer.emailAddress.toLowerCase())
    .executeTakeFirstOrThrow();
  return id;
}

type Addition = NewPayer & { userId: number; mobilePhone: string | null; amlCheckCompleted: boolean; field: string };

/** Read once for all payers that are added together. */
async function isCheckedByDefault({ tx }: Work, { tenantId }: AgreementRecord): Promise<boolean> {
  const settings = await tx
    .selectFrom('tenants')
    .select(['amlDelegation', 'amlDelegationSettings'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return amlCheckByDefault(settings as Parameters<typeof amlCheckByDefault>[0]);
}

/** A team member who removes a payer and adds one with the same name has entered their contacts too. */
function setterOf({ actor }: Work, { createdByUserId, status, sentDate }: AgreementRecord): number[] {
  if (!actor) return [];
  const { userId } = realActorOf(actor);
  const wasSent = status !== 'draft' || sentDate !== null;
  return countsAsSetter({ userId, isByPayer: actsAsPayer(actor), createdByUserId, wasSent }) ? [userId] : [];
}

async function addSignatory(
  work: Work,
  scope: AccessScope,
  agreement: AgreementRecord,
  payer: Addition,
): Promise<number> {
  const { userId, firstName, surname, emailAddress, mobilePhone, amlCheckCompleted, field } = payer;
  const id = await insertPayer(work.tx, {
    agreementId: agreement.id,
    userId,
    firstName,
    surname,
    emailAddress,
    mobilePhone,
    amlCheckCompleted,
    contactSetterIds: setterOf(work, agreement),
    createdDate: work.now,
    lastUpdateDate: work.now,
  });
  if (id === null) throw invalid(fieldError(`${field}emailAddress`, 'conflictingValue', duplicatePayerEmail));
  const target = { kind: 'payer', id, tenantId: agreement.tenantId, current: noExternal, field } as const;
  const external = await saveExternal(work, scope, target, payer);
  await record(work, {
    activityCode: 'signatory_create',
    agreementId: agreement.id,
    tenantId: agreement.tenantId,
    userId,
    subject: `/v1/signatories/${id}`,
    data: { firstName, surname, emailAddress, mobilePhone, ...external },
  });
  return id;
}

/**
 * Adds payers to a locked campaign. Creates their accounts in the order of their addresses, so that two concurrent
 * campaigns for the same people never deadlock. `fieldOf` is the prefix of field names in errors.
 */
export async function addPayersTo(
  work: Work,
  scope: AccessScope,
  agreement: AgreementRecord,
  payers: readonly NewPayer[],
  fieldOf: (place: number) => string,
): Promise<number[]> {
  mustAllow(decidePayerChange(agreement));
  const named = payers.map((payer, place) => {
    const [key, field] = [payer.emailAddress.toLowerCase(), fieldOf(place)];
    return { ...payer, key, field, mobilePhone: mobileOf(work, payer.mobilePhone, `${field}mobilePhone`) };
  });
  const userIds = new Map<string, number>();
  for (const payer of named.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    userIds.set(payer.key, await findOrMakeUser(work, payer));
  }
  const amlCheckCompleted = await isCheckedByDefault(work, agreement);
  const ids: number[] = [];
  for (const payer of named) {
    const userId = must(userIds.get(payer.key), 'user of a new payer');
    ids.push(await addSignatory(work, scope, agreement, { ...payer, amlCheckCompleted, userId }));
  }
  return ids;
}

export async function addPayerTo(
  work: Work,
  scope: AccessScope,
  agreement: AgreementRecord,
  payer: NewPayer,
): Promise<number> {
  const [id] = await addPayersTo(work, scope, agreement, [payer], () => '');
  await noteChange(work.tx, [agreement.id], 'payers');
  return must(id, 'id of the new payer');
}
