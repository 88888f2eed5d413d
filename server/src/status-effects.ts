import { charging } from '@kerb/domain/loan-books/loan-postings.ts';
import { isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';
import { completeIfTransferred } from '@kerb/server/features/batches/complete-paid.ts';
import { keepLoanInBooks } from '@kerb/server/features/batches/keep-loan-in-books.ts';
import { bringLoanInLine } from '@kerb/server/features/loan-books/bring-loan-in-line.ts';
import { endOpenRequests, endSignedLetters } from '@kerb/server/features/loan-books/end-requests.ts';
import { followRepayments } from '@kerb/server/features/loan-books/follow-repayments.ts';
import { keepApplicationInStep } from '@kerb/server/features/options/keep-application.ts';
import { notifyPayers } from '@kerb/server/features/payers/notify-payers.ts';
import { endPaymentLinks, issueMissingPaymentLinks } from '@kerb/server/features/payers/payment-links.ts';
import { bringMoneyInLine } from '@kerb/server/features/payments/bring-money-in-line.ts';
import { approveIfPaidMeanwhile } from '@kerb/server/features/payments/follow-money.ts';
import { keepSignaturesTrue } from '@kerb/server/features/signing/end-changed-signatures.ts';
import { voidSignatures } from '@kerb/server/features/signing/void-signatures.ts';
import type { AgreementEffects } from '@kerb/server/platform/ports/agreement-effects.ts';
import type { StatusEffects } from '@kerb/server/platform/ports/status-effects.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Every effect of reaching a status, by room. */
export const statusEffects: StatusEffects<Work> = {
  issuePaymentLinks: (work, { id }) => issueMissingPaymentLinks(work, id),
  endPaymentLinks: (work, { id }) => endPaymentLinks(work, id),
  notifyPayers,
  keepApplicationInStep,
  voidSignatures: async (work, { id }) => {
    await voidSignatures(work, id);
    await endSignedLetters(work, id);
  },
  bringMoneyInLine,
  keepLoanInBooks: async (work, campaign, reached) => {
    const inLine = () => isFinanced(campaign.financeOptionCode) && bringLoanInLine(work, campaign.id);
    // What was repaid is the payer's again before the loan ends, so that no repaid principal stays lent.
    if (charging[reached] === 'not-charged') {
      await inLine();
      await endOpenRequests(work, campaign.id);
    }
    await keepLoanInBooks(work, campaign, reached);
    if (charging[reached] !== 'not-charged') await inLine();
  },
  approvePaidUpfront: approveIfPaidMeanwhile,
  completePaidUpfront: completeIfTransferred,
};

/** Every effect of changing what an agreement states. */
export const agreementEffects: AgreementEffects<Work> = {
  keepSignaturesTrue,
  bringMoneyInLine,
  bringLoanInLine,
  followRepayments,
};
