import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import { type PaymentReceivedFacts, paymentReceivedMessages } from '@kerb/domain/notifications/payment-received.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { receiptKind } from '@kerb/server/features/payments/draw-receipts.ts';
import { type PaymentRecord, paymentNumber } from '@kerb/server/features/payments/payments.repository.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import type { Work } from '@kerb/server/platform/work.ts';

async function agentAddress(work: Work, { agentUser }: AgreementRecord): Promise<string | null> {
  if (agentUser === null) return null;
  const user = await work.tx
    .selectFrom('users')
    .select('emailAddress')
    .where('id', '=', agentUser)
    .where('disabledDate', 'is', null)
    .executeTakeFirst();
  return user?.emailAddress ?? null;
}

/** Tells the payer who asked for a receipt, and the organisation's agent. Written with the payment, sent after it. */
export async function afterPayment(work: Work, agreement: AgreementRecord, payment: PaymentRecord): Promise<void> {
  const { country } = work.deps;
  const facts: PaymentReceivedFacts = {
    brand: country.brand,
    money: country,
    campaignName: agreement.name,
    flowNumber: flowNumber(agreement, country.code),
    paymentNumber: paymentNumber(payment),
    amount: payment.amount + payment.surcharge,
    method: payment.method,
    date: payment.paymentDate,
  };
  const about = { kind: 'payment-received', channel: 'email', agreementId: agreement.id } as const;
  const occasion = `payment-received:${payment.id}`;
  if (payment.receiptEmail) {
    await postMessage(work, {
      ...about,
      ...paymentReceivedMessages.payer(facts),
      audience: 'vendor',
      recipient: payment.receiptEmail,
      attachment: { kind: receiptKind, id: agreement.id },
      occasion: `${occasion}:payer`,
    });
  }
  const agent = await agentAddress(work, agreement);
  if (agent) {
    await postMessage(work, {
      ...about,
      ...paymentReceivedMessages.agent(facts),
      audience: 'staff',
      recipient: agent,
      occasion: `${occasion}:agent`,
    });
  }
}
