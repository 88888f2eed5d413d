import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { BalanceLine } from '@kerb/domain/loans/loan-figures.ts';
import type { ConfirmedLetter } from '@kerb/domain/loans/loans.contract.ts';

/** The content of a payout letter on the day it was issued. It is stored and never changes. */
export type LetterFacts = {
  flowNumber: string;
  property: string | null;
  organisation: string;
  borrowers: string[];
  issuedDate: Day;
  lines: BalanceLine[];
  payTo: ConfirmedLetter['payTo'];
};
