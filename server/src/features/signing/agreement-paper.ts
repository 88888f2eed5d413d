import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import type { TermsText } from '@kerb/domain/countries/terms-text.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { defaultBudgetOwnerFeeName } from '@kerb/domain/loans/fees.ts';
import { loanOf } from '@kerb/domain/loans/loan-figures.ts';
import { rateMissing } from '@kerb/domain/loans/save-terms.ts';
import { formatAddress } from '@kerb/domain/properties/address.ts';
import { changedAgreement, nothingToSign } from '@kerb/domain/signing/signing-rules.ts';
import { type FinancedOption, isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';
import { isPrintable } from '@kerb/domain/wire/printable-text.ts';
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
import { letterheadOf } from '@kerb/server/platform/pdf/letterhead.ts';
import type { PdfDocument } from '@kerb/server/platform/pdf/pdf-document.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Named = Pick<SignatoryRecord, 'firstName' | 'middleNames' | 'surname'>;
export const legalName = ({ firstName, middleNames, surname }: Named): string =>
  [firstName, middleNames, surname].filter(Boolean).join(' ');

export type PaperReading = Pick<Deps, 'config' | 'country'> & { db: Database | Tx };

/** Reads within the transaction of a change, and so sees what it has written. */
export const paperReading = ({ tx, deps: { config, country } }: Work): PaperReading => ({ db: tx, config, country });

async function addressOf({ db, country }: PaperReading, { propertyId }: AgreementRecord) {
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

/** Facts from before names had to be in Latin letters. The font would print empty boxes. */
function refuseUnprintable({ payers, organisation, property, budgetOwnerFeeName }: AgreementFacts): void {
  // biome-ignore format: a table
  const printed: [what: string, text: string][] = [
    ...payers.map((name): [string, string] => ['the name of a payer', name]),
    ['the name of the organisation',   organisation],
    ['the address of the property',    property ?? ''],
    ['the name of the fee',            budgetOwnerFeeName],
  ];
  const found = printed.find(([, text]) => !isPrintable(text));
  if (!found) return;
  const words = `The agreement cannot be printed, because ${found[0]} is not in Latin letters: ${found[1]}. Please correct it first.`;
  throw new Problem(409, 'not-printable', words);
}

type Amounts = Parameters<typeof loanAgreement>[1];

function documentOf(option: FinancedOption, facts: AgreementFacts, loan: Amounts, serviceFeeCents: Cents): PdfDocument {
  // A fee that was paid before everyone has signed stays in the agreement as it was agreed.
  return option === 'pl' ? loanAgreement(facts, loan) : successAgreement(facts, { ...loan, serviceFeeCents });
}

/**
 * The agreement that is presented to every signatory. Its file is dated by the approval, not by the clock, so that all
 * of them sign the same bytes. Its text states the rule for the loan's dates and none of the days.
 */
export async function agreementPaper(
  reading: PaperReading,
  agreement: AgreementRecord,
  signatories: readonly SignatoryRecord[],
): Promise<AgreementPaper> {
  const { country } = reading;
  const { financeOptionCode: option, applicationApprovedDate, createdDate, campaignPlannedStartDate } = agreement;
  if (!isFinanced(option)) throw new Problem(409, 'nothing-to-sign', nothingToSign);
  if (option === 'pl' && agreement.interestRate === null) throw new Problem(409, 'no-interest-rate', rateMissing);
  const date = applicationApprovedDate ?? createdDate;
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
  refuseUnprintable(facts);
  // The schedule counts days and names none, so that any start gives the same figures.
  const anyStart = dayIn(agreement.tenantTimeZone, date);
  const loan = must(loanOf(agreement, anyStart), `loan of campaign ${agreement.id}`);
  const document = documentOf(option, facts, loan, agreement.serviceFee ?? 0);
  return { document, terms, key: sha256(JSON.stringify(document)).toString('hex') };
}

export const otherAgreement = () => new Problem(409, 'agreement-changed', changedAgreement);

/** Null if the agreement cannot be written with the campaign's facts. */
export function noPaper(error: unknown): null {
  if (error instanceof Problem) return null;
  throw error;
}
