import { flowNumber, flowNumberLabel } from '@kerb/domain/agreements/flow-number.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { moneyOf } from '@kerb/domain/payments/campaign-money.ts';
import { chargeLabels } from '@kerb/domain/payments/charge-labels.ts';
import { moneyLabels, refundFeeLabel, refundToCardLabel } from '@kerb/domain/payments/money-labels.ts';
import { paperWords } from '@kerb/domain/payments/paper-words.ts';
import { refundAdministrationFee } from '@kerb/domain/payments/payment-terms.ts';
import { paymentMethodLabels } from '@kerb/domain/payments/payments.contract.ts';
import { confirmationStamp } from '@kerb/domain/payments/receipts.ts';
import { paidBack } from '@kerb/domain/payments/refunds.ts';
import { cardLabel } from '@kerb/domain/vocabulary/card-schemes.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { isBeingRefunded } from '@kerb/server/features/payments/money-facts.ts';
import { type PaymentRecord, paymentNumber } from '@kerb/server/features/payments/payments.repository.ts';
import type { RefundRecord } from '@kerb/server/features/payments/refunds.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { dayOnPaper, fileDateOf, letterheadOf, moneyOnPaper } from '@kerb/server/platform/pdf/letterhead.ts';
import type { PdfDocument } from '@kerb/server/platform/pdf/pdf-document.ts';

type Settings = Pick<Deps, 'config' | 'country' | 'clock'>;
export type Confirmed = {
  agreement: AgreementRecord;
  payments: readonly PaymentRecord[];
  /** Parts that went back. */
  refunds: readonly RefundRecord[];
  payerNames: readonly string[];
};

const paidFor = {
  upfront: 'Campaign payment',
  'service-fee': chargeLabels.serviceFee,
  repayment: 'Repayment of the loan',
} as const;
const paidWith = ({ card, method }: PaymentRecord): string =>
  card ? `${cardLabel(card)} ending ${card.last4}` : paymentMethodLabels[method];
const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** The other uses of the money besides paying for the campaign, by its ledger. */
function restOf({ books }: AgreementRecord): [label: string, cents: number][] {
  const { underRefund, returned, held, due } = moneyOf(books);
  const rows: [string, number][] = [
    [refundToCardLabel, underRefund],
    [moneyLabels.payer.returned, returned],
    [moneyLabels.payer.held, held],
    [moneyLabels.payer.due, due],
  ];
  return rows.filter(([, cents]) => cents > 0);
}

/** What went back of the payments in part, and what was kept of it. */
function refundTotals({ refunds }: Confirmed): [label: string, cents: number][] {
  const rows: [string, number][] = [
    [moneyLabels.payer.refunded, sumOf(refunds.map(paidBack))],
    [refundFeeLabel, sumOf(refunds.map(({ fee }) => fee))],
  ];
  return rows.filter(([, cents]) => cents > 0);
}

/** The payments for a campaign, one by one, with days in its organisation's time zone. */
export function paymentConfirmation(deps: Settings, confirmed: Confirmed): PdfDocument {
  const { agreement, payments, payerNames } = confirmed;
  const { country, clock } = deps;
  const money = (cents: number) => moneyOnPaper(cents, deps);
  const flow = flowNumber(agreement, country.code);
  const today = dayIn(agreement.tenantTimeZone, clock.now());
  const surcharges = sumOf(payments.map(({ surcharge }) => surcharge));
  const total = sumOf(payments.map(({ amount }) => amount)) + surcharges;
  const stamp = confirmationStamp(agreement);
  const oldestFirst = payments.toSorted((a, b) => a.id - b.id);
  return {
    title: 'Payment Confirmation',
    locale: country.locale,
    letterhead: letterheadOf(deps),
    date: fileDateOf(today),
    footer: `${country.brand} · ${flow}`,
    blocks: [
      ...(stamp ? [{ kind: 'stamp', ...stamp } as const] : []),
      {
        kind: 'parties',
        columns: [
          { label: 'Paid by', lines: payerNames.length > 0 ? payerNames : ['–'] },
          { label: 'For', lines: [agreement.name, agreement.tenantName] },
        ],
      },
      {
        kind: 'facts',
        rows: [
          [flowNumberLabel, flow],
          ['Receipt number', oldestFirst.map(paymentNumber).join(', ')],
          ['Confirmed on', dayOnPaper(today, deps)],
        ],
      },
      {
        kind: 'table',
        columns: [{ label: 'Payment' }, { label: 'Paid with' }, { label: 'Date' }, { label: 'Amount', isFigure: true }],
        rows: oldestFirst.map((payment) => [
          `${paidFor[payment.kind]} ${paymentNumber(payment)}${isBeingRefunded(payment) ? ', being refunded' : ''}`,
          paidWith(payment),
          dayOnPaper(payment.paymentDate, deps),
          money(payment.amount),
        ]),
      },
      {
        kind: 'totals',
        rows: [
          ...(surcharges > 0 ? [{ label: chargeLabels.surcharge, value: money(surcharges) }] : []),
          { label: 'Total paid', value: money(total), isStrong: true },
          ...refundTotals(confirmed).map(([label, cents]) => ({ label, value: money(cents) })),
          ...restOf(agreement).map(([label, cents]) => ({ label, value: money(cents) })),
        ],
      },
      {
        kind: 'paragraph',
        isSmall: true,
        text: paperWords.refunds(money(refundAdministrationFee)),
      },
    ],
  };
}
