import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';

/** What a variation letter states. It is stored when the request is granted, and does not change. */
export type VariationFacts = {
  flowNumber: string;
  property: string | null;
  organisation: string;
  borrowers: string[];
  grantedDate: Day;
  earlierDueDate: Day;
  newDueDate: Day;
  /** On the day on which it was granted. */
  owed: Cents;
  /** 14.5 per cent a year is 1450. */
  interestRateBasisPoints: number;
};

/** What a payer confirms when they sign the letter. Its page and the letter say it, and the signature stores it. */
export const variationConsent = 'I accept the new day to repay. Nothing else of the agreement changes.';
