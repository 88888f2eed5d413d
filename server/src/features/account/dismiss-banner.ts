import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { banners } from '@kerb/domain/shell/banners.ts';
import { invalid } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Remembers for the user, on all their devices. A repeated dismissal changes nothing. */
export async function dismissBanner(work: Work, userId: number, bannerId: string): Promise<void> {
  if (!banners.some(({ id }) => id === bannerId)) {
    throw invalid(fieldError('bannerId', 'notValid', 'There is no such banner.'));
  }
  await work.tx
    .insertInto('dismissedBanners')
    .values({ userId, bannerId, dismissedDate: work.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
