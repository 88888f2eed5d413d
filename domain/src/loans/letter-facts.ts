import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { BalanceLine } from '@kerb/domain/loans/loan-figures.ts';
import type { ConfirmedLetter } from '@kerb/domain/loans/loans.contract.ts';

/** What a payout letter said on the day that it was issued. It is kept, and never changes. */
export type LetterFacts = {
  flowNumber: string;
  property: string | null;
  organisation: string;
  borrowers: string[];
  issuedDate: Day;
  lines: BalanceLine[];
  payTo: ConfirmedLetter['payTo'];
};
