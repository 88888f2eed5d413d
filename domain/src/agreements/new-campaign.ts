import { allow, type Decision, type FieldErrors, fieldError, refuseFields } from '@kerb/domain/kernel/decision.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { type FundsPurpose, fundsPurposes } from '@kerb/domain/vocabulary/value-lists.ts';

type Organisation = { enableDeposits: boolean };

/** The purposes that an organisation can raise a campaign for. Deposits need the organisation's setting. */
export const purposesOf = ({ enableDeposits }: Organisation): FundsPurpose[] =>
  fundsPurposes.filter((purpose) => purpose !== 'deposit' || enableDeposits);

/** A campaign without an amount could never be sent. */
export const isBudgetAboveZero = (budget: Cents | null): budget is Cents => budget !== null && budget > 0;

type NewCampaign = { campaignBudget: Cents | null; campaignBudgetFundsPurpose: FundsPurpose };

export function decideNewCampaign(
  { campaignBudget, campaignBudgetFundsPurpose }: NewCampaign,
  organisation: Organisation,
): Decision<null> {
  const errors: FieldErrors = {
    ...(!isBudgetAboveZero(campaignBudget) && fieldError('campaignBudget', 'notValid', 'Enter an amount above zero.')),
    ...(!purposesOf(organisation).includes(campaignBudgetFundsPurpose) &&
      fieldError('campaignBudgetFundsPurpose', 'notValid', 'This organisation does not take deposits.')),
  };
  return Object.keys(errors).length === 0 ? allow(null) : refuseFields(errors);
}
