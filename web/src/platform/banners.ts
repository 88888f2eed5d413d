import { type Banner, type BannerPlace, bannersFor } from '@kerb/domain/shell/banners.ts';
import { today } from '@kerb/web/platform/clock.ts';
import { useSessionIfAny } from '@kerb/web/platform/session.tsx';
import { countryRules, settings } from '@kerb/web/platform/settings.ts';
import { createStore, useStore } from '@kerb/web/platform/store.ts';

const key = 'kerb.dismissed-banners';

function readDismissed(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    // Without storage no banner has been dismissed.
    return [];
  }
}

const dismissed = createStore<readonly string[] | null>(null);

export function dismissBanner(id: string): void {
  const ids = [...new Set([...readDismissed(), id])];
  try {
    localStorage.setItem(key, JSON.stringify(ids));
  } catch {
    // Without storage the banner is hidden now, and shown again on the next visit.
  }
  dismissed.set(ids);
}

export function useBanners(place: BannerPlace): Banner[] {
  const session = useSessionIfAny();
  const gone = useStore(dismissed) ?? readDismissed();
  if (!session) return [];
  const { sandbox } = settings();
  const viewer = { role: session.role, country: countryRules(), sandbox, today: today() };
  return bannersFor(place, viewer).filter((banner) => !gone.includes(banner.id));
}

/** For tests: simulates a new visit. */
export const forgetDismissals = (): void => dismissed.set(null);
