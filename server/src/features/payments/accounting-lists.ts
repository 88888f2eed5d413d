import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { AccountingInvoice, ChangesQuery } from '@kerb/domain/payments/accounting.contract.ts';
import { unpaidAmount } from '@kerb/domain/payments/invoices.ts';
import { changedOf, inOrderOf } from '@kerb/server/features/agreements/changed-records.ts';
import { type InvoiceRecord, invoicesWithIds } from '@kerb/server/features/payments/invoices.repository.ts';
import { paymentView } from '@kerb/server/features/payments/payment-view.ts';
import { paymentsWithIds } from '@kerb/server/features/payments/payments.repository.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';

const accountingInvoice = ({ agreementId, paymentId: _, surcharge: __, ...own }: InvoiceRecord): AccountingInvoice => ({
  ...own,
  href: `/v1/invoices/${own.id}`,
  agreement: agreementId,
  unpaidAmount: unpaidAmount(own),
  taxAmount: own.lines.reduce((sum, { type, amount }) => (type === 'tax' ? sum + amount : sum), 0),
});

export async function changedInvoices(db: Database, scope: AccessScope, query: ChangesQuery) {
  const { ids, ...rest } = await changedOf(db, scope, 'invoice', query);
  return { items: inOrderOf(ids, await invoicesWithIds(db, ids)).map(accountingInvoice), ...rest };
}

export async function changedPayments(db: Database, scope: AccessScope, query: ChangesQuery) {
  const { ids, ...rest } = await changedOf(db, scope, 'payment', query);
  return { items: inOrderOf(ids, await paymentsWithIds(db, ids)).map(paymentView), ...rest };
}
