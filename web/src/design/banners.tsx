import type { BannerPlace } from '@kerb/domain/shell/banners.ts';
import classes from '@kerb/web/design/banners.module.css';
import { dismissBanner, useBanners } from '@kerb/web/platform/banners.ts';
import { CloseButton } from '@mantine/core';

/** The timed notices of one place. */
export function Banners({ place }: { place: BannerPlace }) {
  const banners = useBanners(place);
  return banners.map(({ id, title, text }) => (
    <aside key={id} className={`${classes.banner} kerb-no-print`} aria-label={title}>
      <div>
        <strong>{title}</strong> <span className={classes.text}>{text}</span>
      </div>
      <CloseButton size="sm" aria-label={`Dismiss: ${title}`} onClick={() => dismissBanner(id)} />
    </aside>
  ));
}
