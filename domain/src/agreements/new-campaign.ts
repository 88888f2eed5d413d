import { type Actor, belongsToOrganisations, realActorOf } from '@kerb/domain/access/actor.ts';
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

/**
 * The agent of a new campaign: the member who creates it, or on whose behalf a program does. Null for an admin, also
 * for one who impersonates a standing and not a person, and for a program that acts for the whole organisation.
 */
export function agentOfNewCampaign(actor: Actor, tenantId: number): number | null {
  if (actor.client) return actor.client.agentUserId;
  const isStandIn = actor.viewedBy !== undefined && realActorOf(actor).userId === actor.userId;
  const isMember = belongsToOrganisations(actor) && actor.memberships.some((member) => member.tenantId === tenantId);
  return isMember && !isStandIn ? actor.userId : null;
}
