import { countries } from '@kerb/domain/countries/countries.ts';
import { countryCodes } from '@kerb/domain/countries/country.ts';
import { type TermsFacts, termsFacts, termsFor } from '@kerb/domain/signing/terms.ts';
import { financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import { describe, expect, it } from 'vitest';

const facts = Object.fromEntries(termsFacts.map((name) => [name, `<${name}>`])) as TermsFacts;
const all = countryCodes.flatMap((country) =>
  financeOptionCodes.map((option) => ({ country, option, terms: termsFor(country, option, facts) })),
);
const wordsOf = (terms: NonNullable<(typeof all)[number]['terms']>) =>
  [...terms.inShort, ...terms.sections.flatMap(({ paragraphs }) => paragraphs), ...terms.criteria].join('\n');

describe('the terms', () => {
  it('exist for exactly the options that a country has', () => {
    for (const { country, option, terms } of all) {
      const isOffered = (countries[country].financeOptions as readonly string[]).includes(option);
      expect(terms !== null, `${country} ${option}`).toBe(isOffered);
    }
  });

  it('leave no fact open', () => {
    for (const { terms } of all) if (terms) expect(wordsOf(terms)).not.toMatch(/[{}]|undefined/);
  });

  it('carry a version of their own for each text', () => {
    const versions = new Map<string, Set<string>>();
    for (const { terms } of all) {
      if (terms) versions.set(terms.version, (versions.get(terms.version) ?? new Set()).add(wordsOf(terms)));
    }
    expect([...versions.values()].every((texts) => texts.size === 1)).toBe(true);
  });

  // biome-ignore format: a table
  it.each([
    ['who lends, and the register’s number', '<fspNumber>'],
    ['the right to cancel',                  'within 5 working days'],
    ['relief in hardship',                   'unforeseen hardship'],
    ['the dispute scheme',                   '<disputeScheme>'],
    ['when repayment is due',                '180 days after the start'],
  ])('of a loan in New Zealand disclose %s', (_what, words) => {
    expect(wordsOf(termsFor('NZ', 'pl', facts)!)).toContain(words);
  });

  it('of paying upfront say what a refund costs and when there is none', () => {
    const words = wordsOf(termsFor('AU', 'pn', facts)!);
    expect(words).toContain('$25');
    expect(words).toContain('no refund once the campaign has started or the listing is published');
  });
});
