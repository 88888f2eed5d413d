import { australia } from '@kerb/domain/countries/australia/australia.ts';
import { newZealand } from '@kerb/domain/countries/new-zealand/new-zealand.ts';
import type { Decision } from '@kerb/domain/kernel/decision.ts';
import { decideChoice } from '@kerb/domain/options/choice.ts';
import { tenantOptions } from '@kerb/domain/options/finance-options.ts';
import {
  bannerHiddenIn,
  decideInterestFree,
  decideOffer,
  decideWithdraw,
  enableOne,
  interestFreeState,
  type OptionFacts,
  toggleOf,
} from '@kerb/domain/options/option-rules.ts';
import { decideQuote, ineligibleForPayOnSuccess, type QuoteFacts, quoteWords } from '@kerb/domain/options/quote.ts';
import { describe, expect, it } from 'vitest';

const options = tenantOptions([], australia);
const campaign: OptionFacts = {
  status: 'draft',
  campaignBudget: 4_200_00,
  campaignBudgetFundsPurpose: 'marketing',
  financeOptionCode: null,
  hasMoney: false,
  offered: (['pn', 'pos', 'pl'] as const).map((optionCode) => ({ optionCode, interestFreeOffered: false })),
  available: options,
  today: '2026-11-15',
};
const quoted: QuoteFacts = {
  status: 'draft',
  campaignBudget: 4_200_00,
  property: { type: 'house' },
  tenantType: 'agency',
  noAgency: false,
  agentOrg: null,
  externalListingUrl: null,
  discount: null,
};
const executed = { ...campaign, status: 'executed' as const };
const ended = {
  ...campaign,
  available: options.map((option) => ({
    ...option,
    interestFreeOffered: true,
    interestFreeOfferExpiryDate: '2026-11-14',
  })),
};

// biome-ignore format: a table
const refusals: [about: string, verdict: Decision<unknown>, code: string, says: RegExp][] = [
  ['choosing after a payment',               decideChoice({ ...campaign, financeOptionCode: 'pn', hasMoney: true }, 'pl', australia), 'money-received',  /Money has been received/],
  ['choosing after approval',                decideChoice(executed, 'pl', australia),                                          'choice-closed',          /no longer be changed/],
  ['choosing an option that is not offered', decideChoice({ ...campaign, offered: [] }, 'pl', australia),                      'option-not-offered',     /Pay Later is not available/],
  ['offering after approval',                decideOffer(executed, 'pl', australia),                                           'options-closed',         /no longer be changed/],
  ['withdrawing a paid option',              decideWithdraw({ ...campaign, financeOptionCode: 'pn', hasMoney: true }, 'pn', 'admin', australia), 'money-received', /so Pay Upfront stays offered/],
  ['withdrawing a chosen option',            decideWithdraw({ ...campaign, financeOptionCode: 'pl' }, 'pl', 'admin', australia), 'option-chosen',        /Pay Later has been chosen/],
  ['an offer without Pay Later',             decideInterestFree({ ...campaign, offered: [] }, true, 'admin'),                  'option-not-offered',     /Pay Later is not offered/],
  ['an offer that does not exist',           decideInterestFree(campaign, true, 'admin'),                                      'no-interest-free-offer', /has no interest-free offer/],
  ['an offer that has ended',                decideInterestFree(ended, true, 'admin'),                                         'no-interest-free-offer', /offer of this organisation has ended/],
  ['a quote for another option',             decideQuote(quoted, 'pl', australia),                                             'not-quoted',             /Only Pay On Success is quoted/],
  ['a quote in a country without one',       decideQuote(quoted, 'pos', newZealand),                                           'not-quoted',             /not offered here/],
  ['a quote after approval',                 decideQuote({ ...quoted, status: 'executed' }, 'pos', australia),                 'quote-closed',           /no longer quoted/],
  ['a quote for vacant land',                decideQuote({ ...quoted, property: { type: 'land' } }, 'pos', australia),         'not-eligible',           /cannot be quoted/],
];

