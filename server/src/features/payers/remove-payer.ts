import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { decideRemoval } from '@kerb/domain/payers/payer-rules.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { lockAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { noteChange } from '@kerb/server/features/agreements/note-change.ts';
import { completeApplication } from '@kerb/server/features/payers/complete-application.ts';
import {
  deletePayer,
  findPayer,
  readingOf,
  signatoriesInScope,
} from '@kerb/server/features/payers/payers.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { endSignInsOfPayer } from '@kerb/server/platform/auth/sign-ins.ts';
import type { Tx } from '@kerb/server/platform/database/database.ts';
import { mustAllow, notFound } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

/** Whether the payer has signed, also if that signature has ended. Found by the index of the campaign's signatures. */
async function hasSignature(tx: Tx, agreementId: number, signatoryId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('signatures')
    .select('id')
    .where('agreementId', '=', agreementId)
    .where('signatoryId', '=', signatoryId)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * An erasure finds the data of a removed payer by their accounts, which the log names. Messages refer to the payer's
 * record, which is deleted, so they refer to the account from then on. Returns the accounts that the payer had under
 * former addresses.
 */
async function formerUsersOf(tx: Tx, signatoryId: number, userId: number): Promise<number[]> {
  await tx
    .updateTable('messages')
    .set({ userId })
    .where('signatoryId', '=', signatoryId)
    .where('userId', 'is', null)
    .execute();
  const former = tx.selectFrom('formerPayerUsers').select('userId').where('signatoryId', '=', signatoryId);
  return (await former.orderBy('userId').execute()).map((row) => row.userId);
}

/** Whether the law keeps records of this payer. Nobody knows it any more once their record is gone. */
async function isKeptByLaw(tx: Tx, signatoryId: number): Promise<boolean> {
  const { rows } = await sql<{ isKept: boolean }>`
    select p.submitted_date is not null or exists (
      select from identity_checks c where c.signatory_id = p.id and c.check_date is not null) as is_kept
    from signatories p where p.id = ${signatoryId}`.execute(tx);
  return rows[0]?.isKept ?? true;
}

/**
 * Removes a payer who has not signed, their Payment URL and its sign-ins. The account stays. If only this payer's part
 * was missing, the application is submitted.
 */
export async function removePayer(work: Work, scope: AccessScope, { id, vendorId }: { id: number; vendorId: number }) {
  const agreement = await lockAgreement(work.tx, scope, id);
  const payer = agreement && (await findPayer(work.tx, id, vendorId));
  if (!payer) throw notFound('payer');
  mustAllow(decideRemoval(agreement, { ...payer, hasEndedSignature: await hasSignature(work.tx, id, vendorId) }));
  await endSignInsOfPayer(work.tx, vendorId);
  const keptByLaw = await isKeptByLaw(work.tx, vendorId);
  const formerUserIds = await formerUsersOf(work.tx, vendorId, payer.userId);
  await deletePayer(work.tx, vendorId);
  await noteChange(work.tx, [id], 'payers');
  const entry = { activityCode: 'signatory_delete', agreementId: id, tenantId: agreement.tenantId } as const;
  await record(work, {
    ...entry,
    userId: payer.userId,
    subject: `/v1/signatories/${payer.id}`,
    data: { displayName: displayName(payer), keptByLaw },
  });
  // One payer was removed, so webhooks are told once.
  for (const userId of formerUserIds) {
    const description = 'Payer removed: a former email address';
    await record(work, { ...entry, userId, description, data: { keptByLaw }, isOnlyRead: true });
  }
  await completeApplication(work, agreement, await signatoriesInScope(readingOf(work), scope, { agreementId: id }));
}
