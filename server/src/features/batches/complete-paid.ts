import { decideStatusChange } from '@kerb/domain/agreements/transitions.ts';
import { owedOf } from '@kerb/domain/batches/owed.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { type AgreementRecord, findAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { booksOf } from '@kerb/server/features/agreements/books.repository.ts';
import { moveTo } from '@kerb/server/features/agreements/change-status.ts';
import { wholeScope } from '@kerb/server/features/payments/payments.repository.ts';
import type { MovedCampaign } from '@kerb/server/platform/ports/status-effects.ts';
import { mustAllow } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/**
 * Completes a campaign that reaches `approved` after its funds were transferred: they are owed in any status. Reads the
 * campaign again, because the caller's record has the status before.
 */
export async function completeIfTransferred(work: Work, { id }: Pick<MovedCampaign, 'id'>): Promise<void> {
  await completePaidUpfront(work, must(await findAgreement(work.tx, wholeScope, id), `campaign ${id}`));
}

/** Completes a campaign that was paid upfront and transferred in full. A loan continues, by its own dates. */
export async function completePaidUpfront(work: Work, agreement: AgreementRecord): Promise<void> {
  if (agreement.financeOptionCode !== 'pn' || agreement.status !== 'approved') return;
  const books = await booksOf(work.tx, agreement.id);
  if (owedOf(books) > 0 || books.payer > 0 || books.transferred === 0) return;
  await moveTo(work, agreement, mustAllow(decideStatusChange({ ...agreement, books }, 'complete', 'product')));
}
