import type { BannerPlace } from '@kerb/domain/shell/banners.ts';
import classes from '@kerb/web/design/banners.module.css';
import { dismissBanner, useBanners } from '@kerb/web/platform/banners.ts';
import { CloseButton } from '@mantine/core';
import type { MouseEvent } from 'react';

/** The button disappears with its banner: move the focus to the page, so that keyboard users do not lose it. */
function dismiss(id: string, { currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest('main')?.focus({ preventScroll: true });
  dismissBanner(id);
}

/** The timed banners for one place. */
export function Banners({ place }: { place: BannerPlace }) {
  const banners = useBanners(place);
  return banners.map(({ id, title, text }) => (
    <aside key={id} className={`${classes.banner} kerb-no-print`} aria-label={title}>
      <div>
        <strong>{title}</strong> <span className={classes.text}>{text}</span>
      </div>
      <CloseButton size="sm" aria-label={`Dismiss: ${title}`} onClick={(event) => dismiss(id, event)} />
    </aside>
  ));
}
