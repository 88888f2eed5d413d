import { type BannerPlace, bannersFor, type ShownBanner } from '@kerb/domain/shell/banners.ts';
import { today } from '@kerb/web/platform/clock.ts';
import { useSessionIfAny } from '@kerb/web/platform/session.tsx';
import { countryRules, settings } from '@kerb/web/platform/settings.ts';
import { createStore, useStore } from '@kerb/web/platform/store.ts';

/** The ids of banners dismissed since the page was loaded. The session has the earlier ones. */
const dismissed = createStore<readonly string[]>([]);

/** Hides the banner at once. If storing that fails, it is shown again on the next visit. */
export function dismissBanner(id: string): void {
  dismissed.set([...dismissed.get(), id]);
  import('@kerb/web/platform/dismiss-banner.ts').then(({ storeDismissal }) => storeDismissal(id)).catch(console.error);
}

export type BannersToShow = { banners: ShownBanner[]; mayDismiss: boolean };

export function useBanners(place: BannerPlace): BannersToShow {
  const session = useSessionIfAny();
  const gone = [...useStore(dismissed), ...(session?.dismissedBanners ?? [])];
  if (!session) return { banners: [], mayDismiss: false };
  const { sandbox } = settings();
  const viewer = { role: session.role, country: countryRules(), sandbox, today: today() };
  const banners = bannersFor(place, viewer).filter(({ id }) => !gone.includes(id));
  // During impersonation a dismissal would be the admin's, or another person's.
  return { banners, mayDismiss: !session.viewedBy };
}

/** For tests: simulates a new visit. */
export const forgetDismissals = (): void => dismissed.set([]);
