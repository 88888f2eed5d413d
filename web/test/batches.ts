import type { batchEndpoints } from '@kerb/domain/batches/batches.contract.ts';
import type * as z from 'zod/mini';
import './lists.ts';

export type WireOwed = z.input<typeof batchEndpoints.owed.response>;
export type WireBatch = z.input<typeof batchEndpoints.get.response>;
type WireOrganisation = WireOwed['items'][number];

const none = { campaigns: 0, amount: 0 };

/** An organisation to which one campaign's budget is owed, due today. */
export const anOwed = (change: Partial<WireOrganisation> = {}): WireOrganisation => ({
  tenant: { href: '/v1/tenants/7' },
  tenantName: 'Harbour Estate',
  campaigns: 1,
  amount: 4200,
  oldestDate: '2026-11-01T02:00:00.000Z',
  batchPaymentSchedule: '',
  nextPaymentDate: '2026-11-15',
  due: { campaigns: 1, amount: 4200 },
  toCome: none,
  inBatch: none,
  manual: none,
  waiting: [],
  bankAccount: '062-000 12345678',
  bankAccountName: 'Harbour Trust',
  accountProblem: null,
  accountWarning: null,
  accountChangesDate: null,
  isFirstToAccount: false,
  ...change,
});

export const owedOf = (...items: WireOrganisation[]): WireOwed => {
  const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  return { items, total: sumOf(items.map(({ amount }) => amount)), due: sumOf(items.map(({ due }) => due.amount)) };
};

export const aBatch = (change: Partial<WireBatch> = {}): WireBatch => ({
  id: 12,
  href: '/v1/batch-payments/12',
  status: 'waiting-approval',
  total: 4200,
  organisations: 1,
  campaigns: 1,
  firstPayments: 1,
  created: { date: '2026-11-15T02:00:00.000Z', user: { href: '/v1/users/99' }, userName: 'Olive Other' },
  approved: null,
  processing: null,
  transferred: null,
  discarded: null,
  discardReason: null,
  file: null,
  fileDownloadedDate: null,
  discardAsked: null,
  approvalRefusal: null,
  lending: null,
  items: [
    {
      agreement: { href: '/v1/agreements/10231' },
      tenant: { href: '/v1/tenants/7' },
      tenantName: 'Harbour Estate',
      flowNumber: 'AU10231',
      name: '12 Wattle St, Yass',
      amount: 4200,
      accountName: 'Harbour Trust',
      bankAccount: '062-000 12345678',
      isFirstToAccount: true,
      bounced: null,
      isOnStatement: false,
    },
  ],
  ...change,
});
