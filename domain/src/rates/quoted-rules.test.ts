import { countries } from '@kerb/domain/countries/countries.ts';
import { countryCodes } from '@kerb/domain/countries/country.ts';
import { type RateChange, rateNames, rulesOn } from '@kerb/domain/countries/country-rates.ts';
import { addDays, type Day } from '@kerb/domain/kernel/dates.ts';
import { isQuotedBy, type Quoted, rulesOfCampaign } from '@kerb/domain/rates/quoted-rules.ts';
import { decideRateChange, mayBegin } from '@kerb/domain/rates/rate-changes.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const draft: Quoted = { quotedDay: null, isQuoted: false };

type Step =
  | { kind: 'add'; inDays: number; values: Record<string, number> }
  | { kind: 'withdraw'; place: number }
  | { kind: 'wait'; days: number }
  | { kind: 'quote' };

const someStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('add' as const),
    inDays: fc.integer({ min: -5, max: 20 }),
    values: fc.dictionary(fc.constantFrom(...rateNames), fc.nat(5_000), { minKeys: 1, noNullPrototype: true }),
  }),
  fc.record({ kind: fc.constant('withdraw' as const), place: fc.nat(5) }),
  fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 10 }) }),
  fc.record({ kind: fc.constant('quote' as const) }),
);

const pricesOf = ({ payLater, payOnSuccess, securityRegistrationFeeCents }: (typeof countries)['AU']) => ({
  payLater,
  payOnSuccess,
  securityRegistrationFeeCents,
});

describe('after any sequence of rows, withdrawals, days and quotes', () => {
  it.each(countryCodes)('a quoted campaign of %s has the rates of its quote, and a draft those of today', (code) => {
    const shipped = countries[code];
    fc.assert(
      fc.property(fc.array(someStep, { maxLength: 40 }), (steps) => {
        let today: Day = '2026-11-17';
        let changes: RateChange[] = [];
        const quotes: { campaign: Quoted; prices: unknown }[] = [];
        const on = (day: Day) => rulesOn(shipped, changes, day);
        const pricedAs = (campaign: Quoted) => pricesOf(rulesOfCampaign(campaign, { shipped, on, today }));
        for (const step of steps) {
          if (step.kind === 'add') {
            const asked = { from: addDays(today, step.inDays), values: step.values };
            const verdict = decideRateChange(asked, { country: shipped, changes, today });
            if (verdict.ok) changes = [...changes, verdict.value];
          } else if (step.kind === 'withdraw') {
            const found = changes[step.place];
            if (found && mayBegin(found.from, today)) changes = changes.filter((each) => each !== found);
          } else if (step.kind === 'wait') today = addDays(today, step.days);
          else {
            const prices = pricedAs(draft);
            quotes.push({ campaign: { quotedDay: today, isQuoted: true }, prices });
          }
          for (const { campaign, prices } of quotes) expect(pricedAs(campaign)).toEqual(prices);
          expect(pricedAs(draft)).toEqual(pricesOf(on(today)));
        }
      }),
    );
  });

  it('a campaign that was quoted before rates had days has the shipped ones', () => {
    const changes = [{ from: '2026-01-01', values: { payLaterInterest: 2_000 } }];
    const rules = { shipped: countries.AU, on: (day: Day) => rulesOn(countries.AU, changes, day), today: '2026-11-17' };
    expect(rulesOfCampaign({ quotedDay: null, isQuoted: true }, rules)).toBe(countries.AU);
    expect(rulesOfCampaign(draft, rules).payLater.interestRateBasisPoints).toBe(2_000);
  });

  it.each([
    ['draft', null, false],
    ['draft', 'pl', true],
    ['waiting-invite', null, true],
    ['approved', 'pn', true],
  ] as const)('%s with option %s is quoted: %s', (status, financeOptionCode, expected) => {
    expect(isQuotedBy({ status, financeOptionCode })).toBe(expected);
  });
});
