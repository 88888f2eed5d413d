import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { hasMoney } from '@kerb/domain/payments/campaign-money.ts';
import { decideVoidInvoice, unpaidAmount } from '@kerb/domain/payments/invoices.ts';
import { moveOf } from '@kerb/domain/payments/ledger-moves.ts';
import { lockAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { booksOf } from '@kerb/server/features/agreements/books.repository.ts';
import { voidInvoices } from '@kerb/server/features/payments/carry-out-plan.ts';
import { findInvoice, type InvoiceRecord, invoicesOf } from '@kerb/server/features/payments/invoices.repository.ts';
import { postMoves } from '@kerb/server/features/payments/post-moves.ts';
import { mustAllow, notFound } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Voids an unpaid invoice, and with it the others of the campaign: together they ask for one bill. */
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
  mustAllow(decideVoidInvoice(invoice, { hasMoney: hasMoney(await booksOf(work.tx, agreement.id)) }));
  const valid = (await invoicesOf(work.tx, agreement.id)).filter(({ status }) => status !== 'voided');
  const ids = valid.map((each) => each.id);
  await voidInvoices(work, agreement, ids, reason);
  for (const each of valid) {
    await postMoves(work, {
      agreementId: agreement.id,
      event: 'void-invoice',
      key: `void-invoice:${each.id}`,
      invoiceId: each.id,
      moves: [{ ...moveOf('unbill', unpaidAmount(each)), invoiceId: each.id }],
    });
  }
  return must(await findInvoice(work.tx, id), `invoice ${id}`);
}
