import { australia } from '@kerb/domain/countries/australia/australia.ts';
import { newZealand } from '@kerb/domain/countries/new-zealand/new-zealand.ts';
import { decideQuote, isQuoted, type QuoteFacts, quoteWords } from '@kerb/domain/options/quote.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';

const campaign: QuoteFacts = {
  status: 'waiting-invite',
  campaignBudget: 4_200_00,
  property: { type: 'house' },
  tenantType: 'agency',
  noAgency: false,
  agentOrg: null,
  externalListingUrl: null,
  discount: null,
};
const quote = (more: Partial<QuoteFacts> = {}) => decideQuote({ ...campaign, ...more }, 'pos', australia);
const fieldsOf = (more: Partial<QuoteFacts>) => {
  const verdict = quote(more);
  const validation = verdict.ok ? {} : (verdict.validation ?? {});
  return Object.entries(validation).flatMap(([field, errors]) => errors.map(({ type }) => `${field} ${type}`));
};

describe('the quote for Pay On Success', () => {
  it('is twelve per cent of the budget, less the discount, to the cent', () => {
    expect(quote()).toEqual({ ok: true, value: 504_00 });
    expect(quote({ discount: 100_00 })).toEqual({ ok: true, value: 404_00 });
    expect(quote({ discount: 9_999_00 })).toEqual({ ok: true, value: 0 });
    expect(quote({ campaignBudget: 1_234_56 })).toEqual({ ok: true, value: 148_15 });
  });

  it('is available in four statuses', () => {
    const quoted = agreementStatuses.filter((status) => quote({ status }).ok);
    expect(quoted).toEqual(['draft', 'waiting-invite', 'waiting-info', 'waiting-approval']);
    expect(agreementStatuses.filter((status) => isQuoted({ ...campaign, status }, australia))).toEqual(quoted);
  });

  it('needs an attached property, a budget of at least 1000, and a country that has it', () => {
    expect(isQuoted({ ...campaign, property: null }, australia)).toBe(false);
    expect(isQuoted({ ...campaign, campaignBudget: 999_99 }, australia)).toBe(false);
    expect(isQuoted({ ...campaign, campaignBudget: 1_000_00 }, australia)).toBe(true);
    expect(isQuoted(campaign, newZealand)).toBe(false);
    expect(decideQuote(campaign, 'pos', newZealand).ok).toBe(false);
    expect(decideQuote(campaign, 'pl', australia).ok).toBe(false);
  });

  // biome-ignore format: a table
  it.each<[string, Partial<QuoteFacts>, string[]]>([
    ['no property',                  { property: null },                    ['property missing']],
    ['no type of property',          { property: { type: null } },          ['propertyType missing']],
    ['no budget',                    { campaignBudget: null },              ['campaignBudget missing']],
    ['neither',                      { property: null, campaignBudget: null }, ['property missing', 'campaignBudget missing']],
    ['land',                         { property: { type: 'land' } },        ['propertyType notValid']],
    ['a listing',                    { externalListingUrl: 'https://example.com/1' }, ['externalListingUrl notValid']],
    ['no agency',                    { noAgency: true },                    ['agentOrg notValid']],
    ['a supplier without an agency', { tenantType: 'supplier' },            ['agentOrg notValid']],
    ['a supplier with an agency',    { tenantType: 'supplier', agentOrg: 'Harbour' }, []],
    ['too small a budget',           { campaignBudget: 999_99 },            ['campaignBudget notValid']],
  ])('names what rules it out: %s', (_, more, fields) => {
    expect(fieldsOf(more)).toEqual(fields);
  });
});

describe('the message for a refused quote', () => {
  const words = (more: Partial<QuoteFacts>, standing: 'admin' | 'manager' | 'employee') => {
    const verdict = quote(more);
    return quoteWords(verdict.ok ? undefined : verdict.validation, standing);
  };

  it('to an admin is the server’s own message', () => {
    expect(words({ property: null }, 'admin')).toBe('The property has not been added');
    expect(words({ noAgency: true }, 'admin')).toBe('An agency has not been nominated for this campaign');
  });

  it.each(['manager', 'employee'] as const)(
    'to a %s asks for what is missing, or says only that it is not eligible',
    (standing) => {
      expect(words({ property: null }, standing)).toBe(
        'The property has not been added. Please provide missing details to allow us to assess eligibility.',
      );
      expect(words({ property: { type: 'land' } }, standing)).toBe(
        'This campaign is not eligible for Pay On Success Finance',
      );
      expect(words({ noAgency: true }, standing)).toBeNull();
    },
  );

  it('without a field is an unexpected error', () => {
    expect(quoteWords(undefined, 'admin')).toBe('An unexpected error occurred.');
    expect(quoteWords({}, 'manager')).toBe('An unexpected error occurred.');
  });
});
