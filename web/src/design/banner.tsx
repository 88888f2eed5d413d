import classes from '@kerb/web/design/banner.module.css';
import { CloseButton } from '@mantine/core';
import type { MouseEvent } from 'react';

type BannerProps = {
  title: string;
  text: string;
  /** A small mark, for example that this is a preview. */
  mark?: string | undefined;
  /** Absent if the reader may not dismiss it. */
  onDismiss?: (() => void) | undefined;
};

/** One line, with the whole text on hover; on a phone as many lines as the text needs. */
export function Banner({ title, text, mark, onDismiss }: BannerProps) {
  const dismiss = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The button disappears with its banner: move the focus to the page, so that keyboard users do not lose it.
    currentTarget.closest('main')?.focus({ preventScroll: true });
    onDismiss?.();
  };
  return (
    <aside className={`${classes.banner} kerb-no-print`} aria-label={title}>
      {mark && <span className={classes.mark}>{mark}</span>}
      <div className={classes.line} title={`${title}: ${text}`}>
        <strong>{title}</strong> <span className={classes.text}>{text}</span>
      </div>
      {onDismiss && <CloseButton size="md" aria-label={`Dismiss: ${title}`} onClick={dismiss} />}
    </aside>
  );
}
