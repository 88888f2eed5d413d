import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import {
  type MoneyChangedFacts,
  moneyChangedMail,
  moneyChangedSentence,
} from '@kerb/domain/notifications/money-changed.ts';
import { moneyOf } from '@kerb/domain/payments/campaign-money.ts';
import { paidBack } from '@kerb/domain/payments/refunds.ts';
import { financeOptionLabels } from '@kerb/domain/vocabulary/value-lists.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { notifyTeam } from '@kerb/server/features/agreements/notify-team.ts';
import { payersOf } from '@kerb/server/features/payers/payers.repository.ts';
import { addressForMail } from '@kerb/server/features/payers/payment-links.ts';
import { depositInstructions } from '@kerb/server/features/payments/payment-view.ts';
import type { RefundRecord } from '@kerb/server/features/payments/refunds.repository.ts';
import { ourContact } from '@kerb/server/platform/outbox/campaign-senders.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type News = { reason: string; returned: number; refund?: MoneyChangedFacts['refund']; occasion: string };

/** Tells the payers and the team what applies now. No payer knows of a draft. */
async function notify(
  work: Work,
  agreement: AgreementRecord,
  { reason, returned, refund, occasion }: News,
): Promise<void> {
  const { country } = work.deps;
  const { id, books, financeOptionCode: option } = agreement;
  const { paid, due, held } = moneyOf(books);
  const facts: MoneyChangedFacts = {
    ...ourContact(work.deps),
    money: country,
    campaignName: agreement.name,
    flowNumber: flowNumber(agreement, country.code),
    budget: agreement.campaignBudget,
    optionLabel: option && financeOptionLabels[option],
    paid,
    due,
    held,
    returned,
    ...(refund && { refund }),
    transferTo: due > 0 ? depositInstructions(work.deps, id) : null,
  };
  for (const payer of agreement.status === 'draft' ? [] : await payersOf(work.tx, id)) {
    await postMessage(work, {
      kind: 'money-changed',
      channel: 'email',
      audience: 'vendor',
      recipient: payer.emailAddress,
      secrets: [await addressForMail(work, agreement, payer)],
      agreementId: id,
      signatoryId: payer.id,
      userId: payer.userId,
      occasion: `${occasion}:payer:${payer.id}`,
      ...moneyChangedMail(facts, payer.firstName),
    });
  }
  const details = `${moneyChangedSentence(facts, 'team')}\nReason: ${reason}`;
  await notifyTeam(work, agreement, 'money-changed', { details, occasion });
}

/** After a change of budget, option or fee. */
export const notifyOfChange = (
  work: Work,
  agreement: AgreementRecord,
  change: { reason: string; returned: number },
): Promise<void> =>
  notify(work, agreement, { ...change, occasion: `money-changed:${agreement.id}:${agreement.books.version}` });

/** After a part of a payment went back. */
export const notifyOfRefund = (
  work: Work,
  agreement: AgreementRecord,
  { refund, isToCard }: { refund: RefundRecord; isToCard: boolean },
): Promise<void> =>
  notify(work, agreement, {
    reason: refund.reason,
    returned: 0,
    refund: { amount: paidBack(refund), fee: refund.fee, isToCard },
    occasion: `refunded:${refund.id}`,
  });
