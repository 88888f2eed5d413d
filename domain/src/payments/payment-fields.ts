import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { PaymentKind, PaymentMethod } from '@kerb/domain/payments/payments.contract.ts';
import type { upfrontPaymentMethods } from '@kerb/domain/vocabulary/value-lists.ts';

/** How a campaign names the way in which its money came: 'dc' is direct credit. */
// biome-ignore format: a table
const namedOnCampaign: Record<PaymentMethod, (typeof upfrontPaymentMethods)[number]> = {
  card:             'card',
  'direct-deposit': 'dc',
  manual:           'manual',
};

type Completed = { kind: PaymentKind; paymentNumber: string; method: PaymentMethod; date: Day; paidCents: Cents };

/** What the campaign shows once it has been paid in full, by the payment that completed it. */
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

/** What it shows once it is no longer paid in full. */
export const fieldsOnceUnpaid = (kind: PaymentKind): Partial<AgreementValues> =>
  kind === 'service-fee'
    ? { serviceFeePaymentRef: null, serviceFeePaymentMethod: null }
    : {
        campaignUpfrontPaymentRef: null,
        campaignUpfrontPaymentMethod: null,
        campaignUpfrontPaymentDate: null,
        campaignUpfrontAmount: null,
      };