describe('the texts of payment options', () => {
  it.each(refusals)('%s is refused with a reason', (_about, verdict, code, says) => {
    expect(verdict).toMatchObject({ ok: false, code, because: expect.stringMatching(says) });
  });

  it('show the reason for a refused quote at the option', () => {
    const verdict = decideQuote(quoted, 'pl', australia);
    expect(verdict).toMatchObject({ validation: { financeOptionCode: [{ type: 'notValid' }] } });
  });

  it('require at least one option, and announce no option before a payer has answered', () => {
    expect(enableOne).toMatch(/^Enable at least one/);
    expect(bannerHiddenIn).toEqual(['draft', 'waiting-invite']);
    expect(ineligibleForPayOnSuccess.every((words) => /^[A-Z].{8,}[^.]$/.test(words))).toBe(true);
    expect(ineligibleForPayOnSuccess).toHaveLength(7);
  });
});

describe('the reason for a refused quote', () => {
  // biome-ignore format: a table
  it.each<[string, Partial<QuoteFacts>, RegExp]>([
    ['propertyType',       { property: { type: null } },                       /type of the property/],
    ['campaignBudget',     { campaignBudget: null },                           /budget has not been entered/],
    ['propertyType',       { property: { type: 'land' } },                     /Vacant land/],
    ['externalListingUrl', { externalListingUrl: 'https://example.com/1' },    /already on the market/],
  ])('is shown at %s', (field, change, says) => {
    const verdict = decideQuote({ ...quoted, ...change }, 'pos', australia);
    expect(verdict).toMatchObject({ validation: { [field]: [{ message: expect.stringMatching(says) }] } });
  });

  it('is complete for an admin; others see first what is missing', () => {
    const errors = {
      property: [{ type: 'missing' as const, message: 'No property' }],
      agentOrg: [{ type: 'notValid' as const, message: 'An agency has not been nominated' }],
      externalListingUrl: [{ type: 'notValid' as const, message: 'On the market' }],
    };
    expect(quoteWords(errors, 'admin')).toBe('No property. An agency has not been nominated. On the market');
    expect(quoteWords(errors, 'manager')).toMatch(/^No property\. Please provide/);
    const { property: _, ...others } = errors;
    expect(quoteWords(others, 'manager')).toBeNull();
  });
});

describe('the card of an option', () => {
  it('is locked only by money for that option', () => {
    const paidUpfront = { ...campaign, financeOptionCode: 'pn' as const, hasMoney: true };
    const paidFee = { ...campaign, financeOptionCode: 'pos' as const, hasMoney: true };
    const may = (facts: OptionFacts) =>
      (['pn', 'pos', 'pl'] as const).map((code) => decideWithdraw(facts, code, 'admin', australia).ok);
    expect(may(paidUpfront)).toEqual([false, true, true]);
    expect(may(paidFee)).toEqual([true, false, true]);
  });

  it('says why it cannot be changed', () => {
    const chosen = { ...campaign, financeOptionCode: 'pl' as const };
    expect(toggleOf(chosen, 'pl', 'admin', australia)).toMatchObject({
      isOffered: true,
      mayToggle: false,
      message: 'Pay Later has been chosen. It can be switched off once another option is chosen.',
    });
    expect(toggleOf(campaign, 'pl', 'admin', australia)).toMatchObject({ mayToggle: true, message: null });
  });

  it('of an offered option stays, even if the organisation no longer has the option', () => {
    const without = { ...campaign, available: options.map((option) => ({ ...option, active: false })) };
    expect(toggleOf(without, 'pn', 'admin', australia)).toMatchObject({ isOffered: true, message: null });
  });

  it('uses only the offer of Pay Later for interest-free days', () => {
    const onUpfront = options.map((option) => ({ ...option, interestFreeOffered: option.optionCode === 'pn' }));
    expect(interestFreeState({ ...campaign, available: onUpfront })).toBe('none');
  });
});
