import { loanMove } from '@kerb/domain/batches/loan-in-books.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { moveOf } from '@kerb/domain/payments/ledger-moves.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { booksOf } from '@kerb/server/features/agreements/books.repository.ts';
import { postMoves } from '@kerb/server/features/payments/post-moves.ts';
import type { MovedCampaign } from '@kerb/server/platform/ports/status-effects.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Lends the signed loan of a locked campaign in the books, or ends it, as the status that it reaches says. */
export async function keepLoanInBooks(work: Work, campaign: MovedCampaign, reached: AgreementStatus): Promise<void> {
  const books = await booksOf(work.tx, campaign.id);
  const made = loanMove({ ...campaign, books }, reached, books, dayIn(campaign.tenantTimeZone, work.now));
  if (!made) return;
  await postMoves(work, {
    agreementId: campaign.id,
    event: made.move,
    key: `${made.move}:${campaign.id}:${books.version}`,
    moves: [moveOf(made.move, made.amount)],
  });
}
