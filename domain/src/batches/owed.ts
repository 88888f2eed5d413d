import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';

type OwedRule = {
  status: AgreementStatus;
  /**
   * Whether the payer must have paid first. Otherwise the funds are a loan and are owed once the agreement is signed.
   */
  isPaidFirst: boolean;
};

/** When a campaign's funds are owed to its organisation, by payment option. */
// biome-ignore format: a table
export const owedWhen: Record<FinanceOptionCode, OwedRule> = {
  pn:  { status: 'approved', isPaidFirst: true  },
  pos: { status: 'signed',   isPaidFirst: false },
  pl:  { status: 'signed',   isPaidFirst: false },
};

export type OwedFacts = {
  status: AgreementStatus;
  financeOptionCode: FinanceOptionCode | null;
  campaignUpfrontPaymentRef: string | null;
  /** The day on which the funds were transferred to the organisation. */
  campaignAgencySettlementDate: Day | null;
};

/**
 * Whether funds are owed now: due to the organisation and not yet transferred. Nothing is owed before an option is
 * chosen.
 */
export function isOwed(campaign: OwedFacts): boolean {
  if (campaign.financeOptionCode === null || campaign.campaignAgencySettlementDate !== null) return false;
  const { status, isPaidFirst } = owedWhen[campaign.financeOptionCode];
  return campaign.status === status && (!isPaidFirst || Boolean(campaign.campaignUpfrontPaymentRef));
}

/** How owed funds are transferred: by the batch that they are in, by hand, or by the next batch. */
export function transferOf(funds: { isInBatch: boolean; fundManually: boolean }): 'in-batch' | 'manual' | 'next-batch' {
  if (funds.isInBatch) return 'in-batch';
  return funds.fundManually ? 'manual' : 'next-batch';
}

/** Whether a batch still pays the campaign. An admin may have switched to Fund Manually after the batch was made. */
export const isPaidByBatch = (campaign: OwedFacts & { fundManually: boolean }): boolean =>
  isOwed(campaign) && !campaign.fundManually;

type OwedAmounts = { campaignAgencySettlementAmount: Cents | null; campaignBudget: Cents | null };

/**
 * The amount for the organisation: the agreed settlement amount, or otherwise the budget. The additional amount of Pay
 * Later is not part of it, unless the settlement amount includes it.
 */
export const owedAmount = (campaign: OwedAmounts): Cents =>
  campaign.campaignAgencySettlementAmount ?? campaign.campaignBudget ?? 0;
