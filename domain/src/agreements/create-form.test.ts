import {
  type CreateForm,
  createTitle,
  defaultFundsPurpose,
  emptySlot,
  isSlotComplete,
  mayCreate,
  ownersHint,
  type PayerSlot,
  slotsSharingEmail,
} from '@kerb/domain/agreements/create-form.ts';
import { duplicatePayerEmail } from '@kerb/domain/agreements/new-payer.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const kim: PayerSlot = { firstName: 'Kim', surname: 'Example', emailAddress: 'kim@example.com', mobilePhone: '' };
const sam: PayerSlot = {
  firstName: 'Sam',
  surname: 'Example',
  emailAddress: 'sam@example.com',
  mobilePhone: '0412 345 678',
};

describe('the Create referral dialog', () => {
  it.each([
    ['agency', 'marketing'],
    ['supplier', 'styling'],
    ['financial', 'styling'],
  ] as const)('opens for an organisation of type %s with %s', (type, purpose) => {
    expect(defaultFundsPurpose(type)).toBe(purpose);
  });

  // biome-ignore format: a table
  it.each([
    ['marketing', 'Create Marketing Referral',      'All registered owners on the title must be added'],
    ['styling',   'Create Styling Referral',        'All registered owners on the title must be added'],
    ['deposit',   'Create Deposit Payment Request', null],
  ] as const)('for %s has the title %j and the hint %j', (purpose, title, hint) => {
    expect(createTitle(purpose)).toBe(title);
    expect(ownersHint(purpose)).toBe(hint);
  });
});

describe('a payer slot', () => {
  // biome-ignore format: a table
  it.each<[string, Partial<PayerSlot>, boolean]>([
    ['names and an address',   {},                              true ],
    ['also a mobile',          { mobilePhone: '0412 345 678' }, true ],
    ['a mobile of spaces',     { mobilePhone: '  ' },           true ],
    ['spaces around',          { emailAddress: ' kim@example.com ' }, true ],
    ['no first name',          { firstName: '' },               false],
    ['a first name of spaces', { firstName: '  ' },             false],
    ['no surname',             { surname: '' },                 false],
    ['no address',             { emailAddress: '' },            false],
    ['half an address',        { emailAddress: 'kim@' },        false],
    ['no values',              emptySlot,                       false],
  ])('with %s is complete: %o %j', (_what, change, expected) => {
    expect(isSlotComplete({ ...kim, ...change })).toBe(expected);
  });
});

describe('email addresses of payers', () => {
  const at = (...addresses: string[]) => addresses.map((emailAddress) => ({ ...kim, emailAddress }));

  // biome-ignore format: a table
  it.each([
    ['one',                    ['a@x.com'],                                  []],
    ['different',              ['a@x.com', 'b@x.com'],                       []],
    ['the same',               ['a@x.com', 'a@x.com'],                       [0, 1]],
    ['the same in capitals',   ['a@x.com', 'b@x.com', 'A@X.COM'],            [0, 2]],
    ['the same after a space', ['a@x.com', ' a@x.com'],                      [0, 1]],
    ['two pairs',              ['a@x.com', 'b@x.com', 'B@x.com', 'a@X.com'], [0, 1, 2, 3]],
    ['not typed yet',          ['', ''],                                     []],
  ])('that are %s are shared by slots %j', (_what, addresses, expected) => {
    expect(slotsSharingEmail(at(...addresses))).toEqual(expected);
  });

  it('that are shared are refused in the specified words', () => {
    expect(duplicatePayerEmail).toBe('Please use a different email address for each Vendor/Buyer');
  });

  it('are shared by no slot or by at least two', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('', 'a@x.com', 'A@x.com', 'b@x.com', 'c@x.com'), { maxLength: 6 }),
        (addresses) => {
          expect(slotsSharingEmail(at(...addresses))).not.toHaveLength(1);
        },
      ),
    );
  });
});

describe('the Create button', () => {
  const form: CreateForm = { amountCents: 4_200_00, date: '2026-11-20', slots: [kim], isLoading: false };

  // biome-ignore format: a table
  it.each<[string, Partial<CreateForm>, boolean]>([
    ['everything is filled in',                     {},                                                   true ],
    ['there are two payers',                        { slots: [kim, sam] },                                true ],
    ['a further slot was opened and left empty',    { slots: [kim, emptySlot, sam, emptySlot] },          true ],
    ['a further slot has only spaces',              { slots: [kim, { ...emptySlot, surname: ' ' }] },     true ],
    ['the amount is one cent',                      { amountCents: 1 },                                   true ],
    ['it is loading',                               { isLoading: true },                                  false],
    ['there is no amount',                          { amountCents: null },                                false],
    ['the amount is zero',                          { amountCents: 0 },                                   false],
    ['there is no date',                            { date: null },                                       false],
    ['the date was cleared',                        { date: '' },                                         false],
    ['there is no slot',                            { slots: [] },                                        false],
    ['the first slot is empty',                     { slots: [emptySlot] },                               false],
    ['the first slot is empty and the next is not', { slots: [emptySlot, kim] },                          false],
    ['a further slot is half filled',               { slots: [kim, { ...emptySlot, firstName: 'Sam' }] }, false],
    ['a further slot has only a mobile',            { slots: [kim, { ...emptySlot, mobilePhone: '04' }] }, false],
    ['two payers share an address',                 { slots: [kim, { ...sam, emailAddress: 'KIM@example.com' }] }, false],
  ])('is enabled or disabled if %s', (_why, change, expected) => {
    expect(mayCreate({ ...form, ...change })).toBe(expected);
  });
});
