import type { BannerPlace, ShownBanner } from '@kerb/domain/shell/banners.ts';
import { shortDay } from '@kerb/web/design/dates.ts';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { dismissBanner, useBanners } from '@kerb/web/platform/banners.ts';
import { Suspense } from 'react';

const Banner = lazyComponent(async () => (await import('@kerb/web/design/banner.tsx')).Banner);

const windowText = ({ from, until }: ShownBanner) => `Preview: ${shortDay(from)} – ${shortDay(until)}`;

/** The timed banners for one place. */
export function Banners({ place }: { place: BannerPlace }) {
  const { banners, mayDismiss } = useBanners(place);
  return banners.map((banner) => (
    <Suspense key={banner.id}>
      <Banner
        title={banner.title}
        text={banner.text}
        mark={banner.isPreview ? windowText(banner) : undefined}
        onDismiss={mayDismiss ? () => dismissBanner(banner.id) : undefined}
      />
    </Suspense>
  ));
}
