import type { PayerDetails, PayerField } from '@kerb/domain/payers/payer-details.ts';
import type { SignatoryRecord } from '@kerb/server/features/payers/payers.repository.ts';
import { recordOfPayer } from '@kerb/server/features/payers/record-of-payer.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** What the provider of identity checks was asked about. */
export const checkedFields = [
  'firstName',
  'middleNames',
  'surname',
  'dateOfBirth',
  'emailAddress',
] as const satisfies readonly PayerField[];

/**
 * An identity check was of the person with the former details, so it ends with its profile. An admin makes a new one.
 */
export async function endIdentityCheck(
  work: Work,
  signatory: SignatoryRecord,
  changes: Partial<PayerDetails>,
): Promise<void> {
  if (checkedFields.every((field) => changes[field] === undefined)) return;
  const ended = await work.tx
    .deleteFrom('identityChecks')
    .where('signatoryId', '=', signatory.id)
    .returning(['entityId', 'checkResult'])
    .executeTakeFirst();
  if (!ended) return;
  await recordOfPayer(work, signatory, {
    description: 'Identity check ended because the details of the payer have changed',
    data: { entityId: ended.entityId, checkResult: { before: ended.checkResult, after: null } },
  });
}
