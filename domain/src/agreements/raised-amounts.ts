import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';

/** The amounts of which a campaign's budget consists. */
const amountNames = ['campaignBudget', 'campaignAdditionalAmount'] as const;
type AmountName = (typeof amountNames)[number];
type Campaign = { status: AgreementStatus } & { [Name in AmountName]: number | null };

/** The amounts that a change sets. Those that it leaves out stay as they are. */
export type Amounts = { [Name in AmountName]?: number | null | undefined };

/**
 * The first amount that a change raises, and the campaign after it; null if nothing is raised, or for a draft, which
 * nobody has sent or approved.
 *
 * Sending and approving ask for the Marketing Schedule, so a campaign that was sent with a smaller budget needs it
 * before it grows beyond the limit. An approval was for the smaller amount, so a person who raises that of an approved
 * loan must be one who may approve the larger one.
 */
export function raisedAmounts<C extends Campaign>(
  campaign: C,
  amounts: Amounts,
): { raised: AmountName; after: C } | null {
  const raised = amountNames.find((name) => (amounts[name] ?? 0) > (campaign[name] ?? 0));
  if (!raised || campaign.status === 'draft') return null;
  const changed = amountNames.filter((name) => amounts[name] !== undefined);
  return { raised, after: { ...campaign, ...Object.fromEntries(changed.map((name) => [name, amounts[name]])) } };
}
