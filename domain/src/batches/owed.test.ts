import { decidePayable, largestPaymentCents, type OwedFacts, owedOf, transferOf } from '@kerb/domain/batches/owed.ts';
import { describe, expect, it } from 'vitest';

const style = { locale: 'en-NZ', currency: 'NZD' };
const books = { organisation: -420_000, transit: 0, payer: 0, refunds: 0 };
const tooMuch = largestPaymentCents + 1;
const facts: OwedFacts = { books, fundManually: false, isInBatch: false, payableFrom: null, today: '2026-11-16' };

// biome-ignore format: a table
const cases: [when: string, more: Partial<OwedFacts>, transfer: string, by: string][] = [
  ['kept',                                {},                                                                'next-batch',  'batch'],
  ['kept, with Fund Manually',            { fundManually: true },                                            'manual',      'hand'],
  ['in a batch',                          { isInBatch: true },                                               'in-batch',    ''],
  ['in a batch, with Fund Manually',      { isInBatch: true, fundManually: true },                           'in-batch',    ''],
  ['kept while a part is due',            { books: { ...books, payer: 50_000 } },                            'due',         ''],
  ['due, with Fund Manually',             { books: { ...books, payer: 50_000 }, fundManually: true },        'due',         ''],
  ['kept while a refund is processed',    { books: { ...books, refunds: -1 } },                              'refunding',   ''],
  ['under refund and due',                { books: { ...books, refunds: -1, payer: 1 } },                    'refunding',   ''],
  ['a loan on the last day to cancel',    { payableFrom: '2026-11-17' },                                     'cooling-off', ''],
  ['such a loan, with Fund Manually',     { payableFrom: '2026-11-17', fundManually: true },                 'cooling-off', ''],
  ['a loan on its first day',             { payableFrom: '2026-11-16' },                                     'next-batch',  'batch'],
  ['the most that a bank file can pay',   { books: { ...books, organisation: -largestPaymentCents } },       'next-batch',  'batch'],
  ['a cent more',                         { books: { ...books, organisation: -tooMuch } },                   'too-large',   ''],
  ['a cent more, with Fund Manually',     { books: { ...books, organisation: -tooMuch }, fundManually: true }, 'manual',    'hand'],
  ['a cent more, in a batch',             { books: { ...books, organisation: -tooMuch }, isInBatch: true },  'in-batch',    ''],
];

describe('the transfer of owed funds', () => {
  it.each(cases)('%s', (_when, more, transfer, by) => {
    const all = { ...facts, ...more };
    expect(transferOf(all)).toBe(transfer);
    for (const way of ['batch', 'hand'] as const) {
      const decided = decidePayable(all, way, style);
      expect(decided.ok ? decided.value : decided.ok).toBe(way === by ? -all.books.organisation : false);
    }
  });

  // biome-ignore format: a table
  it.each<[Partial<OwedFacts>, 'batch' | 'hand', string]>([
    [{ books: { ...books, organisation: 0 } },          'batch', 'No funds are kept for the organisation.'],
    [{ books: { ...books, payer: 50_000 } },            'batch', '$500 is still to be paid.'],
    [{ books: { ...books, refunds: -1 } },              'hand',  'A refund of this campaign is being processed.'],
    [{ isInBatch: true },                               'hand',  'These funds are in a batch. Discard the batch first.'],
    [{ payableFrom: '2026-11-24' },                     'batch', 'The borrower may still cancel the loan. Its funds may be paid from 24 November 2026.'],
    [{ books: { ...books, organisation: -tooMuch } },   'batch', 'A bank file cannot pay $100,000,000 at once. Switch on Fund Manually and pay it by hand.'],
    [{ fundManually: true },                            'batch', 'This campaign is funded manually.'],
    [{},                                                'hand',  'The next batch pays this campaign. Switch on Fund Manually first.'],
  ])('is refused in words: %j by %s', (more, by, because) => {
    expect(decidePayable({ ...facts, ...more }, by, style)).toMatchObject({ ok: false, because });
  });
});

describe('what is owed to an organisation', () => {
  // biome-ignore format: a table
  it.each([
    [0,        0,        0      ],
    [-420_000, 0,        420_000],
    [0,        -420_000, 420_000],
    [-80_000,  -420_000, 500_000],
  ])('with %j kept and %j on its way is %j', (organisation, transit, owed) => {
    expect(owedOf({ organisation, transit })).toBe(owed);
  });
});
