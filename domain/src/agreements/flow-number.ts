import type { CountryCode } from '@kerb/domain/countries/country.ts';
import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';

export type Numbered = { id: number; campaignBudgetFundsPurpose: FundsPurpose };

export const flowNumberLabel = 'Flow No.';

/** What a Flow No. of each purpose begins with, before the country. */
export const flowNumberPrefixes: Record<FundsPurpose, string> = { marketing: '', styling: '', deposit: 'D' };

/** 'AU10231', or 'DAU10231' for a deposit. */
export const flowNumber = ({ id, campaignBudgetFundsPurpose }: Numbered, country: CountryCode): string =>
  `${flowNumberPrefixes[campaignBudgetFundsPurpose]}${country}${id}`;

/** The letters of a Flow No. as a pattern. Ids have at most 15 digits: more would not be exact as a number. */
const letters = (country: string) => `(?:${[...new Set(Object.values(flowNumberPrefixes))].join('|')})${country}`;
const mostDigits = 15;
const typedPattern = new RegExp(`^(?:${letters('[A-Z]{2}')})?\\s*(\\d{1,${mostDigits}})$`, 'i');

/** The id in a typed Flow No., with or without its letters: 'DAU10231', 'au 10231', '10231'. Null for other text. */
export function flowNumberTyped(typed: string): number | null {
  const digits = typedPattern.exec(typed.trim())?.[1];
  return digits ? Number(digits) : null;
}

/** Every campaign id that a longer text could name: FLOW-AU10023, flow au 10 023, AU10023, DAU10023. */
export function flowNumbersIn(text: string, country: CountryCode): number[] {
  const pattern = new RegExp(`(?<![A-Z0-9])(?:FLOW[^A-Z0-9]*)?${letters(country)}[^A-Z0-9]*(\\d[\\d .-]*)`, 'g');
  const found = [...text.toUpperCase().matchAll(pattern)].flatMap(([, digits = '']) => {
    const groups = digits.split(/\D+/).filter(Boolean);
    return groups.map((_, at) => groups.slice(0, at + 1).join(''));
  });
  return [...new Set(found.filter((id) => id.length >= 4 && id.length <= mostDigits).map(Number))];
}
