import type { Books } from '@kerb/domain/payments/campaign-money.ts';
import type { FundsState } from '@kerb/domain/vocabulary/payment-state.ts';

/** Where the funds of a campaign are. Funds that are transferred in part count by the part that is not. */
export function fundsStateOf(books: Pick<Books, 'organisation' | 'transit' | 'transferred'>): FundsState {
  if (books.transit < 0) return 'on-its-way';
  if (books.organisation < 0) return 'kept';
  return books.transferred > 0 ? 'transferred' : 'none';
}
