import { type Standing, standings } from '@kerb/domain/access/actor.ts';
import { type CardFacts, type CardName, cardNames, cardsAt } from '@kerb/domain/campaign-page/cards.ts';
import { type AgreementStatus, agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';

const shown = (standing: Standing, campaign: CardFacts): CardName[] =>
  (['main', 'sidebar', 'payer'] as const).flatMap((place): CardName[] => cardsAt(place, standing, campaign));

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
  notes:               '✓ . . .',
  auditLog:            '✓ . . .',
  status:              '✓ ✓ ✓ .',
  actionSuggested:     '✓ ✓ ✓ .',
  fundsChecklist:      '✓ ✓ ✓ .',
  summary:             '✓ ✓ ✓ .',
  assistance:          '✓ ✓ ✓ .',
  guidance:            '. . . ✓',
  payerDetails:        '. . . ✓',
  payerOptions:        '. . . ✓',
  payerFinance:        '. . . ✓',
  payerSignatures:     '. . . ✓',
  payerPayment:        '. . . ✓',
  payerMoney:          '. . . ✓',
  payerLoan:           '. . . ✓',
  payerPayers:         '. . . ✓',
  payerDocuments:      '. . . ✓',
  payerContact:        '. . . ✓',
  payerAssistance:     '. . . ✓',
};

const paymentCards: readonly CardName[] = ['payment', 'payments', 'payerPayment'];
const moneyCards: readonly CardName[] = [...paymentCards, 'payerMoney'];
// biome-ignore format: a table
const guidedIn: readonly AgreementStatus[] = ['draft', 'waiting-invite', 'waiting-info', 'waiting-approval', 'approved'];
const choosingIn: readonly AgreementStatus[] = ['waiting-invite', 'waiting-info', 'waiting-approval'];
// biome-ignore format: a table
const signingIn: readonly AgreementStatus[] = ['approved', 'signed', 'executed', 'withdrawn', 'waiting-settlement', 'complete'];
const signatureCards: readonly CardName[] = ['signatures', 'payerSignatures'];

const lentIn: readonly AgreementStatus[] = ['signed', 'executed', 'withdrawn', 'waiting-settlement', 'complete'];

describe('the cards of a campaign’s page', () => {
  it('are shown to exactly these standings, in every status', () => {
    for (const status of agreementStatuses) {
      const campaign = { status, financeOptionCode: 'pl', actionSuggested: true } as const;
      for (const name of cardNames) {
        const row = standings.map((standing) => (shown(standing, campaign).includes(name) ? '✓' : '.')).join(' ');
        const isGuided = name !== 'guidance' || guidedIn.includes(status);
        const isChoosing = name !== 'payerOptions' || choosingIn.includes(status);
        const isSigning = !signatureCards.includes(name) || signingIn.includes(status);
        // Pay Later is repaid as a loan; it has no payment card.
        const isLent = !['loan', 'payerLoan'].includes(name) || lentIn.includes(status);
        const isOpen = isGuided && isChoosing && isLent && isSigning && !moneyCards.includes(name);
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
    expect(cardsAt('payer', 'vendor', campaign)).toEqual([
      'guidance',
      'payerDetails',
      'payerFinance',
      'payerPayers',
      'payerDocuments',
      'payerContact',
      'payerAssistance',
    ]);
  });

  // biome-ignore format: a table
  it.each([
    ['pn',  'draft',            null,    '. ✓ .'],
    ['pn',  'waiting-invite',   null,    '✓ ✓ ✓'],
    ['pn',  'signed',           null,    '✓ ✓ ✓'],
    ['pn',  'cancelled',        null,    '. ✓ .'],
    ['pn',  'complete',         'paid',  '✓ ✓ ✓'],
    ['pos', 'waiting-approval', null,    '. ✓ .'],
    ['pos', 'executed',         null,    '✓ ✓ ✓'],
    [null,  'waiting-invite',   null,    '✓ . ✓'],
    [null,  'draft',            null,    '. . .'],
    ['pl',  'approved',         null,    '. . .'],
  ] as const)('of paying, by option %s while %s and payment %s', (financeOptionCode, status, paymentState, row) => {
    const campaign = { status, financeOptionCode, paymentState: paymentState ?? undefined };
    const seen = [...shown('admin', campaign), ...shown('vendor', campaign)];
    expect(paymentCards.map((name) => (seen.includes(name) ? '✓' : '.')).join(' ')).toBe(row);
  });

  // biome-ignore format: a table
  it.each([
    ['pl',  '✓ ✓'],
    ['pos', '✓ ✓'],
    ['pn',  '. .'],
    [null,  '. .'],
  ] as const)('of lending, by option %s', (financeOptionCode, row) => {
    const campaign = { status: 'waiting-approval', financeOptionCode } as const;
    const seen = [...shown('admin', campaign), ...shown('vendor', campaign)];
    expect((['finance', 'payerFinance'] as const).map((name) => (seen.includes(name) ? '✓' : '.')).join(' ')).toBe(row);
  });

  it("hide the management of a loan from a supplier's team", () => {
    const campaign = { status: 'executed', financeOptionCode: 'pl', tenantType: 'supplier' } as const;
    expect(standings.filter((standing) => shown(standing, campaign).includes('loan'))).toEqual(['admin']);
    expect(shown('vendor', campaign)).toContain('payerLoan');
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
        expect(shown('vendor', campaign)).toContain('payerMoney');
        expect(shown('vendor', { ...campaign, hasMoneyRecords: false })).not.toContain('payerMoney');
      }
    }
  });

  it('leave out guidance once an upfront payer has paid', () => {
    const paid = {
      status: 'approved',
      financeOptionCode: 'pn',
      actionSuggested: false,
      campaignUpfrontPaymentMethod: 'card',
      paymentState: 'paid',
    } as const;
    expect(cardsAt('payer', 'vendor', paid)).not.toContain('guidance');
  });
});
