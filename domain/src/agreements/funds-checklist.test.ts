import { type ChecklistFacts, fundsChecklist, type StepState } from '@kerb/domain/agreements/funds-checklist.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';

const fresh: ChecklistFacts = {
  status: 'waiting-invite',
  financeOptionCode: 'pn',
  campaignBudgetUpfrontPaymentMethodIntent: null,
  campaignUpfrontPaymentMethod: null,
  paymentState: 'none',
  fundsState: 'none',
  applicationSubmitDate: null,
  applicationApprovedDate: null,
  campaignFinanceSignatureDate: null,
  campaignAgencySettlementAmount: null,
  campaignAgencySettlementProcessing: null,
  hasRemittance: false,
};
const marks: Record<StepState, string> = { done: '✓', current: '>', toCome: '.' };
const drawn = (facts: Partial<ChecklistFacts>): string =>
  fundsChecklist({ ...fresh, ...facts })
    .map(({ state }) => marks[state])
    .join(' ');
const labels = (facts: Partial<ChecklistFacts>) => fundsChecklist({ ...fresh, ...facts }).map(({ label }) => label);

const byBank = { campaignBudgetUpfrontPaymentMethodIntent: 'bank-transfer' } as const;
const byCard = { campaignBudgetUpfrontPaymentMethodIntent: 'credit-card' } as const;
const paidByBank = {
  ...byBank,
  status: 'approved',
  campaignUpfrontPaymentMethod: 'dc',
  paymentState: 'paid',
  fundsState: 'kept',
} as const;
const paidByCard = {
  ...byCard,
  status: 'approved',
  campaignUpfrontPaymentMethod: 'card',
  paymentState: 'paid',
  fundsState: 'kept',
} as const;

describe('the checklist of funds paid upfront', () => {
  it('has these steps', () => {
    const tail = [
      'Payment received',
      'Funds transfer preparing',
      'Funds transfer ready',
      'Funds transfer processing',
      'Funds transferred',
    ];
    expect(labels({})).toEqual(['Payment method chosen', ...tail]);
    expect(labels(byCard)).toEqual(['Payment method chosen: Credit Card', ...tail]);
    expect(labels(byBank)).toEqual(['Payment method chosen: Bank Transfer', 'Remittance uploaded', ...tail]);
  });

  // biome-ignore format: a table
  it.each<[string, Partial<ChecklistFacts>, string]>([
    ['nothing chosen',               {},                                                          '> . . . . .'],
    ['a card chosen',                byCard,                                                      '✓ > . . . .'],
    ['a transfer chosen',            byBank,                                                      '✓ > . . . . .'],
    ['its remittance uploaded',      { ...byBank, hasRemittance: true },                          '✓ ✓ > . . . .'],
    ['paid, with remittance',        { ...paidByBank, hasRemittance: true },                      '✓ ✓ ✓ > . . .'],
    ['paid, without remittance',     paidByBank,                                                  '✓ ✓ > . . .'],
    ['paid by card',                 paidByCard,                                                  '✓ ✓ > . . .'],
    ['paid by card, not as chosen',  { ...paidByCard, ...byBank },                                '✓ ✓ > . . .'],
    ['the settlement amount is set', { ...paidByCard, campaignAgencySettlementAmount: 1 },        '✓ ✓ ✓ > . .'],
    ['in an approved batch',         { ...paidByCard, fundsState: 'on-its-way' },                 '✓ ✓ ✓ ✓ > .'],
    ['with the bank',                { ...paidByCard, fundsState: 'on-its-way', campaignAgencySettlementProcessing: '2026-11-01' }, '✓ ✓ ✓ ✓ ✓ >'],
    ['with the bank, then reopened', { ...byCard, campaignAgencySettlementProcessing: '2026-11-01' }, '✓ > . . . .'],
    ['owed again after a transfer',  { ...paidByCard, campaignAgencySettlementProcessing: '2026-11-01' }, '✓ ✓ > . . .'],
    ['transferred',                  { ...paidByCard, fundsState: 'transferred' },                '✓ ✓ ✓ ✓ ✓ ✓'],
    ['complete and transferred',     { ...paidByCard, status: 'complete', fundsState: 'transferred' }, '✓ ✓ ✓ ✓ ✓ ✓'],
    ['complete and still owed',      { ...paidByCard, status: 'complete' },                       '✓ ✓ > . . .'],
    ['part paid',                    { ...byCard, paymentState: 'part' },                         '✓ > . . . .'],
    ['under refund',                 { ...byCard, status: 'waiting-approval', paymentState: 'refunding' }, '✓ > . . . .'],
    ['cancelled before payment',     { ...byCard, status: 'cancelled' },                          '✓ . . . . .'],
  ])('%s', (_when, facts, expected) => expect(drawn(facts)).toBe(expected));

  it('names the actual way of payment, not the one that the payer chose', () => {
    expect(labels({ ...paidByCard, ...byBank })[0]).toBe('Payment method chosen: Credit Card');
  });
});

