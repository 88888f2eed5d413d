import {
  awaitsSignature,
  feeBadge,
  type Paying,
  paymentBadges,
  statusWord,
  upfrontBadge,
} from '@kerb/domain/agreements/badges.ts';
import { agreementStatuses, statusLabel, statusTone } from '@kerb/domain/vocabulary/agreement-status.ts';
import {
  financeOptionCodes,
  fundsPurposes,
  paymentMethodIntents,
  upfrontPaymentMethods,
} from '@kerb/domain/vocabulary/value-lists.ts';
import { describe, expect, it } from 'vitest';

const intents = [null, ...paymentMethodIntents] as const;
const methods = [null, ...upfrontPaymentMethods] as const;
const options = [null, ...financeOptionCodes] as const;
const refs = [null, 'ch_1'] as const;

const paying = (facts: Partial<Paying>): Paying => ({
  status: 'waiting-approval',
  financeOptionCode: 'pn',
  campaignBudgetUpfrontPaymentMethodIntent: null,
  campaignUpfrontPaymentMethod: null,
  campaignUpfrontPaymentRef: null,
  serviceFeePaymentRef: null,
  ...facts,
});

type Row = readonly [
  intent: (typeof intents)[number],
  method: (typeof methods)[number],
  ref: (typeof refs)[number],
  open: string,
  complete: string | null,
];

/** Every combination of intent, method and reference, with the badge while open and once complete. */
// biome-ignore format: a table
const grid: readonly Row[] = [
  // intent          method    ref     while open                once complete
  [null,            null,     null,   'Awaiting Payment',       null                    ],
  [null,            null,     'ch_1', 'Awaiting Payment',       null                    ],
  [null,            'card',   null,   'Awaiting Credit Card',   'Awaiting Credit Card'  ],
  [null,            'card',   'ch_1', 'Paid by Credit Card',    'Paid by Credit Card'   ],
  [null,            'dc',     null,   'Awaiting Bank Transfer', 'Awaiting Bank Transfer'],
  [null,            'dc',     'ch_1', 'Paid by Bank Transfer',  'Paid by Bank Transfer' ],
  [null,            'manual', null,   'Awaiting Bank Transfer', 'Awaiting Bank Transfer'],
  [null,            'manual', 'ch_1', 'Paid by Bank Transfer',  'Paid by Bank Transfer' ],
  ['bank-transfer', null,     null,   'Awaiting Bank Transfer', 'Awaiting Bank Transfer'],
  ['bank-transfer', null,     'ch_1', 'Awaiting Bank Transfer', 'Awaiting Bank Transfer'],
  ['bank-transfer', 'card',   null,   'Awaiting Bank Transfer', 'Awaiting Bank Transfer'],
  ['bank-transfer', 'card',   'ch_1', 'Paid by Credit Card',    'Paid by Credit Card'   ],
  ['bank-transfer', 'dc',     null,   'Awaiting Bank Transfer', 'Awaiting Bank Transfer'],
  ['bank-transfer', 'dc',     'ch_1', 'Paid by Bank Transfer',  'Paid by Bank Transfer' ],
  ['bank-transfer', 'manual', null,   'Awaiting Bank Transfer', 'Awaiting Bank Transfer'],
  ['bank-transfer', 'manual', 'ch_1', 'Paid by Bank Transfer',  'Paid by Bank Transfer' ],
  ['credit-card',   null,     null,   'Awaiting Credit Card',   'Awaiting Credit Card'  ],
  ['credit-card',   null,     'ch_1', 'Awaiting Credit Card',   'Awaiting Credit Card'  ],
  ['credit-card',   'card',   null,   'Awaiting Credit Card',   'Awaiting Credit Card'  ],
  ['credit-card',   'card',   'ch_1', 'Paid by Credit Card',    'Paid by Credit Card'   ],
  ['credit-card',   'dc',     null,   'Awaiting Credit Card',   'Awaiting Credit Card'  ],
  ['credit-card',   'dc',     'ch_1', 'Paid by Bank Transfer',  'Paid by Bank Transfer' ],
  ['credit-card',   'manual', null,   'Awaiting Credit Card',   'Awaiting Credit Card'  ],
  ['credit-card',   'manual', 'ch_1', 'Paid by Bank Transfer',  'Paid by Bank Transfer' ],
];

