import type { Tone } from '@kerb/domain/vocabulary/agreement-status.ts';
import classes from '@kerb/web/design/tone-badge.module.css';
import type { ReactNode } from 'react';

export function ToneBadge({ tone, children, title }: { tone: Tone; children: ReactNode; title?: string }) {
  return (
    <span className={classes.badge} data-tone={tone} title={title}>
      <span className={classes.text}>{children}</span>
    </span>
  );
}
