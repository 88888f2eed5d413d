import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import { isOutdated } from '@kerb/domain/kernel/group-versions.ts';
import { changedComparisonRate } from '@kerb/domain/loans/save-terms.ts';
import { decideChoice, fieldsOfChoice, type PricedFields, repricedFields } from '@kerb/domain/options/choice.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { beforeApproval } from '@kerb/domain/vocabulary/status-groups.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import { type AgreementRecord, lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { changeCampaign } from '@kerb/server/features/agreements/change-campaign.ts';
import { refuseWhileCharging } from '@kerb/server/features/agreements/charges.ts';
import { refuseOtherOption } from '@kerb/server/features/agreements/money-lock.ts';
import {
  amendActiveApplication,
  cancelApplication,
  keepApplicationInStep,
} from '@kerb/server/features/options/keep-application.ts';
import { offersOf } from '@kerb/server/features/options/options.repository.ts';
import { tenantIdentifierOf, usualPrices } from '@kerb/server/features/options/price-options.ts';
import { mustAllow, outdated } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** The fees and the rate of the chosen option, by the default terms. */
export async function usualFields(work: Work, agreement: AgreementRecord): Promise<PricedFields> {
  const { country } = work.deps;
  const offers = await offersOf(work.tx, agreement, { country, now: work.now });
  const tenantIdentifier = await tenantIdentifierOf(work.tx, agreement);
  const prices = usualPrices({ agreement, offers, tenantIdentifier }, work.deps);
  return fieldsOfChoice(agreement.financeOptionCode, prices, country);
}

/** Sets or clears the option of a locked campaign. The application of an earlier option is cancelled. */
export async function setChoice(work: Work, agreement: AgreementRecord, code: FinanceOptionCode | null): Promise<void> {
  if (code !== null) {
    const offers = await offersOf(work.tx, agreement, { country: work.deps.country, now: work.now });
    mustAllow(decideChoice(offers, code, work.deps.country));
  }
  if (agreement.financeOptionCode === code) return;
  await refuseWhileCharging(work, agreement);
  const chosen = { ...agreement, financeOptionCode: code };
  await cancelApplication(work, agreement);
  await changeCampaign(work, agreement, { financeOptionCode: code, ...(await usualFields(work, chosen)) });
  await keepApplicationInStep(work, chosen, agreement.status);
  await work.deps.agreementEffects.bringMoneyInLine(work, chosen);
}

export const repricedIn: readonly AgreementStatus[] = [...beforeApproval, 'approved'];

/**
 * Wraps a change of a locked campaign's budget or terms. Updates its fees, except those that staff entered, and the
 * amount of its application. A changed agreement ends the signatures on the earlier one, and its invoices follow.
 */
export async function repricing(
  work: Work,
  agreement: AgreementRecord,
  change: () => Promise<Partial<AgreementValues>>,
): Promise<void> {
  const isPriced = agreement.financeOptionCode !== null && repricedIn.includes(agreement.status);
  const before = isPriced ? await usualFields(work, agreement) : null;
  const changed = { ...agreement, ...(await change()) };
  if (!before) {
    await work.deps.agreementEffects.keepSignaturesTrue(work, agreement.id);
    return work.deps.agreementEffects.bringMoneyInLine(work, changed);
  }
  const repriced = repricedFields(changed, { before, after: await usualFields(work, changed) });
  await changeCampaign(work, changed, {
    ...repriced,
    ...changedComparisonRate({ ...changed, ...repriced }, work.deps.country),
  });
  await amendActiveApplication(work, changed);
  await work.deps.agreementEffects.keepSignaturesTrue(work, agreement.id);
  await work.deps.agreementEffects.bringMoneyInLine(work, { ...changed, ...repriced });
}

type Request = { id: number; code: FinanceOptionCode; ifMatch: number | null };

/** Stores how the payer wants to pay, chosen by the payer or by staff for them. */
export async function chooseOption(work: Work, scope: AccessScope, { id, code, ifMatch }: Request): Promise<void> {
  const agreement = await lockCampaign(work.tx, scope, id);
  if (ifMatch !== null && isOutdated(ifMatch, agreement, ['option'])) throw outdated();
  refuseOtherOption(work, agreement, { code, standing: standingTowards(scope.actor, agreement) });
  await setChoice(work, agreement, code);
}