const facts = ([intent, method, ref]: Row) => ({
  campaignBudgetUpfrontPaymentMethodIntent: intent,
  campaignUpfrontPaymentMethod: method,
  campaignUpfrontPaymentRef: ref,
});
const notComplete = agreementStatuses.filter((status) => status !== 'complete');

describe('the upfront payment badge', () => {
  it('has a row for every combination', () => {
    const rows = grid.map(([intent, method, ref]) => `${intent} ${method} ${ref}`);
    const all = intents.flatMap((intent) =>
      methods.flatMap((method) => refs.map((ref) => `${intent} ${method} ${ref}`)),
    );
    expect(rows.toSorted()).toEqual(all.toSorted());
  });

  it.each(grid)('for intent %s, method %s and reference %s is %s, and %s once complete', (...row) => {
    for (const status of notComplete) expect(upfrontBadge(paying({ status, ...facts(row) }))?.text).toBe(row[3]);
    expect(upfrontBadge(paying({ status: 'complete', ...facts(row) }))?.text ?? null).toBe(row[4]);
  });

  it.each(options.filter((option) => option !== 'pn'))('is absent for %s', (option) => {
    for (const row of grid) {
      for (const status of agreementStatuses) {
        expect(upfrontBadge(paying({ financeOptionCode: option, status, ...facts(row) }))).toBeNull();
      }
    }
  });

  it('treats an empty reference as none', () => {
    const empty = { campaignUpfrontPaymentMethod: 'card', campaignUpfrontPaymentRef: '' } as const;
    expect(upfrontBadge(paying(empty))?.text).toBe('Awaiting Credit Card');
  });

  it('is green once paid and asks for attention before', () => {
    for (const row of grid) {
      const badge = upfrontBadge(paying(facts(row)))!;
      expect(badge.tone).toBe(badge.text.startsWith('Paid') ? 'success' : 'attention');
    }
  });
});

describe('the badge of the Pay On Success fee', () => {
  it('shows once the fee has a payment reference, whatever else is true', () => {
    for (const financeOptionCode of options) {
      for (const status of agreementStatuses) {
        const paid = paying({ financeOptionCode, status, serviceFeePaymentRef: 'ch_2' });
        expect(feeBadge(paid)).toEqual({ text: 'POS Fee Paid', tone: 'success' });
        expect(feeBadge({ ...paid, serviceFeePaymentRef: null })).toBeNull();
      }
    }
  });
});

describe('the payment badges of a campaign', () => {
  it('are both shown, or none', () => {
    const both = paymentBadges(paying({ serviceFeePaymentRef: 'ch_2' }));
    expect(both.map(({ text }) => text)).toEqual(['Awaiting Payment', 'POS Fee Paid']);
    expect(paymentBadges(paying({ financeOptionCode: 'pl' }))).toEqual([]);
  });
});

describe('the word for the status of a campaign', () => {
  const wordOf = (facts: Partial<Paying>) => statusWord({ ...paying(facts), campaignBudgetFundsPurpose: 'marketing' });
  const paid = { campaignUpfrontPaymentMethod: 'card', campaignUpfrontPaymentRef: 'ch_1' } as const;

  it('is Paid if it was paid upfront, and Awaiting Payment if an admin approved it without money', () => {
    expect(wordOf({ status: 'approved', ...paid })).toEqual({ text: 'Paid', tone: 'success' });
    expect(wordOf({ status: 'approved' })).toEqual({ text: 'Awaiting Payment', tone: 'attention' });
    for (const row of grid) {
      const isPaid = row[3].startsWith('Paid');
      expect(wordOf({ status: 'approved', ...facts(row) }).text).toBe(isPaid ? 'Paid' : 'Awaiting Payment');
    }
  });

  it('is the label of the status for every other status and option', () => {
    for (const financeOptionCode of options) {
      for (const status of agreementStatuses) {
        if (status === 'approved' && financeOptionCode === 'pn') continue;
        for (const purpose of fundsPurposes) {
          const campaign = { ...paying({ status, financeOptionCode, ...paid }), campaignBudgetFundsPurpose: purpose };
          expect(statusWord(campaign)).toEqual({ text: statusLabel(status, purpose), tone: statusTone(status) });
        }
      }
    }
  });

  it('says that only an approved campaign with a loan, or without an option yet, awaits a signature', () => {
    for (const financeOptionCode of options) {
      for (const status of agreementStatuses) {
        const isExpected = status === 'approved' && financeOptionCode !== 'pn';
        expect(awaitsSignature({ status, financeOptionCode })).toBe(isExpected);
      }
    }
  });
});
