import { paymentToken } from '@kerb/server/features/agreements/agreement-view.ts';
import { endSignInsOfPayer } from '@kerb/server/platform/auth/sign-ins.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

/** Gives a payer a new Payment URL. Revokes the one before it and its sign-ins. Returns the new version. */
export async function issuePaymentLink(work: Work, payerId: number): Promise<number> {
  const { version } = await work.tx
    .updateTable('signatories')
    .set({ paymentLinkVersion: sql`payment_link_version + 1` })
    .where('id', '=', payerId)
    .returning('paymentLinkVersion as version')
    .executeTakeFirstOrThrow();
  const paymentLinkHash = sha256(paymentToken(work.deps, { id: payerId, version }));
  await work.tx.updateTable('signatories').set({ paymentLinkHash }).where('id', '=', payerId).execute();
  await endSignInsOfPayer(work.tx, payerId);
  return version;
}

export async function issueMissingPaymentLinks(work: Work, agreementId: number): Promise<void> {
  const payers = await work.tx
    .selectFrom('signatories')
    .select('id')
    .where('agreementId', '=', agreementId)
    .where('paymentLinkHash', 'is', null)
    .execute();
  for (const { id } of payers) await issuePaymentLink(work, id);
}

/**
 * Revokes every Payment URL of a campaign and ends their sign-ins. A payer who cancels keeps their current sign-in, to
 * see the result.
 */
export async function endPaymentLinks(work: Work, agreementId: number): Promise<void> {
  await work.tx
    .updateTable('signatories')
    .set({ paymentLinkHash: null })
    .where('agreementId', '=', agreementId)
    .execute();
  await work.tx
    .updateTable('signIns')
    .set({ endedDate: realNow() })
    .where('agreementId', '=', agreementId)
    .where('endedDate', 'is', null)
    .where('userId', '<>', work.actor?.userId ?? 0)
    .execute();
}
