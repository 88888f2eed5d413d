import type { LoanWords } from '@kerb/web/checkout/words/en-repaying.ts';

/** The words of the loan's page, in the reader's language. Known before that page is drawn. */
export let loanWords: LoanWords;

export function speakOfLoans(catalogue: LoanWords): void {
  loanWords = catalogue;
}
