import { randomUUID } from 'node:crypto';
import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { momentOf } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { paidBack } from '@kerb/domain/payments/refunds.ts';
import { carryOutChange, previewChange } from '@kerb/server/features/payments/change-after-payment.ts';
import { confirmPartRefund } from '@kerb/server/features/payments/finish-refund.ts';
import { requestRefund } from '@kerb/server/features/payments/refund-part.ts';
import { requestVoid } from '@kerb/server/features/payments/void-payment.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Change = { id: number; budget: Cents; reason: string };

/** An admin looks at what the change would do to the money, and then makes it. */
export async function changeBudget(work: Work, scope: AccessScope, { id, budget, reason }: Change): Promise<void> {
  const change = { campaignBudget: budget };
  const { after } = await previewChange(work, scope, { id, change });
  const expected = { kept: after.kept ?? 0, billed: after.due, held: after.held };
  await carryOutChange(work, { scope, id, body: { change, reason, expected } });
}

/** The sandbox's card gateway confirms the refund so many days after it was requested. */
const refundDays = 14;

type Booked = { chargeReference: string; reference: string; days: number; amount?: Cents };

/** Writes the refund to the sandbox's gateway with that time. Until it is confirmed, the refund is pending. */
async function bookRefund(work: Work, { chargeReference, reference, days, amount }: Booked): Promise<void> {
  const charge = await work.tx
    .selectFrom('sandboxCardCharges')
    .selectAll()
    .where('reference', '=', chargeReference)
    .executeTakeFirstOrThrow();
  const knownFrom = momentOf(Temporal.Instant.from(work.now).add({ hours: 24 * days }));
  const amountCents = amount ?? charge.amountCents;
  const refund = { ...charge, id: `re_${randomUUID()}`, reference, refundOf: charge.id, knownFrom, amountCents };
  await work.tx
    .insertInto('sandboxCardCharges')
    .values({ ...refund, createdDate: work.now })
    .execute();
}

const latestOf = (work: Work, id: number) =>
  work.tx
    .selectFrom('payments')
    .select(['id', 'reference'])
    .where('agreementId', '=', id)
    .where('status', '=', 'approved')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

/** Voids the latest payment of a campaign. */
export async function voidLatest(work: Work, scope: AccessScope, id: number, reason: string): Promise<void> {
  const payment = await requestVoid(work, scope, { id: (await latestOf(work, id)).id, reason });
  if (payment.method !== 'card') return;
  const reference = must(payment.refundReference, `refund of payment ${payment.id}`);
  await bookRefund(work, { chargeReference: payment.reference, reference, days: refundDays });
}

/** Refunds a part of the latest payment of a campaign, and keeps the fee. */
export async function refundLatest(
  work: Work,
  scope: AccessScope,
  { id, amount, reason }: { id: number; amount: Cents; reason: string },
): Promise<void> {
  const payment = await latestOf(work, id);
  const refund = await requestRefund(work, { scope, id: payment.id, body: { amount, keepsFee: true, reason } });
  if (refund.status !== 'requested') return;
  const { reference } = refund;
  await bookRefund(work, { chargeReference: payment.reference, reference, days: 0, amount: paidBack(refund) });
  await confirmPartRefund(work, refund);
}
