import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { BilledKind, PaymentMethod } from '@kerb/domain/payments/payments.contract.ts';
import type { upfrontPaymentMethods } from '@kerb/domain/vocabulary/value-lists.ts';

/** The campaign's code for a payment method: 'dc' is direct credit. */
// biome-ignore format: a table
const namedOnCampaign: Record<PaymentMethod, (typeof upfrontPaymentMethods)[number]> = {
  card:             'card',
  'direct-deposit': 'dc',
  manual:           'manual',
};

type Completed = { kind: BilledKind; paymentNumber: string; method: PaymentMethod; date: Day; paidCents: Cents };

/** The campaign's fields once it is paid in full, from the payment that completed it. */
export function fieldsOncePaid({ kind, paymentNumber, method, date, paidCents }: Completed): Partial<AgreementValues> {
  if (kind === 'service-fee') {
    return { serviceFeePaymentRef: paymentNumber, serviceFeePaymentMethod: namedOnCampaign[method] };
  }
  return {
    campaignUpfrontPaymentRef: paymentNumber,
    campaignUpfrontPaymentMethod: namedOnCampaign[method],
    campaignUpfrontPaymentDate: date,
    campaignUpfrontAmount: paidCents,
  };
}

/** The campaign's fields once it is no longer paid in full. */
export const fieldsOnceUnpaid = (kind: BilledKind): Partial<AgreementValues> =>
  kind === 'service-fee'
    ? { serviceFeePaymentRef: null, serviceFeePaymentMethod: null }
    : {
        campaignUpfrontPaymentRef: null,
        campaignUpfrontPaymentMethod: null,
        campaignUpfrontPaymentDate: null,
        campaignUpfrontAmount: null,
      };
