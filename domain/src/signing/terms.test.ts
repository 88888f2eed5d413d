import { countries } from '@kerb/domain/countries/countries.ts';
import { countryCodes } from '@kerb/domain/countries/country.ts';
import { countsAsAgreed, type TermsFacts, termsFacts, termsFor } from '@kerb/domain/signing/terms.ts';
import { financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import { describe, expect, it } from 'vitest';

const facts = Object.fromEntries(termsFacts.map((name) => [name, `<${name}>`])) as TermsFacts;
const all = countryCodes.flatMap((country) =>
  financeOptionCodes.map((option) => ({ country, option, terms: termsFor(countries[country], option, facts) })),
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

  it('have every fact filled in', () => {
    for (const { terms } of all) if (terms) expect(wordsOf(terms)).not.toMatch(/[{}]|undefined/);
  });

  it('have a distinct version for each text', () => {
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
    ['when the organisation is paid',        'once 5 working days have ended after the day on which the last of you signs, and not before'],
    ['relief in hardship',                   'unforeseen hardship'],
    ['the dispute scheme',                   '<disputeScheme>'],
    ['when repayment is due',                '180 days after the start'],
  ])('of a loan in New Zealand disclose %s', (_what, words) => {
    expect(wordsOf(termsFor(countries.NZ, 'pl', facts)!)).toContain(words);
  });

  // A signature stores the version of the terms. If this text changes, the version must change too.
  // biome-ignore format: a table
  it.each([
    ['AU', 'pl-au-3', 180],
    ['NZ', 'pl-nz-4', 180],
  ] as const)('of a loan in %s state the longest loan in version %s: %i days', (country, version, days) => {
    const terms = termsFor(countries[country], 'pl', facts)!;
    expect(terms.version).toBe(version);
    expect(wordsOf(terms).match(/\d+ days after the (loan starts|start)/g)).toEqual([
      `${days} days after the loan starts`,
      `${days} days after the start`,
    ]);
    expect(terms.criteria.join()).toContain(`within ${days} days`);
    const longer = termsFor({ ...countries[country], longestLoanDays: 200 }, 'pl', facts)!;
    expect(wordsOf(longer)).not.toContain(String(days));
  });

  it('of a loan in AU state the days of the comparison rate', () => {
    expect(wordsOf(termsFor(countries.AU, 'pl', facts)!)).toContain('for the amount financed over 90 days,');
    const other = termsFor({ ...countries.AU, defaultCampaignPeriodDays: 60 }, 'pl', facts)!;
    expect(wordsOf(other)).toContain('for the amount financed over 60 days,');
  });

  // biome-ignore format: a table
  it.each([
    ['given',   '',         'What I have told you about myself, the property and my mortgage is true.'],
    ['unsure',  '-unsure',  'What I have told you about myself and the property is true. I am not sure about my mortgage.'],
    ['unasked', '-unasked', 'What I have told you about myself and the property is true.'],
  ] as const)('of a loan confirm only what was asked about the mortgage: %s', (answer, suffix, words) => {
    for (const [country, version] of [['AU', 'pl-au-3'], ['NZ', 'pl-nz-4']] as const) {
      const terms = termsFor(countries[country], 'pl', facts, answer)!;
      expect(terms.criteria).toContain(words);
      expect(terms.version).toBe(`${version}${suffix}`);
    }
    expect(termsFor(countries.AU, 'pn', facts, answer)!.version).toBe('pn-4');
  });

  it('of Pay Upfront are agreed to with one tick', () => {
    const terms = termsFor(countries.AU, 'pn', facts)!;
    expect([terms.version, terms.criteria.length]).toEqual(['pn-4', 1]);
  });

  it('of Pay Upfront say what a refund costs and when there is none', () => {
    const words = wordsOf(termsFor(countries.AU, 'pn', facts)!);
    expect(words).toContain('$25');
    expect(words).toContain('no refund once the campaign has started or the listing is published');
  });
});

describe('terms that a payer agreed to', () => {
  // biome-ignore format: a table
  it.each([
    ['pn',  'pn-4',             true],
    ['pn',  'pn-2',             false],
    ['pn',  'pl-au-1',          false],
    ['pl',  'pl-au-1',          true],
    ['pl',  'pl-au-0-unsure',   true],
    ['pl',  'pn-4',             false],
    ['pos', 'pos-au-1',         true],
    ['pos', 'pl-au-1',          false],
    [null,  'pn-4',             false],
    ['pl',  null,               false],
  ] as const)('count for %s in version %s: %s', (option, version, counts) => {
    expect(countsAsAgreed(countries.AU, option, version)).toBe(counts);
  });
});
