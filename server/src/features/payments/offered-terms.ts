import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import { optionUnavailable } from '@kerb/domain/options/option-rules.ts';
import { type AmountDue, amountDue, type OfferTerms, paidBy } from '@kerb/domain/payments/amount-due.ts';
import { payUpfrontUnavailable } from '@kerb/domain/payments/payments.contract.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { offersOf } from '@kerb/server/features/options/options.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';

/** The terms of the campaign's offer of this option. Refused if the campaign or its organisation does not offer it. */
export async function offeredTerms(
  db: Database | Tx,
  agreement: AgreementRecord,
  code: FinanceOptionCode,
  asked: { country: CountryRules; now: Moment },
): Promise<Decision<OfferTerms>> {
  const { offered } = await offersOf(db, agreement, asked);
  const offer = offered.find(({ optionCode }) => optionCode === code);
  if (!offer) {
    const because = code === 'pn' ? payUpfrontUnavailable : optionUnavailable;
    return refuse('option-not-offered', because);
  }
  const isFeeOnly = !paidBy[code]?.includesBudget;
  return allow({ serviceFee: offer.serviceFee ?? (isFeeOnly ? agreement.serviceFee : null), discount: offer.discount });
}

export const dueBy = (
  { campaignBudget }: Pick<AgreementRecord, 'campaignBudget'>,
  code: FinanceOptionCode,
  terms: OfferTerms,
): AmountDue => amountDue(code, campaignBudget, terms);
