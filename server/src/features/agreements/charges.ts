import { cardUnderWay } from '@kerb/domain/agreements/transitions.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Whether a card is being charged for a locked campaign, with no outcome yet. */
export async function isCharging({ tx }: Work, { id }: Pick<AgreementRecord, 'id'>): Promise<boolean> {
  const pending = tx
    .selectFrom('payments')
    .select('id')
    .where('agreementId', '=', id)
    .where('method', '=', 'card')
    .where('status', '=', 'pending');
  return (await pending.executeTakeFirst()) !== undefined;
}

/** The option of a locked campaign does not change while a card is being charged for the present one. */
export async function refuseWhileCharging(work: Work, agreement: AgreementRecord): Promise<void> {
  if (await isCharging(work, agreement)) throw new Problem(409, 'payment-under-way', cardUnderWay);
}
