import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import {
  type PaymentReceivedFacts,
  paymentReceivedMessage,
  paymentSentence,
} from '@kerb/domain/notifications/payment-received.ts';
import { moneyOf } from '@kerb/domain/payments/campaign-money.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { booksOf } from '@kerb/server/features/agreements/books.repository.ts';
import { notifyTeam } from '@kerb/server/features/agreements/notify-team.ts';
import { receiptKind } from '@kerb/server/features/payments/draw-receipts.ts';
import { type PaymentRecord, paymentNumber } from '@kerb/server/features/payments/payments.repository.ts';
import { ourContact } from '@kerb/server/platform/outbox/campaign-senders.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/**
 * Notifies the payer who wants a receipt, and the organisation's team. The messages are written with the payment and
 * sent later.
 */
export async function notifyOfPayment(work: Work, agreement: AgreementRecord, payment: PaymentRecord): Promise<void> {
  const { country } = work.deps;
  const { due, held } = moneyOf(await booksOf(work.tx, agreement.id));
  const facts: PaymentReceivedFacts = {
    ...ourContact(work.deps),
    money: country,
    campaignName: agreement.name,
    flowNumber: flowNumber(agreement, country.code),
    paymentNumber: paymentNumber(payment),
    amount: payment.amount + payment.surcharge,
    method: payment.method,
    date: payment.paymentDate,
    due,
    held,
  };
  const occasion = `payment-received:${payment.id}`;
  if (payment.receiptEmail) {
    await postMessage(work, {
      kind: 'payment-received',
      channel: 'email',
      ...paymentReceivedMessage(facts),
      agreementId: agreement.id,
      audience: 'vendor',
      recipient: payment.receiptEmail,
      attachment: { kind: receiptKind, id: agreement.id },
      occasion: `${occasion}:payer`,
    });
  }
  await notifyTeam(work, agreement, 'payment-received', { details: paymentSentence(facts, 'team'), occasion });
}
