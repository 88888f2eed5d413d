import type { AgreementStatus, Tone } from '@kerb/domain/vocabulary/agreement-status.ts';
import type {
  FinanceOptionCode,
  paymentMethodIntents,
  upfrontPaymentMethods,
} from '@kerb/domain/vocabulary/value-lists.ts';

export type Badge = { text: string; tone: Tone };

type Intent = (typeof paymentMethodIntents)[number];
type Method = (typeof upfrontPaymentMethods)[number];

/** What a campaign's payment badges are read from: a row of a list or the whole campaign. */
export type Paying = {
  status: AgreementStatus;
  financeOptionCode: FinanceOptionCode | null;
  campaignBudgetUpfrontPaymentMethodIntent: Intent | null;
  campaignUpfrontPaymentMethod: Method | null;
  campaignUpfrontPaymentRef: string | null;
  serviceFeePaymentRef: string | null;
};

type Sent = Pick<Paying, 'status'> & { [Name in keyof Paying]?: Paying[Name] | undefined };

/** The facts for badges; a field that was not sent counts as null. */
export const payingOf = (campaign: Sent): Paying => ({
  status: campaign.status,
  financeOptionCode: campaign.financeOptionCode ?? null,
  campaignBudgetUpfrontPaymentMethodIntent: campaign.campaignBudgetUpfrontPaymentMethodIntent ?? null,
  campaignUpfrontPaymentMethod: campaign.campaignUpfrontPaymentMethod ?? null,
  campaignUpfrontPaymentRef: campaign.campaignUpfrontPaymentRef ?? null,
  serviceFeePaymentRef: campaign.serviceFeePaymentRef ?? null,
});

/** Direct credit and payments recorded by an admin count as bank transfer. */
// biome-ignore format: a table
const cameBy: Record<Method, Intent> = {
  card:   'credit-card',
  dc:     'bank-transfer',
  manual: 'bank-transfer',
};

type Way = Pick<Paying, 'campaignUpfrontPaymentMethod' | 'campaignBudgetUpfrontPaymentMethodIntent'>;

/** How the money came in or, until it has, how the payer chose to pay. Null before that choice. */
export const wayOfPaying = ({
  campaignUpfrontPaymentMethod: method,
  campaignBudgetUpfrontPaymentMethodIntent: intent,
}: Way): Intent | null => (method ? cameBy[method] : intent);

// biome-ignore format: a table
const upfrontBadges: Record<Intent, { awaiting: string; paid: string }> = {
  'bank-transfer': { awaiting: 'Awaiting Bank Transfer', paid: 'Paid by Bank Transfer' },
  'credit-card':   { awaiting: 'Awaiting Credit Card',   paid: 'Paid by Credit Card'   },
};

/**
 * Whether, and how, an upfront campaign has been paid. The money that came says how it came, even where the payer had
 * meant to pay in the other way; until then the badge names what they have chosen.
 */
export function upfrontBadge(campaign: Paying): Badge | null {
  if (campaign.financeOptionCode !== 'pn') return null;
  const method = campaign.campaignUpfrontPaymentMethod && cameBy[campaign.campaignUpfrontPaymentMethod];
  if (method && campaign.campaignUpfrontPaymentRef) return { text: upfrontBadges[method].paid, tone: 'success' };
  const chosen = campaign.campaignBudgetUpfrontPaymentMethodIntent ?? method;
  if (chosen) return { text: upfrontBadges[chosen].awaiting, tone: 'attention' };
  return campaign.status === 'complete' ? null : { text: 'Awaiting Payment', tone: 'attention' };
}

export const isPaidUpfront = (campaign: Paying): boolean => upfrontBadge(campaign)?.tone === 'success';

export const feeBadge = ({ serviceFeePaymentRef }: Paying): Badge | null =>
  serviceFeePaymentRef ? { text: 'POS Fee Paid', tone: 'success' } : null;

/** What has been paid and what is still awaited, in the order in which it is shown. */
export const paymentBadges = (campaign: Paying): Badge[] =>
  [upfrontBadge(campaign), feeBadge(campaign)].filter((badge) => badge !== null);
