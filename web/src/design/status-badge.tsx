import { type AgreementStatus, statusLabel, statusTone, type Tone } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';
import classes from '@kerb/web/design/status-badge.module.css';
import type { ReactNode } from 'react';

export function ToneBadge({ tone, children, title }: { tone: Tone; children: ReactNode; title?: string }) {
  return (
    <span className={classes.badge} data-tone={tone} title={title}>
      {children}
    </span>
  );
}

/** A campaign's status: a word and a colour from one table, the same on every screen. */
export function StatusBadge({ status, purpose }: { status: AgreementStatus; purpose: FundsPurpose }) {
  return <ToneBadge tone={statusTone(status)}>{statusLabel(status, purpose)}</ToneBadge>;
}
