import type { MoneyStyle } from '@kerb/domain/kernel/money.ts';
import { type Cents, formatMoney } from '@kerb/domain/kernel/money.ts';
import { secretPlace } from '@kerb/domain/vocabulary/message-secrets.ts';
import { type FundsPurpose, fundsPurposeLabels } from '@kerb/domain/vocabulary/value-lists.ts';

export const linkIsYours = 'The link is yours alone. Please do not forward it.';

export type PaymentLinkFacts = {
  brand: string;
  money: MoneyStyle;
  payerFirstName: string;
  tenantName: string;
  campaignName: string;
  budget: Cents;
  purpose: FundsPurpose;
  flowNumber: string;
};

/** The messages that carry a Payment URL. `secretPlace` is the link. */
export const paymentLinkMessages = {
  email: (facts: PaymentLinkFacts) => ({
    subject: `${facts.tenantName} has sent you a ${fundsPurposeLabels[facts.purpose].toLowerCase()} payment to review`,
    body: [
      `Hello ${facts.payerFirstName},`,
      `${facts.tenantName} has prepared a ${fundsPurposeLabels[facts.purpose].toLowerCase()} campaign of ` +
        `${formatMoney(facts.budget, facts.money)} for ${facts.campaignName} and asks you to review it and choose how to pay.`,
      'Open your campaign:',
      secretPlace,
      linkIsYours,
      `Your reference is ${facts.flowNumber}.`,
      facts.brand,
    ].join('\n\n'),
  }),
  sms: (facts: PaymentLinkFacts) => ({
    body: `${facts.brand}: ${facts.tenantName} has sent you campaign ${facts.flowNumber} to review: ${secretPlace}`,
  }),
};
