import type { BannerPlace } from '@kerb/domain/shell/banners.ts';
import classes from '@kerb/web/design/banners.module.css';
import { dismissBanner, useBanners } from '@kerb/web/platform/banners.ts';
import { CloseButton } from '@mantine/core';
import type { MouseEvent } from 'react';

type BannerProps = { title: string; text: string; onDismiss?: () => void };

export function Banner({ title, text, onDismiss }: BannerProps) {
  const dismiss = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The button disappears with its banner: move the focus to the page, so that keyboard users do not lose it.
    currentTarget.closest('main')?.focus({ preventScroll: true });
    onDismiss?.();
  };
  return (
    <aside className={`${classes.banner} kerb-no-print`} aria-label={title}>
      <div>
        <strong>{title}</strong> <span className={classes.text}>{text}</span>
      </div>
      <CloseButton size="sm" aria-label={`Dismiss: ${title}`} onClick={dismiss} />
    </aside>
  );
}

/** The timed banners for one place. */
export function Banners({ place }: { place: BannerPlace }) {
  return useBanners(place).map(({ id, title, text }) => (
    <Banner key={id} title={title} text={text} onDismiss={() => dismissBanner(id)} />
  ));
}
