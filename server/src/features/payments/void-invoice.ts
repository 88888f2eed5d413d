import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { decideVoidInvoice } from '@kerb/domain/payments/invoices.ts';
import { lockAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { voidInvoiceOf } from '@kerb/server/features/payments/bill-campaign.ts';
import { findInvoice, type InvoiceRecord } from '@kerb/server/features/payments/invoices.repository.ts';
import { mustAllow, notFound } from '@kerb/server/platform/http/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

export async function voidInvoice(
  work: Work,
  scope: AccessScope,
  { id, reason }: { id: number; reason: string },
): Promise<InvoiceRecord> {
  const found = await findInvoice(work.tx, id);
  const agreement = found && (await lockAgreement(work.tx, scope, found.agreementId));
  if (!agreement) throw notFound('invoice');
  // Read again under the campaign's lock, which prevents concurrent changes.
  const invoice = must(await findInvoice(work.tx, id), `invoice ${id}`);
  mustAllow(decideVoidInvoice(invoice));
  await voidInvoiceOf(work, agreement, invoice, reason);
  return must(await findInvoice(work.tx, id), `invoice ${id}`);
}
