import { paymentToken } from '@kerb/server/features/agreements/agreement-view.ts';
import { nextLinkVersion, payersOf, updatePayers } from '@kerb/server/features/payers/payers.repository.ts';
import { endSignInsOfPayer } from '@kerb/server/platform/auth/sign-ins.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Gives a payer a new Payment URL. Revokes the one before it and its sign-ins. Returns the new version. */
export async function issuePaymentLink(work: Work, payerId: number): Promise<number> {
  const version = await nextLinkVersion(work.tx, payerId);
  const paymentLinkHash = sha256(paymentToken(work.deps, { id: payerId, version }));
  await updatePayers(work.tx, [payerId], { paymentLinkHash, paymentLinkEndedDate: null });
  await endSignInsOfPayer(work.tx, payerId);
  return version;
}

export async function issueMissingPaymentLinks(work: Work, agreementId: number): Promise<void> {
  for (const { id, linkVersion } of await payersOf(work.tx, agreementId)) {
    if (linkVersion === null) await issuePaymentLink(work, id);
  }
}

/**
 * Revokes every Payment URL of a campaign and ends their sign-ins. The hash stays, so that the page of the link can say
 * why it ended; it never signs in again. A payer who cancels keeps their current sign-in, to see the result.
 */
export async function endPaymentLinks(work: Work, agreementId: number): Promise<void> {
  const payers = await payersOf(work.tx, agreementId);
  if (payers.length > 0) {
    await updatePayers(
      work.tx,
      payers.map(({ id }) => id),
      { paymentLinkEndedDate: work.now },
    );
  }
  await work.tx
    .updateTable('signIns')
    .set({ endedDate: realNow() })
    .where('agreementId', '=', agreementId)
    .where('endedDate', 'is', null)
    .where('userId', '<>', work.actor?.userId ?? 0)
    .execute();
}
