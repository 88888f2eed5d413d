import { australia } from '@kerb/domain/countries/australia/australia.ts';
import { booksAfter, emptyBooks, moneyOf } from '@kerb/domain/payments/campaign-money.ts';
import {
  type ChangeFacts,
  decideChangeOpen,
  decideChangeValues,
  moneyLines,
  statusAfterChange,
  statusWhilePlanned,
} from '@kerb/domain/payments/change-after-payment.ts';
import { describe, expect, it } from 'vitest';

const money = moneyOf(emptyBooks);
const paid: ChangeFacts = {
  status: 'approved',
  financeOptionCode: 'pn',
  hasMoney: true,
  money: { ...money, paid: 1000_00, kept: 1000_00 },
  isPaymentPending: false,
};
const codeOf = (verdict: { ok: boolean; code?: string }) => (verdict.ok ? 'allowed' : verdict.code);

describe('a change after payment', () => {
  // biome-ignore format: a table
  it.each<[string, Partial<ChangeFacts>, string]>([
    ['a paid campaign',               {},                                                       'allowed'],
    ['a complete one, paid upfront',  { status: 'complete' },                                   'allowed'],
    ['a cancelled one',               { status: 'cancelled' },                                  'campaign-ended'],
    ['a declined one',                { status: 'rejected' },                                   'campaign-ended'],
    ['one without money',             { hasMoney: false },                                      'no-money'],
    ['one with a pending card',       { isPaymentPending: true },                               'payment-under-way'],
    ['one under refund',              { money: { ...paid.money, underRefund: 1 } },             'being-voided'],
    ['one in an approved batch',      { money: { ...paid.money, onItsWay: 1 } },                'funds-under-way'],
    ['a signed Pay Later',            { financeOptionCode: 'pl', status: 'signed' },            'terms-signed'],
    ['a complete Pay Later',          { financeOptionCode: 'pl', status: 'complete' },          'terms-signed'],
    ['an approved Pay On Success',    { financeOptionCode: 'pos' },                             'allowed'],
  ])('of %s is %s', (_, changed, code) => {
    expect(codeOf(decideChangeOpen({ ...paid, ...changed }))).toBe(code);
  });

  it('needs an amount, and never less than was transferred', () => {
    const decide = (change: object, transferred = 0, lent = 0) =>
      decideChangeValues({ ...paid, money: { ...money, transferred, lent } }, change, australia);
    expect(decide({ campaignBudget: 0 })).toMatchObject({
      validation: { 'change.campaignBudget': [{ message: 'Enter an amount.' }] },
    });
    expect(codeOf(decide({ campaignBudget: 399_99 }, 400_00))).toBe('funds-transferred');
    expect(codeOf(decide({ campaignBudget: 400_00 }, 400_00))).toBe('allowed');
    expect(codeOf(decide({ campaignBudget: 399_99 }, 400_00, 400_00))).toBe('allowed');
    expect(codeOf(decide({ financeOptionCode: 'pl' }, 1))).toBe('funds-transferred');
    expect(codeOf(decide({ financeOptionCode: 'pl' }))).toBe('allowed');
  });

  it('changes a fee only where it is paid now', () => {
    const decide = (change: object) => codeOf(decideChangeValues(paid, change, australia));
    expect(decide({ serviceFee: 100_00 })).toBe('allowed');
    expect(decide({ serviceFee: 100_00, financeOptionCode: 'pl' })).toBe('not-valid');
  });
});

describe('the status after a change', () => {
  // biome-ignore format: a table
  it.each([
    ['approved',         'pn',  'pn',  false, 'waiting-approval'],
    ['approved',         'pn',  'pn',  true,  'approved'],
    ['waiting-approval', 'pn',  'pn',  true,  'approved'],
    ['waiting-info',     'pn',  'pn',  false, 'waiting-info'],
    ['draft',            'pn',  'pn',  true,  'draft'],
    ['complete',         'pn',  'pn',  false, 'waiting-approval'],
    ['complete',         'pn',  'pn',  true,  'complete'],
    ['approved',         'pn',  'pl',  false, 'waiting-approval'],
    ['waiting-invite',   'pn',  'pl',  false, 'waiting-invite'],
    ['approved',         'pos', 'pos', true,  'approved'],
    ['approved',         'pos', 'pn',  true,  'approved'],
    ['approved',         'pos', 'pn',  false, 'waiting-approval'],
    ['approved',         'pl',  'pl',  false, 'approved'],
  ] as const)('from %s, %s to %s, paid: %s, is %s', (status, before, after, isPaid, expected) => {
    expect(statusAfterChange(status, { before, after }, isPaid)).toBe(expected);
  });

  it('while it is planned may ask for money', () => {
    expect(statusWhilePlanned('complete', { before: 'pn', after: 'pn' })).toBe('waiting-approval');
    expect(statusWhilePlanned('approved', { before: 'pn', after: 'pn' })).toBe('approved');
    expect(statusWhilePlanned('draft', { before: 'pn', after: 'pl' })).toBe('draft');
  });
});

describe('what happens to the money', () => {
  it('names each place of it once, and leaves out zeros', () => {
    const after = { ...money, kept: 400_00, held: 600_00, due: 5_00, earned: 1_00 };
    expect(moneyLines(after, 0).map(({ what, amount }) => [what, amount])).toEqual([
      ['kept', 400_00],
      ['earned', 1_00],
      ['held', 600_00],
      ['billed', 5_00],
    ]);
    expect(moneyLines(money, 700_00)).toMatchObject([{ what: 'towards', amount: 700_00 }]);
  });

  it('is added up from entries as the ledger does', () => {
    const before = { ...emptyBooks, held: -1000_00 };
    const after = booksAfter(before, [
      { account: 'held', amount: 400_00, invoiceId: null },
      { account: 'organisation', amount: -400_00, invoiceId: 7 },
    ]);
    expect(moneyOf(after)).toMatchObject({ held: 600_00, kept: 400_00, paid: 400_00 });
    expect(before.held).toBe(-1000_00);
  });
});
