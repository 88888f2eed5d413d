import type { BannerPlace, ShownBanner } from '@kerb/domain/shell/banners.ts';
import { Banner } from '@kerb/web/design/banner.tsx';
import { shortDay } from '@kerb/web/design/dates.ts';
import { dismissBanner, useBanners } from '@kerb/web/platform/banners.ts';

const windowText = ({ from, until }: ShownBanner) => `Preview: ${shortDay(from)} – ${shortDay(until)}`;

/** The timed banners for one place. In the first load: a banner that came later would push the screen down. */
export function Banners({ place }: { place: BannerPlace }) {
  const { banners, mayDismiss } = useBanners(place);
  return banners.map((banner) => (
    <Banner
      key={banner.id}
      title={banner.title}
      text={banner.text}
      mark={banner.isPreview ? windowText(banner) : undefined}
      onDismiss={mayDismiss ? () => dismissBanner(banner.id) : undefined}
    />
  ));
}
