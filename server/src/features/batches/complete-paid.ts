import { decideStatusChange } from '@kerb/domain/agreements/transitions.ts';
import { owedOf } from '@kerb/domain/batches/owed.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { booksOf } from '@kerb/server/features/agreements/books.repository.ts';
import { moveTo } from '@kerb/server/features/agreements/change-status.ts';
import { mustAllow } from '@kerb/server/platform/http/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Completes a campaign that was paid upfront and transferred in full. A loan continues, by its own dates. */
export async function completePaidUpfront(work: Work, agreement: AgreementRecord): Promise<void> {
  if (agreement.financeOptionCode !== 'pn' || agreement.status !== 'approved') return;
  const books = await booksOf(work.tx, agreement.id);
  if (owedOf(books) > 0 || books.payer > 0) return;
  await moveTo(work, agreement, mustAllow(decideStatusChange({ ...agreement, books }, 'complete', 'product')));
}
