import { australia } from '@kerb/domain/countries/australia/australia.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { newZealand } from '@kerb/domain/countries/new-zealand/new-zealand.ts';
import { type EmbedTerms, embedCosts, readAsked } from '@kerb/domain/embedding/embed-costs.ts';
import { estimatePayLater } from '@kerb/domain/loans/fees.ts';
import { tenantOptions } from '@kerb/domain/options/finance-options.ts';
import { payOnSuccessFee } from '@kerb/domain/options/option-terms.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const terms = (more: Partial<EmbedTerms> = {}): EmbedTerms => ({
  options: [],
  identifier: null,
  exemptNames: [],
  today: '2026-11-18',
  ...more,
});
const codes = (budgetCents: number, country: CountryRules = australia, more: Partial<EmbedTerms> = {}) =>
  embedCosts({ budgetCents, days: 90 }, terms(more), country).map(({ optionCode }) => optionCode);

describe('the costs that the calculator of a website shows', () => {
  it('are those of the country’s options', () => {
    expect(codes(5_000_00)).toEqual(['pn', 'pos', 'pl']);
    expect(codes(5_000_00, newZealand)).toEqual(['pn', 'pl']);
  });

  it('leave out what the budget is too small for, and what the organisation does not offer', () => {
    expect(codes(999_99)).toEqual(['pn']);
    expect(codes(1_000_00)).toEqual(['pn', 'pos', 'pl']);
    const without = tenantOptions([], australia).map((option) => ({ ...option, enabled: option.optionCode !== 'pl' }));
    expect(codes(5_000_00, australia, { options: without })).toEqual(['pn', 'pos']);
  });

  it('use the interest-free days of the organisation while its offer runs', () => {
    const [upfront, , later] = tenantOptions([], australia);
    const offer = {
      ...later!,
      interestFreeOffered: true,
      interestFreeDays: 90,
      interestFreeOfferExpiryDate: '2026-11-18',
    };
    const totalOn = (today: string) =>
      embedCosts({ budgetCents: 5_000_00, days: 90 }, terms({ options: [upfront!, offer], today }), australia).at(-1);
    expect(totalOn('2026-11-18')?.isEstimate).toBe(false);
    expect(totalOn('2026-11-19')?.isEstimate).toBe(true);
    expect(totalOn('2026-11-18')!.total).toBeLessThan(totalOn('2026-11-19')!.total);
  });

  it('are the figures of a campaign: the same rules, to the cent', () => {
    const budgets = fc.integer({ min: 1_000_00, max: 50_000_00 });
    fc.assert(
      fc.property(
        budgets,
        fc.nat({ max: 180 }),
        fc.constantFrom(australia, newZealand),
        (budgetCents, days, country) => {
          const costs = embedCosts({ budgetCents, days }, terms(), country);
          const of = (code: string) => costs.find(({ optionCode }) => optionCode === code);
          const { totalCents } = estimatePayLater(
            {
              budgetCents,
              additionalCents: 0,
              caveatFeeCents: country.securityRegistrationFeeCents,
              budgetOwnerFeeCents: 0,
              serviceFeeBasisPoints: country.payLater.serviceFeeBasisPoints,
              interestRateBasisPoints: country.payLater.interestRateBasisPoints,
              interestFreeDays: 0,
              days,
            },
            country,
          );
          expect(of('pl')?.total).toBe(totalCents);
          expect(of('pn')?.total).toBe(budgetCents);
          if (of('pos')) {
            const fee = payOnSuccessFee({ campaignBudget: budgetCents, discount: null }, country);
            expect([of('pos')?.dueNow, of('pos')?.total]).toEqual([fee, budgetCents + fee]);
          }
          for (const { lines, total } of costs)
            expect(lines.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(total);
        },
      ),
    );
  });
});

describe('what a visitor types', () => {
  it('is read as an amount and days', () => {
    expect(readAsked({ budget: '$5,000', days: ' 90 ' }, australia).asked).toEqual({ budgetCents: 5_000_00, days: 90 });
  });

  it.each([
    [{ budget: 'much', days: '90' }, ['budget']],
    [{ budget: '0', days: '90' }, ['budget']],
    [{ budget: '99999999', days: '90' }, ['budget']],
    [{ budget: '5000', days: '' }, ['days']],
    [{ budget: '', days: '9999' }, ['budget', 'days']],
  ])('is refused under its field: %o', (typed, fields) => {
    const { asked, errors } = readAsked(typed, australia);
    expect([asked, Object.keys(errors)]).toEqual([null, fields]);
  });
});
