import type { SignatoryRecord } from '@kerb/server/features/payers/payers.repository.ts';
import { type NewEntry, record } from '@kerb/server/platform/audit.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Writes a log entry about one payer of a campaign. */
export const recordOfPayer = (
  work: Work,
  { id, agreementId, tenantId, userId }: Pick<SignatoryRecord, 'id' | 'agreementId' | 'tenantId' | 'userId'>,
  entry: Pick<NewEntry, 'description' | 'data' | 'isOnlyRead'>,
): Promise<void> =>
  record(work, {
    activityCode: 'signatory_update',
    agreementId,
    tenantId,
    userId,
    subject: `/v1/signatories/${id}`,
    ...entry,
  });
