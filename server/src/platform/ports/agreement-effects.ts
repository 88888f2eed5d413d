import type { MovedCampaign } from '@kerb/server/platform/ports/status-effects.ts';

/**
 * Effects of changing a fact that an agreement states, such as an address or a payer's name. The rooms that sign
 * and bill provide them, `server/src/status-effects.ts` collects them, and lower rooms call them through the work.
 */
export type AgreementEffects<Work> = Readonly<{
  /** Ends the signatures on an earlier agreement. The campaign must be locked. */
  keepSignaturesTrue: (work: Work, agreementId: number) => Promise<void>;
  /** Brings invoices and money in line with what the campaign asks for now. The campaign must be locked. */
  bringMoneyInLine: (work: Work, campaign: MovedCampaign) => Promise<void>;
  /** Brings the fees and the interest in the ledger in line with the loan. The campaign must be locked. */
  bringLoanInLine: (work: Work, agreementId: number) => Promise<boolean>;
  /** As `bringLoanInLine`, and closes or reopens the loan as its money says. The campaign must be locked. */
  followRepayments: (work: Work, agreementId: number) => Promise<void>;
}>;
