import {
  awaitsSignature,
  feeBadge,
  type Paying,
  type PayingSent,
  payingOf,
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
const states = ['none', 'paid'] as const;

const paying = (facts: Partial<PayingSent>): Paying =>
  payingOf({ status: 'waiting-approval', financeOptionCode: 'pn', ...facts });

type Row = readonly [
  intent: (typeof intents)[number],
  method: (typeof methods)[number],
  state: (typeof states)[number],
  open: string,
  complete: string | null,
];

/** Every combination of intent, method and payment, with the badge while open and once complete. */
// biome-ignore format: a table
const grid: readonly Row[] = [
  // intent          method    payment while open                once complete
  [null,            null,     'none', 'Awaiting Payment',       null                    ],
  [null,            null,     'paid', 'Paid',                   'Paid'                  ],
  [null,            'card',   'none', 'Awaiting Credit Card',   'Awaiting Credit Card'  ],
  [null,            'card',   'paid', 'Paid by Credit Card',    'Paid by Credit Card'   ],
  [null,            'dc',     'none', 'Awaiting Bank Transfer', 'Awaiting Bank Transfer'],
  [null,            'dc',     'paid', 'Paid by Bank Transfer',  'Paid by Bank Transfer' ],
  [null,            'manual', 'none', 'Awaiting Bank Transfer', 'Awaiting Bank Transfer'],
  [null,            'manual', 'paid', 'Paid by Bank Transfer',  'Paid by Bank Transfer' ],
  ['bank-transfer', null,     'none', 'Awaiting Bank Transfer', 'Awaiting Bank Transfer'],
  ['bank-transfer', null,     'paid', 'Paid',                   'Paid'                  ],
  ['bank-transfer', 'card',   'none', 'Awaiting Bank Transfer', 'Awaiting Bank Transfer'],
  ['bank-transfer', 'card',   'paid', 'Paid by Credit Card',    'Paid by Credit Card'   ],
  ['bank-transfer', 'dc',     'none', 'Awaiting Bank Transfer', 'Awaiting Bank Transfer'],
  ['bank-transfer', 'dc',     'paid', 'Paid by Bank Transfer',  'Paid by Bank Transfer' ],
  ['bank-transfer', 'manual', 'none', 'Awaiting Bank Transfer', 'Awaiting Bank Transfer'],
  ['bank-transfer', 'manual', 'paid', 'Paid by Bank Transfer',  'Paid by Bank Transfer' ],
  ['credit-card',   null,     'none', 'Awaiting Credit Card',   'Awaiting Credit Card'  ],
  ['credit-card',   null,     'paid', 'Paid',                   'Paid'                  ],
  ['credit-card',   'card',   'none', 'Awaiting Credit Card',   'Awaiting Credit Card'  ],
  ['credit-card',   'card',   'paid', 'Paid by Credit Card',    'Paid by Credit Card'   ],
  ['credit-card',   'dc',     'none', 'Awaiting Credit Card',   'Awaiting Credit Card'  ],
  ['credit-card',   'dc',     'paid', 'Paid by Bank Transfer',  'Paid by Bank Transfer' ],
  ['credit-card',   'manual', 'none', 'Awaiting Credit Card',   'Awaiting Credit Card'  ],
  ['credit-card',   'manual', 'paid', 'Paid by Bank Transfer',  'Paid by Bank Transfer' ],
];

const facts = ([intent, method, paymentState]: Row) => ({
  campaignBudgetUpfrontPaymentMethodIntent: intent,
  campaignUpfrontPaymentMethod: method,
  paymentState,
});
const ended = ['cancelled', 'rejected'] as const;
const open = agreementStatuses.filter((status) => status !== 'complete' && !ended.some((each) => each === status));

describe('the upfront payment badge', () => {
  it('has a row for every combination', () => {
    const rows = grid.map(([intent, method, state]) => `${intent} ${method} ${state}`);
    const all = intents.flatMap((intent) =>
      methods.flatMap((method) => states.map((state) => `${intent} ${method} ${state}`)),
    );
    expect(rows.toSorted()).toEqual(all.toSorted());
  });

  it.each(grid)('for intent %s, method %s and payment %s is %s, and %s once complete', (...row) => {
    for (const status of open) expect(upfrontBadge(paying({ status, ...facts(row) }))?.text).toBe(row[3]);
    expect(upfrontBadge(paying({ status: 'complete', ...facts(row) }))?.text ?? null).toBe(row[4]);
  });

  it.each(options.filter((option) => option !== 'pn'))('is absent for %s', (option) => {
    for (const row of grid) {
      for (const status of agreementStatuses) {
        expect(upfrontBadge(paying({ financeOptionCode: option, status, ...facts(row) }))).toBeNull();
      }
    }
  });

  it('is absent once the campaign was cancelled or declined, and shows a refund in every status', () => {
    for (const row of grid) {
      for (const status of ended) expect(upfrontBadge(paying({ status, ...facts(row) }))).toBeNull();
      for (const status of agreementStatuses) {
        const badge = upfrontBadge(paying({ status, ...facts(row), paymentState: 'refunding' }));
        expect(badge).toEqual({ text: 'Refund Pending', tone: 'attention' });
      }
    }
  });

  it('waits for the rest of a part payment', () => {
    expect(upfrontBadge(paying({ paymentState: 'part' }))?.text).toBe('Awaiting Payment');
  });

  it('is green once paid and asks for attention before', () => {
    for (const row of grid) {
      const badge = upfrontBadge(paying(facts(row)))!;
      expect(badge.tone).toBe(badge.text.startsWith('Paid') ? 'success' : 'attention');
    }
  });
});

describe('the badge of the Pay On Success fee', () => {
  it('shows once the fee is paid, only for Pay On Success and not for an ended campaign', () => {
    for (const financeOptionCode of options) {
      for (const status of agreementStatuses) {
        const paid = paying({ financeOptionCode, status, paymentState: 'paid' });
        const isShown = financeOptionCode === 'pos' && !ended.some((each) => each === status);
        expect(feeBadge(paid)).toEqual(isShown ? { text: 'POS Fee Paid', tone: 'success' } : null);
        expect(feeBadge({ ...paid, paymentState: 'part' })).toBeNull();
      }
    }
    const refunding = paying({ financeOptionCode: 'pos', paymentState: 'refunding' });
    expect(feeBadge(refunding)?.text).toBe('Refund Pending');
  });
});

describe('the payment badges of a campaign', () => {
  it('are those of the option', () => {
    const textsOf = (more: Partial<PayingSent>) => paymentBadges(paying(more)).map(({ text }) => text);
    expect(textsOf({})).toEqual(['Awaiting Payment']);
    expect(textsOf({ financeOptionCode: 'pos', paymentState: 'paid' })).toEqual(['POS Fee Paid']);
    expect(textsOf({ financeOptionCode: 'pl', paymentState: 'paid' })).toEqual([]);
  });
});

describe('the word for the status of a campaign', () => {
  const wordOf = (facts: Partial<PayingSent>) =>
    statusWord({ ...paying(facts), campaignBudgetFundsPurpose: 'marketing' });
  const paid = { campaignUpfrontPaymentMethod: 'card', paymentState: 'paid' } as const;

  it('is Paid if it was paid upfront, and Awaiting Payment if an admin approved it without money', () => {
    expect(wordOf({ status: 'approved', ...paid })).toEqual({ text: 'Paid', tone: 'success' });
    expect(wordOf({ status: 'approved' })).toEqual({ text: 'Awaiting Payment', tone: 'attention' });
    for (const row of grid) {
      const isPaid = row[3].startsWith('Paid');
      expect(wordOf({ status: 'approved', ...facts(row) }).text).toBe(isPaid ? 'Paid' : 'Awaiting Payment');
    }
    expect(wordOf({ status: 'approved', paymentState: 'part' }).text).toBe('Awaiting Payment');
    expect(wordOf({ status: 'approved', paymentState: 'refunding' })).toEqual({
      text: 'Refund Pending',
      tone: 'attention',
    });
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
