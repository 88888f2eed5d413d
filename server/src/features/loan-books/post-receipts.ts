import { type Divided, decideHeld, dividedSum, dividingMove, repaidSum } from '@kerb/domain/loan-books/repayments.ts';
import { moneyOf } from '@kerb/domain/payments/campaign-money.ts';
import { type Move, moveOf } from '@kerb/domain/payments/ledger-moves.ts';
import { booksOf } from '@kerb/server/features/agreements/books.repository.ts';
import type { PostedReceipt } from '@kerb/server/features/loan-books/receipts.repository.ts';
import { postMoves } from '@kerb/server/features/payments/post-moves.ts';
import { mustAllow } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Books = Awaited<ReturnType<typeof booksOf>>;

/** Money repays the loan, and recovers what was written off of it. */
const dividing = (divided: Divided, books: Books): Move[] => [
  ...(repaidSum(divided) === 0 ? [] : [dividingMove('repay', divided, books)]),
  ...(divided.recovered === 0 ? [] : [moveOf('recover', divided.recovered)]),
];
const undividing = (divided: Divided, books: Books): Move[] => [
  ...(repaidSum(divided) === 0 ? [] : [dividingMove('unrepay', divided, books)]),
  ...(divided.recovered === 0 ? [] : [moveOf('unrecover', divided.recovered)]),
];

/** Takes back what the ledger has of a receipt. A voided repayment also takes back its money. */
export async function undivideReceipt(work: Work, agreementId: number, receipt: PostedReceipt): Promise<void> {
  const { day, divided } = receipt;
  const books = await booksOf(work.tx, agreementId);
  const about = { agreementId, day };
  if (receipt.kind === 'write-off') {
    const moves = [dividingMove('unwriteOff', divided, books)];
    const key = `write-off:${agreementId}:${books.version}`;
    await postMoves(work, { ...about, event: 'write-off', key, line: receipt.line, moves });
    return;
  }
  const { paymentId, method, cash, isValid } = receipt;
  const moves = undividing(divided, books);
  if (isValid) {
    const key = `repayment-change:${agreementId}:${books.version}`;
    await postMoves(work, { ...about, event: 'repayment-change', key, paymentId, moves });
    return;
  }
  mustAllow(decideHeld(moneyOf(books).held + dividedSum(divided), cash));
  moves.push({ ...moveOf('takeBack', cash), method });
  await postMoves(work, { ...about, event: 'repayment-void', key: `repayment-void:${paymentId}`, paymentId, moves });
}

/** Divides a receipt over the loan. A new repayment also brings its money. */
export async function divideReceipt(
  work: Work,
  agreementId: number,
  receipt: PostedReceipt,
  wanted: Divided,
): Promise<void> {
  const { day } = receipt;
  const books = await booksOf(work.tx, agreementId);
  const about = { agreementId, day };
  if (receipt.kind === 'write-off') {
    const key = `write-off:${agreementId}:${books.version}`;
    const moves = [dividingMove('writeOff', wanted, books)];
    await postMoves(work, { ...about, event: 'write-off', key, line: receipt.line, moves });
    return;
  }
  const { paymentId, method, cash, amount } = receipt;
  const moves = dividing(wanted, books);
  if (cash !== 0) {
    mustAllow(decideHeld(moneyOf(books).held, dividedSum(wanted)));
    const key = `repayment-change:${agreementId}:${books.version}`;
    await postMoves(work, { ...about, event: 'repayment-change', key, paymentId, moves });
    return;
  }
  moves.unshift({ ...moveOf('receive', amount), method });
  await postMoves(work, { ...about, event: 'repayment', key: `repayment:${paymentId}`, paymentId, moves });
}