describe.each(['pl', 'pos'] as const)('the checklist of funds financed by %s', (financeOptionCode) => {
  const at = { financeOptionCode, applicationSubmitDate: '2026-11-01T00:00:00.000Z' };

  it('has these steps', () => {
    expect(labels({ financeOptionCode })).toEqual([
      'Application submitted',
      'In review',
      'Approved',
      'Agreement signed',
      'Funds transferred',
    ]);
  });

  // biome-ignore format: a table
  it.each<[string, Partial<ChecklistFacts>, string]>([
    ['sent',                         { status: 'waiting-invite', applicationSubmitDate: null },  '> . . . .'],
    ['submitted',                    { status: 'waiting-approval' },                             '✓ > . . .'],
    ['more information requested',   { status: 'waiting-info' },                                 '✓ > . . .'],
    ['requested before submitting',  { status: 'waiting-info', applicationSubmitDate: null },    '> . . . .'],
    ['approved',                     { status: 'approved' },                                     '✓ ✓ ✓ > .'],
    ['signed',                       { status: 'signed' },                                       '✓ ✓ ✓ ✓ >'],
    ['drawn, not transferred',       { status: 'executed', fundsState: 'kept' },                 '✓ ✓ ✓ ✓ >'],
    ['withdrawn, not transferred',   { status: 'withdrawn', fundsState: 'kept' },                '✓ ✓ ✓ ✓ >'],
    ['repaid, not transferred',      { status: 'complete', fundsState: 'kept' },                 '✓ ✓ ✓ ✓ >'],
    ['ordered from the bank',        { status: 'signed', fundsState: 'on-its-way' },             '✓ ✓ ✓ ✓ >'],
    ['signed and transferred',       { status: 'signed', fundsState: 'transferred' },            '✓ ✓ ✓ ✓ ✓'],
    ['drawn and transferred',        { status: 'executed', fundsState: 'transferred' },          '✓ ✓ ✓ ✓ ✓'],
    ['sent again after an approval', { status: 'waiting-invite', applicationApprovedDate: '2026-11-02T00:00:00.000Z' }, '> . . . .'],
    ['declined after submitting',    { status: 'rejected' },                                     '✓ . . . .'],
  ])('%s', (_when, facts, expected) => expect(drawn({ ...at, ...facts })).toBe(expected));
});

describe('every checklist', () => {
  it('has all done steps first, and at most one current step', () => {
    for (const status of agreementStatuses) {
      for (const financeOptionCode of ['pn', 'pos', 'pl'] as const) {
        expect(drawn({ status, financeOptionCode })).toMatch(/^(✓ ?)*(> ?)?(\. ?)*$/);
      }
    }
  });

  it('is empty until an option is chosen', () =>
    expect(fundsChecklist({ ...fresh, financeOptionCode: null })).toEqual([]));
});
