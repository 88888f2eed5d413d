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
import { owedInLedger } from '@kerb/server/features/loan-books/owed-in-ledger.ts';
import { payersOf } from '@kerb/server/features/payers/payers.repository.ts';
import { getPayment, paymentNumber } from '@kerb/server/features/payments/payments.repository.ts';
import { ourContact } from '@kerb/server/platform/outbox/campaign-senders.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Tells every payer of a loan, and the organisation's team, that money arrived, and what is still owed. */
export async function notifyOfRepayment(work: Work, agreement: AgreementRecord, paymentId: number): Promise<void> {
  const { country } = work.deps;
  const payment = await getPayment(work.tx, paymentId);
  const books = await booksOf(work.tx, agreement.id);
  const facts: PaymentReceivedFacts = {
    ...ourContact(work.deps),
    money: country,
    campaignName: agreement.name,
    flowNumber: flowNumber(agreement, country.code),
    paymentNumber: paymentNumber(payment),
    amount: payment.amount,
    method: payment.method,
    date: payment.paymentDate,
    due: owedInLedger(books),
    held: moneyOf(books).held,
    isOfLoan: true,
    isWrittenOff: books.writeoffs > 0,
  };
  const occasion = `payment-received:${paymentId}`;
  for (const { id, userId, emailAddress } of await payersOf(work.tx, agreement.id)) {
    await postMessage(work, {
      kind: 'payment-received',
      channel: 'email',
      ...paymentReceivedMessage(facts),
      agreementId: agreement.id,
      audience: 'vendor',
      recipient: emailAddress,
      signatoryId: id,
      userId,
      occasion: `${occasion}:payer:${id}`,
    });
  }
  await notifyTeam(work, agreement, 'payment-received', { details: paymentSentence(facts, 'team'), occasion });
}
