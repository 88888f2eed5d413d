import type { loanAccount } from '@kerb/domain/loan-books/loan-account.contract.ts';
import type { loanRequests as requestsContract } from '@kerb/domain/loans/loan-requests.contract.ts';
import type { confirmedLetter, invoiceContactsView, loanView } from '@kerb/domain/loans/loans.contract.ts';
import type * as z from 'zod/mini';
import type { WireAgreement } from './campaign-server.tsx';

export type WireLoan = z.input<typeof loanView>;
type WireBalance = NonNullable<WireLoan['balances']>['today'];
type WireContacts = z.input<typeof invoiceContactsView>;
export type WireConfirmedLetter = z.input<typeof confirmedLetter>;

const lines: WireBalance['lines'] = [
  { key: 'budget', label: 'Campaign Budget', amount: 10_000, isEstimate: false },
  { key: 'serviceFee', label: 'Pay Later Fee', amount: 550, isEstimate: false },
  { key: 'caveatFee', label: 'Security Registration Fee', amount: 184, isEstimate: false },
];

/** The balance on a day: the accrued interest, and the estimated interest to come. */
export function balance(day: string, accrued: number, estimated = 0): WireBalance {
  const interest: WireBalance['lines'] = [
    ...(accrued ? [{ key: 'accruedInterest', label: 'Interest', amount: accrued, isEstimate: false } as const] : []),
    ...(estimated
      ? [{ key: 'estimatedInterest', label: 'Estimated Interest', amount: estimated, isEstimate: true } as const]
      : []),
  ];
  const total = Math.round((10_734 + accrued + estimated) * 100) / 100;
  return {
    day,
    isEstimate: estimated > 0,
    lines: [...lines, ...interest],
    accruedInterest: accrued,
    estimatedInterest: estimated,
    total,
  };
}

/** A loan of 10,000, sixty days old. */
export const loan = (changed: Partial<WireLoan> = {}): WireLoan => ({
  agreement: { href: '/v1/agreements/10231' },
  financeOptionCode: 'pl',
  today: '2026-04-02',
  isRunning: true,
  writtenOff: 0,
  balances: {
    today: balance('2026-04-02', 238.36),
    onDate: null,
    atEnd: balance('2026-07-31', 238.36, 476.71),
  },
  dates: {
    signatureDate: '2026-01-30',
    loanStartDate: '2026-02-01',
    expectedLoanStartDate: '2026-02-01',
    drawdownDate: '2026-02-01',
    repaidDate: null,
    settlementDate: null,
    withdrawnDate: null,
    loanEndDate: '2026-07-31',
    longestEndDate: '2026-07-31',
    interestStartsOn: '2026-02-01',
    dueDate: '2026-07-31',
    dueInDays: 120,
    loanPeriodDays: 180,
  },
  ahead: {
    amounts: [{ kind: 'due', day: '2026-07-31', total: 11_449.07, isEstimate: true }],
    interestPerDay: 3.97,
    interestFrom: null,
  },
  timeline: [
    { day: '2026-02-01', kind: 'start', label: 'Loan starts', state: 'past' },
    { day: '2026-07-31', kind: 'end', label: '180 days', state: 'toCome' },
  ],
  reminders: [
    reminder('live-30', '2026-03-03', { state: 'sent', recipients: ['vera@example.com'] }),
    reminder('live-90', '2026-05-02', { label: 'Loan live for 90 days' }),
  ],
  reminderSwitches: [
    { name: 'loanLiveReminders', isOn: true, isOnForOrganisation: true },
    { name: 'preSettlementReminders', isOn: true, isOnForOrganisation: false },
    { name: 'postSettlementReminders', isOn: false, isOnForOrganisation: true },
  ],
  invoices: {
    actions: [
      { type: 'standard', label: 'Loan invoice', isAllowed: true, because: null },
      { type: 'pre_settlement', label: 'Pre-settlement reminder', isAllowed: false, because: 'Only before it.' },
      { type: 'post_settlement', label: 'Post-settlement reminder', isAllowed: false, because: 'Only after it.' },
    ],
    missing: [],
    message: null,
    last: null,
  },
  payout: { isOpen: true, because: null, earliest: '2026-04-02', latest: '2026-06-01', letters: [] },
  ...changed,
});

type WireReminder = NonNullable<WireLoan['reminders']>[number];

function reminder(name: WireReminder['name'], day: string, changed: Partial<WireReminder> = {}): WireReminder {
  return {
    name,
    label: 'Loan live for 30 days',
    day,
    state: 'toCome',
    sentDate: null,
    recipients: [],
    governedBy: 'loanLiveReminders',
    isOn: true,
    ...changed,
  };
}

export const contacts = (changed: Partial<WireContacts> = {}): WireContacts => ({
  primary: [{ type: 'campaignVendors', label: 'Campaign vendors', emails: ['vera@example.com'], message: null }],
  secondary: [
    { type: 'kerbSettlementsTeam', label: 'KerbPay settlements team', emails: ['settle@example.com'], message: null },
  ],
  message: null,
  ...changed,
});

/** The campaign of that loan. */
export const lentCampaign: Partial<WireAgreement> = {
  status: 'executed',
  financeOptionCode: 'pl',
  campaignBudget: 10_000,
  campaignBorrowedAmount: 10_000,
  interestRate: 14.5,
  campaignFinanceSignatureDate: '2026-01-30',
  campaignFinanceLoanStartDate: '2026-02-01',
  campaignFinanceDrawdownDate: '2026-02-01',
  campaignFinanceRepaidDate: null,
  propertySettlementDate: null,
  propertyWithdrawnFromSaleDate: null,
  loanEndDate: '2026-07-31',
  loanLiveReminders: true,
};

export type WireAccount = z.input<typeof loanAccount>;

/** The same loan in the ledger. Nothing was repaid. */
export const account = (changed: Partial<WireAccount> = {}): WireAccount => ({
  agreement: { href: '/v1/agreements/10231' },
  today: '2026-04-02',
  day: '2026-04-02',
  lines: [{ key: 'principal', label: 'Amount financed', amount: 10_000 }],
  owed: 10_972.36,
  held: 0,
  dueDate: '2026-07-31',
  arrears: null,
  ahead: [],
  payTo: {
    accountName: 'KerbPay',
    bsbNumber: '062-000',
    accountNumber: '1234 5678',
    payId: null,
    reference: 'FLOW-AU10231',
  },
  repayments: [],
  writtenOff: 0,
  mayRecord: true,
  mayWriteOff: false,
  mayAskWriteOff: false,
  isWriteOffAsked: false,
  mayReverseWriteOff: false,
  ...changed,
});

export type WireRequests = z.input<typeof requestsContract>;

/** A request for more time that waits for its answer. */
export const waitingRequest: WireRequests['items'][number] = {
  id: 5,
  kind: 'hardship',
  state: 'waiting',
  stateLabel: 'Waiting for an answer',
  askedBy: 'Vera Sampleton',
  askedDate: '2026-04-02T00:00:00.000Z',
  wishedDate: '2026-08-01',
  reason: 'I lost my job',
  canPay: '100 a week',
  answerBy: '2026-04-23',
  isLate: false,
  answer: null,
  answeredDate: null,
  earlierDueDate: null,
  newDueDate: null,
  signatures: [],
  mayAnswer: false,
  maySign: false,
  href: null,
};

/** Nobody has asked for more time. */
export const loanRequests = (changed: Partial<WireRequests> = {}): WireRequests => ({
  items: [],
  mayAsk: false,
  earliestDate: '2026-05-01',
  latestDate: '2027-04-01',
  payers: [],
  ...changed,
});
