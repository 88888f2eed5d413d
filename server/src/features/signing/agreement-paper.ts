import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import type { TermsText } from '@kerb/domain/countries/terms-text.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { defaultBudgetOwnerFeeName } from '@kerb/domain/loans/fees.ts';
import { loanStartDate } from '@kerb/domain/loans/loan-dates.ts';
import { loanOf } from '@kerb/domain/loans/loan-figures.ts';
import { formatAddress } from '@kerb/domain/properties/address.ts';
import { nothingToSign } from '@kerb/domain/signing/signing-rules.ts';
import { type FinancedOption, isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import type { SignatoryRecord } from '@kerb/server/features/payers/payers.repository.ts';
import {
  type AgreementFacts,
  loanAgreement,
  successAgreement,
} from '@kerb/server/features/signing/agreement-document.ts';
import { termsOf } from '@kerb/server/features/signing/finance-terms.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { Problem } from '@kerb/server/platform/http/problem.ts';
import { letterheadOf } from '@kerb/server/platform/pdf/letterhead.ts';
import type { PdfDocument } from '@kerb/server/platform/pdf/pdf-document.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';

export const legalName = ({ firstName, middleNames, surname }: SignatoryRecord): string =>
  [firstName, middleNames, surname].filter(Boolean).join(' ');

type Reading = Pick<Deps, 'config' | 'country'> & { db: Database | Tx };

/** Reads within the transaction of a change, and so sees what it has written. */
export const paperReading = ({ tx, deps: { config, country } }: Work): Reading => ({ db: tx, config, country });

async function addressOf({ db, country }: Reading, { propertyId }: AgreementRecord) {
  if (propertyId === null) return null;
  const property = await db
    .selectFrom('properties')
    .select(['address', 'address2', 'address3', 'city', 'state', 'postalCode'])
    .where('id', '=', propertyId)
    .executeTakeFirstOrThrow();
  return formatAddress(property, country);
}

/** The key is the same for as long as the document says the same. It needs no drawing. */
export type AgreementPaper = { document: PdfDocument; terms: TermsText; key: string };

type Amounts = Parameters<typeof loanAgreement>[1];

function documentOf(option: FinancedOption, facts: AgreementFacts, loan: Amounts, serviceFeeCents: Cents): PdfDocument {
  // A fee that was paid before everyone has signed stays in the agreement as it was agreed.
  return option === 'pl' ? loanAgreement(facts, loan) : successAgreement(facts, { ...loan, serviceFeeCents });
}

/**
 * The agreement that is presented to every signatory. Dated by its approval, not by the clock, so that all of them sign
 * the same bytes.
 */
export async function agreementPaper(
  reading: Reading,
  agreement: AgreementRecord,
  signatories: readonly SignatoryRecord[],
): Promise<AgreementPaper> {
  const { country } = reading;
  const { financeOptionCode: option, applicationApprovedDate, createdDate, campaignPlannedStartDate } = agreement;
  if (!isFinanced(option)) throw new Problem(409, 'nothing-to-sign', nothingToSign);
  const date = applicationApprovedDate ?? createdDate;
  const signatureDate = dayIn(agreement.tenantTimeZone, date);
  const terms = termsOf(reading, agreement, option);
  const facts: AgreementFacts = {
    country,
    letterhead: letterheadOf(reading),
    date,
    flowNumber: flowNumber(agreement, country.code),
    property: await addressOf(reading, agreement),
    organisation: agreement.tenantName,
    payers: signatories.map(legalName),
    budgetOwnerFeeName: agreement.budgetOwnerFeeName || defaultBudgetOwnerFeeName,
    fundingRequestDate: campaignPlannedStartDate,
    comparisonRateBasisPoints: country.payLater.needsComparisonRate ? agreement.comparisonRate : null,
    terms,
  };
  const start = loanStartDate({ campaignPlannedStartDate, signatureDate });
  const loan = must(loanOf(agreement, start), `loan of campaign ${agreement.id}`);
  const document = documentOf(option, facts, loan, agreement.serviceFee ?? 0);
  return { document, terms, key: sha256(JSON.stringify(document)).toString('hex') };
}
