import { type Standing, standings } from '@kerb/domain/access/actor.ts';
import { type CardFacts, type CardName, cardNames, cardsAt, isFinished } from '@kerb/domain/campaign-page/cards.ts';
import { type AgreementStatus, agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';

const shown = (standing: Standing, campaign: CardFacts): CardName[] =>
  (['main', 'sidebar'] as const).flatMap((place): CardName[] => cardsAt(place, standing, campaign));

// Spelled out by hand from the specification. Columns: admin, manager, employee, vendor.
// biome-ignore format: a table
const expected: Record<CardName, string> = {
  header:              '✓ ✓ ✓ .',
  property:            '✓ ✓ ✓ .',
  contacts:            '✓ ✓ ✓ .',
  marketing:           '✓ ✓ ✓ .',
  payers:              '✓ ✓ ✓ .',
  paymentOptions:      '✓ ✓ ✓ .',
  finance:             '✓ ✓ ✓ .',
  signatures:          '✓ . . .',
  identityChecks:      '✓ . . .',
  payment:             '✓ ✓ ✓ .',
  payments:            '✓ ✓ ✓ .',
  supportingDocuments: '✓ . . .',
  internalDocuments:   '✓ . . .',
  loan:                '✓ ✓ ✓ .',
  listing:             '✓ ✓ ✓ .',
  comments:            '✓ ✓ ✓ .',
  history:             '✓ ✓ ✓ .',
  notes:               '✓ . . .',
  auditLog:            '✓ . . .',
  status:              '✓ ✓ ✓ .',
  actionSuggested:     '✓ ✓ ✓ .',
  fundsChecklist:      '✓ ✓ ✓ .',
  summary:             '✓ ✓ ✓ .',
  assistance:          '✓ ✓ ✓ .',
};

const paymentCards: readonly CardName[] = ['payment', 'payments'];
// biome-ignore format: a table
const signingIn: readonly AgreementStatus[] = ['approved', 'signed', 'executed', 'withdrawn', 'waiting-settlement', 'complete'];

const lentIn: readonly AgreementStatus[] = ['signed', 'executed', 'withdrawn', 'waiting-settlement', 'complete'];

describe('the cards of a campaign’s page', () => {
  it('are shown to exactly these standings, in every status', () => {
    for (const status of agreementStatuses) {
      const campaign = { status, financeOptionCode: 'pl', actionSuggested: true } as const;
      for (const name of cardNames) {
        const row = standings.map((standing) => (shown(standing, campaign).includes(name) ? '✓' : '.')).join(' ');
        const isSigning = name !== 'signatures' || signingIn.includes(status);
        const isLent = name !== 'loan' || lentIn.includes(status);
        // Pay Later is repaid as a loan; it has no payment card.
        const isOpen = isLent && isSigning && !paymentCards.includes(name);
        expect([status, name, row]).toEqual([status, name, isOpen ? expected[name] : '. . . .']);
      }
    }
  });

  it('are in display order', () => {
    const campaign = { status: 'draft', financeOptionCode: 'pl', actionSuggested: true } as const;
    expect(cardsAt('main', 'admin', campaign)).toEqual([
      'header',
      'property',
      'contacts',
      'marketing',
      'payers',
      'paymentOptions',
      'finance',
      'identityChecks',
      'supportingDocuments',
      'internalDocuments',
      'listing',
      'comments',
      'history',
      'notes',
      'auditLog',
    ]);
    expect(cardsAt('sidebar', 'employee', campaign)).toEqual([
      'status',
      'actionSuggested',
      'fundsChecklist',
      'summary',
      'assistance',
    ]);
  });

  // biome-ignore format: a table
  it.each([
    ['pn',  'draft',            null,    '. ✓'],
    ['pn',  'waiting-invite',   null,    '✓ ✓'],
    ['pn',  'signed',           null,    '✓ ✓'],
    ['pn',  'cancelled',        null,    '. ✓'],
    ['pn',  'complete',         'paid',  '✓ ✓'],
    ['pos', 'waiting-approval', null,    '. ✓'],
    ['pos', 'executed',         null,    '✓ ✓'],
    [null,  'waiting-invite',   null,    '✓ .'],
    [null,  'draft',            null,    '. .'],
    ['pl',  'approved',         null,    '. .'],
  ] as const)('of paying, by option %s while %s and payment %s', (financeOptionCode, status, paymentState, row) => {
    const campaign = { status, financeOptionCode, paymentState: paymentState ?? undefined };
    const seen = shown('admin', campaign);
    expect(paymentCards.map((name) => (seen.includes(name) ? '✓' : '.')).join(' ')).toBe(row);
  });

  it.each([
    ['pl', true],
    ['pos', true],
    ['pn', false],
    [null, false],
  ] as const)('of lending, by option %s: %s', (financeOptionCode, isLent) => {
    const campaign = { status: 'waiting-approval', financeOptionCode } as const;
    expect(shown('admin', campaign).includes('finance')).toBe(isLent);
  });

  it("hide the management of a loan from a supplier's team", () => {
    const campaign = { status: 'executed', financeOptionCode: 'pl', tenantType: 'supplier' } as const;
    expect(standings.filter((standing) => shown(standing, campaign).includes('loan'))).toEqual(['admin']);
  });

  it('leave out a suggestion that is done, and the checklist before an option is chosen', () => {
    const campaign = { status: 'waiting-invite', financeOptionCode: null, actionSuggested: false } as const;
    expect(cardsAt('sidebar', 'admin', campaign)).toEqual(['status', 'summary', 'assistance']);
  });

  it('of money are shown wherever there is some, whatever the option and the status', () => {
    for (const status of agreementStatuses) {
      for (const financeOptionCode of ['pl', 'pos', 'pn', null] as const) {
        const campaign = { status, financeOptionCode, hasMoneyRecords: true };
        expect(shown('manager', campaign)).toContain('payments');
      }
    }
  });
});

describe('a finished card', () => {
  const finished = (status: AgreementStatus, financeOptionCode: CardFacts['financeOptionCode']) =>
    cardNames.filter((name) => isFinished(name, { status, financeOptionCode }));

  // biome-ignore format: a table
  it.each([
    ['draft',            'pl', []],
    ['waiting-approval', 'pl', []],
    ['approved',         'pl', ['paymentOptions']],
    ['approved',         'pn', ['paymentOptions']],
    ['signed',           'pl', ['marketing', 'payers', 'paymentOptions', 'finance']],
    ['complete',         'pn', ['marketing', 'paymentOptions']],
    ['complete',         null, []],
    ['cancelled',        'pl', []],
  ] as const)('of a campaign that is %s by %s', (status, option, names) => {
    expect(finished(status, option)).toEqual(names);
  });
});
