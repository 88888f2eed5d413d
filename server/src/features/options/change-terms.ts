import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import { type Decision, fieldError, refuse } from '@kerb/domain/kernel/decision.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { changedComparisonRate } from '@kerb/domain/loans/save-terms.ts';
import { decideChoice, repricedFields } from '@kerb/domain/options/choice.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { changeCampaign } from '@kerb/server/features/agreements/change-campaign.ts';
import { repricedIn, usualFields } from '@kerb/server/features/options/choose-option.ts';
import {
  amendActiveApplication,
  cancelApplication,
  keepApplicationInStep,
} from '@kerb/server/features/options/keep-application.ts';
import { offersOf } from '@kerb/server/features/options/options.repository.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type TermsChange = { campaignBudget?: Cents | undefined; financeOptionCode?: FinanceOptionCode | undefined };

const withTerms = (
  agreement: AgreementRecord,
  { campaignBudget, financeOptionCode }: TermsChange,
): AgreementRecord => ({
  ...agreement,
  ...(campaignBudget !== undefined && { campaignBudget }),
  ...(financeOptionCode !== undefined && { financeOptionCode }),
});

/** Whether the option after the change is offered, and its budget large enough. Approval and money do not count. */
export async function decideTermsChange(work: Work, agreement: AgreementRecord, change: TermsChange) {
  const { financeOptionCode: option } = withTerms(agreement, change);
  const offers = await offersOf(work.tx, agreement, { country: work.deps.country, now: work.now });
  const open = { ...offers, ...change, status: 'waiting-approval', hasMoney: false } as const;
  const campaignBudget = change.campaignBudget ?? agreement.campaignBudget;
  const facts = { ...open, campaignBudget, financeOptionCode: agreement.financeOptionCode };
  const decided: Decision<unknown> =
    option === null ? { ok: true, value: null } : decideChoice(facts, option, work.deps.country);
  if (decided.ok) return decided;
  const isOfBudget = decided.code === 'budget-too-small' && change.campaignBudget !== undefined;
  const field = isOfBudget ? 'change.campaignBudget' : 'change.financeOptionCode';
  return refuse(decided.code, decided.because, fieldError(field, 'notValid', decided.because));
}

/** The fields that a change of budget or option writes, with the prices that follow from it. */
export async function fieldsOfTerms(
  work: Work,
  agreement: AgreementRecord,
  change: TermsChange,
): Promise<Partial<AgreementValues>> {
  const changed = withTerms(agreement, change);
  const { campaignBudget, financeOptionCode } = changed;
  const isSwitched = financeOptionCode !== agreement.financeOptionCode;
  const own = {
    ...(campaignBudget !== agreement.campaignBudget && { campaignBudget }),
    ...(isSwitched && { financeOptionCode }),
  };
  if (isSwitched) return { ...own, ...(await usualFields(work, changed)) };
  if (financeOptionCode === null || !repricedIn.includes(agreement.status)) return own;
  const prices = { before: await usualFields(work, agreement), after: await usualFields(work, changed) };
  const repriced = repricedFields(changed, prices);
  return { ...own, ...repriced, ...changedComparisonRate({ ...changed, ...repriced }, work.deps.country) };
}

type Entry = Parameters<typeof changeCampaign>[3];

/** Writes new terms on a locked campaign. Its application follows. The caller moves its money and its status. */
export async function writeTerms(
  work: Work,
  agreement: AgreementRecord,
  fields: Partial<AgreementValues>,
  entry: Entry,
): Promise<AgreementRecord> {
  const changed = { ...agreement, ...fields };
  const isSwitched = changed.financeOptionCode !== agreement.financeOptionCode;
  if (isSwitched) await cancelApplication(work, agreement);
  await changeCampaign(work, agreement, fields, entry);
  if (isSwitched) await keepApplicationInStep(work, changed, agreement.status);
  else await amendActiveApplication(work, changed);
  return changed;
}
