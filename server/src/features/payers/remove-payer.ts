import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { decideRemoval } from '@kerb/domain/payers/payer-rules.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { lockAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
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
 * An erasure finds what is held about a removed payer by their accounts, which the log names. Messages name the payer's
 * record, which goes; they name the account from then on. Returns the accounts that the payer had under former
 * addresses.
 */
async function keepTraces(tx: Tx, signatoryId: number, userId: number): Promise<number[]> {
  await tx
    .updateTable('messages')
    .set({ userId })
    .where('signatoryId', '=', signatoryId)
    .where('userId', 'is', null)
    .execute();
  const former = tx.selectFrom('formerPayerUsers').select('userId').where('signatoryId', '=', signatoryId);
  return (await former.orderBy('userId').execute()).map((row) => row.userId);
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
  const formerUserIds = await keepTraces(work.tx, vendorId, payer.userId);
  await deletePayer(work.tx, vendorId);
  const entry = { activityCode: 'signatory_delete', agreementId: id, tenantId: agreement.tenantId } as const;
  await record(work, { ...entry, userId: payer.userId, data: { displayName: displayName(payer) } });
  for (const userId of formerUserIds) {
    await record(work, { ...entry, userId, description: 'Payer removed: a former email address' });
  }
  await completeApplication(work, agreement, await signatoriesInScope(readingOf(work), scope, { agreementId: id }));
}
