import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { serverCountries } from '@kerb/domain/countries/server-countries.ts';
import type { TermsText } from '@kerb/domain/countries/terms-text.ts';
import { type MortgageAnswer, whatIsTrue } from '@kerb/domain/signing/mortgage-answer.ts';
import { type FinanceOptionCode, isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';

/** The facts of the deployment and the campaign that are inserted into the terms. */
export const termsFacts = [
  'organisation',
  'company',
  'licenceNumber',
  'fspNumber',
  'disputeScheme',
  'supportPhone',
  'supportEmail',
] as const;
export type TermsFacts = Record<(typeof termsFacts)[number], string>;

/** Another statement is another text, so it has its own version. */
export const termsVersion = ({ version, criteria }: TermsText, answer: MortgageAnswer): string =>
  answer !== 'given' && criteria.some((text) => text.includes('{whatIsTrue}')) ? `${version}-${answer}` : version;

/**
 * Whether the terms that a payer agreed to count for the option. A borrower confirms changed terms again at signing, so
 * any version of the option's terms counts. Who pays upfront has no later step: only the version in force counts.
 */
export function countsAsAgreed(
  { code }: Pick<CountryRules, 'code'>,
  option: FinanceOptionCode | null,
  agreed: string | null,
): boolean {
  if (option === null || agreed === null) return false;
  return isFinanced(option) ? agreed.startsWith(`${option}-`) : agreed === serverCountries[code].terms[option]?.version;
}

type Country = Pick<CountryRules, 'code' | 'longestLoanDays' | 'defaultCampaignPeriodDays'>;
type Facts = TermsFacts & { longestLoanDays: string; comparisonDays: string; whatIsTrue: string };

const filledIn = (words: string, facts: Facts): string =>
  words.replace(/\{(\w+)\}/g, (_whole, name: keyof Facts) => facts[name]);

/**
 * The terms for this campaign's payer; null if the country does not have the option. If the country's longest loan
 * changes, the text changes, so the terms need a new version.
 */
export function termsFor(
  country: Country,
  option: FinanceOptionCode,
  facts: TermsFacts,
  answer: MortgageAnswer = 'given',
): TermsText | null {
  const text = serverCountries[country.code].terms[option];
  if (!text) return null;
  const all = {
    ...facts,
    longestLoanDays: String(country.longestLoanDays),
    comparisonDays: String(country.defaultCampaignPeriodDays),
    whatIsTrue: whatIsTrue[answer],
  };
  const fill = (words: string) => filledIn(words, all);
  return {
    version: termsVersion(text, answer),
    title: text.title,
    inShort: text.inShort.map(fill),
    sections: text.sections.map(({ heading, paragraphs }) => ({ heading, paragraphs: paragraphs.map(fill) })),
    criteria: text.criteria.map(fill),
  };
}
