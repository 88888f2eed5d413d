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
const saidOf = (verdict: { ok: boolean; because?: string }) => (verdict.ok ? 'allowed' : verdict.because);
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

  // biome-ignore format: a table
  it.each<[Partial<ChangeFacts>, string]>([
    [{ status: 'cancelled' },                            'The campaign is over. Reopen the campaign first.'],
    [{ hasMoney: false },                                'No money has been received for this campaign. Change it in its own card.'],
    [{ isPaymentPending: true },                         'A payment for this campaign is being processed. Wait for its outcome.'],
    [{ money: { ...paid.money, underRefund: 1 } },       'A refund for this campaign is being processed. Wait for its outcome.'],
    [{ money: { ...paid.money, onItsWay: 1 } },          'The funds are on their way to the organisation. Discard their batch first.'],
    [{ financeOptionCode: 'pl', status: 'signed' },      'The terms are signed, so they can no longer change.'],
  ])('is refused in words: %j', (changed, because) => {
    expect(saidOf(decideChangeOpen({ ...paid, ...changed }))).toBe(because);
  });

  it('says what was transferred, and where a fee is changed', () => {
    const facts = { ...paid, money: { ...money, transferred: 1 } };
    expect(decideChangeValues(facts, { campaignBudget: 0 }, australia)).toMatchObject({ code: 'not-valid' });
    expect(codeOf(decideChangeValues(facts, { campaignBudget: 1 }, australia))).toBe('allowed');
    const most = { ...facts, money: { ...money, transferred: 400_00 } };
    expect(saidOf(decideChangeValues(most, { campaignBudget: 1 }, australia))).toBe(
      '$400 has been transferred to the organisation. Enter at least that.',
    );
    expect(saidOf(decideChangeValues(most, { financeOptionCode: 'pl' }, australia))).toBe(
      'The funds have been transferred to the organisation.',
    );
    expect(saidOf(decideChangeValues(paid, { serviceFee: 1, financeOptionCode: 'pl' }, australia))).toBe(
      'Change the fee of this payment option in its own card.',
    );
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
    ['waiting-info',     'pn',  'pn',  true,  'waiting-info'],
    ['waiting-info',     'pos', 'pn',  true,  'waiting-info'],
    ['draft',            'pn',  'pn',  true,  'draft'],
    ['complete',         'pn',  'pn',  false, 'waiting-approval'],
    ['complete',         'pn',  'pn',  true,  'complete'],
    ['approved',         'pn',  'pl',  false, 'waiting-approval'],
    ['waiting-invite',   'pn',  'pl',  false, 'waiting-invite'],
    ['approved',         'pos', 'pos', true,  'approved'],
    ['approved',         'pos', 'pn',  true,  'approved'],
    ['approved',         'pos', 'pn',  false, 'waiting-approval'],
    ['approved',         'pl',  'pl',  false, 'approved'],
    ['complete',         'pos', 'pos', true,  'complete'],
    ['complete',         'pos', 'pn',  true,  'approved'],
    ['draft',            'pos', 'pn',  true,  'draft'],
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

  it('is said in words, also for a cent', () => {
    const each = { ...money, transferred: 1, kept: 1, earned: 1, discounts: 1, held: 1, due: 1 };
    expect(moneyLines(each, 1)).toEqual([
      { what: 'transferred', amount: 1, words: 'Transferred to the organisation' },
      { what: 'kept', amount: 1, words: 'Kept for the organisation' },
      { what: 'earned', amount: 1, words: 'Fees, surcharges and their tax' },
      { what: 'discount', amount: 1, words: 'Paid by us as a discount' },
      { what: 'towards', amount: 1, words: 'Paid towards an invoice that is not paid in full yet' },
      { what: 'held', amount: 1, words: 'Held for the payer' },
      { what: 'billed', amount: 1, words: 'Still to be paid by the payer' },
    ]);
  });

  it('does not count what is lent as kept for the organisation', () => {
    expect(moneyLines({ ...money, kept: 500_00, agreed: 400_00 }, 0)).toMatchObject([{ what: 'kept', amount: 100_00 }]);
  });

  it('counts the parts of an invoice as paid, and a loan not', () => {
    const invoiced = (account: 'organisation' | 'fees' | 'tax' | 'discounts', amount: number) =>
      booksAfter(emptyBooks, [{ account, amount, invoiceId: 7 }]).settled;
    expect([invoiced('organisation', -5), invoiced('fees', -5), invoiced('tax', -5)]).toEqual([5, 5, 5]);
    expect(invoiced('discounts', 5)).toBe(-5);
    expect(booksAfter(emptyBooks, [{ account: 'organisation', amount: -5, invoiceId: null }]).settled).toBe(0);
    expect(booksAfter(emptyBooks, [{ account: 'received', amount: -5, invoiceId: 7 }]).settled).toBe(0);
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
