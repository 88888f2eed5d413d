import { countries } from '@kerb/domain/countries/countries.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { englishPayerWords } from '@kerb/domain/live/english-live-words.ts';
import { fundingSentence, limitedRecourseWarning } from '@kerb/domain/loans/funding-words.ts';
import { hardSentences, plainLimits } from '@kerb/domain/notifications/reading-level.ts';
import { declineWords } from '@kerb/domain/payments/card-declines.ts';
import { agreeFirst, chooseFirst, nothingToPay, refundPending } from '@kerb/domain/payments/may-pay.ts';
import { paperWords } from '@kerb/domain/payments/paper-words.ts';
import { mortgageChoiceLabels, mortgageQuestion, whatIsTrue } from '@kerb/domain/signing/mortgage-answer.ts';
import { termsFacts, termsFor } from '@kerb/domain/signing/terms.ts';
import { financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import { expect, it } from 'vitest';

type Facts = Parameters<typeof termsFor>[2];
const facts = Object.fromEntries(termsFacts.map((name) => [name, 'Ann'])) as Facts;

/**
 * The summary and the ticks of the terms. Their clauses are not measured: they are the contract, with words that the
 * law defines ('disclosure', 'security interest', 'external dispute resolution'), and they are behind one link.
 */
const termsOf = (country: CountryRules): string[] =>
  financeOptionCodes.flatMap((option) => {
    const terms = country.financeOptions.includes(option) ? termsFor(country, option, facts) : null;
    return terms ? [...terms.inShort, ...terms.criteria] : [];
  });

const fundingOf = (country: CountryRules): string[] =>
  (['pl', 'pos'] as const).map((option) => fundingSentence(option, 'approved', country) ?? '');

/** Each value of a table of words; a function is called with a name or an amount for each blank. */
const textsOf = (table: Record<string, unknown>): string[] =>
  Object.values(table).map((words) =>
    typeof words === 'function' ? String(words(...Array.from({ length: words.length }, () => 'Ann'))) : String(words),
  );

const all = Object.values(countries);
// biome-ignore format: a table
const sources: Record<string, readonly string[]> = {
  'the terms in short, and what is ticked': all.flatMap(termsOf),
  'when a campaign is paid for':            [...all.flatMap(fundingOf), limitedRecourseWarning],
  'what happened meanwhile':                textsOf(englishPayerWords.happened),
  'why a card was declined':                textsOf(declineWords),
  'why nothing can be paid now':            [agreeFirst, chooseFirst, nothingToPay, refundPending],
  'the mortgage':                           [mortgageQuestion, ...textsOf(mortgageChoiceLabels), ...textsOf(whatIsTrue)],
  'receipts, invoices and letters':         textsOf(paperWords),
};

it.each(Object.entries(sources))('payers of twelve understand every sentence: %s', (_what, texts) => {
  expect(texts.length).toBeGreaterThan(0);
  expect(hardSentences(texts.join('\n'), plainLimits)).toEqual([]);
});
