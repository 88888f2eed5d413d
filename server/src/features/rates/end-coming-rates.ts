import { withdrawRatesOf } from '@kerb/server/features/rates/change-rates.ts';
import type { ReviewedPerson } from '@kerb/server/platform/ports/rights-effects.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Ends the coming rates of a person who is no longer an admin. Without the right they must not set a rate later. */
export async function endComingRatesOf(work: Work, { userId, mayStill }: ReviewedPerson): Promise<void> {
  if (!mayStill()) await withdrawRatesOf(work, userId);
}
