import { type AgreementStatus, statusLabel, statusTone } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';

/** A campaign's status: the label and the colour come from one table, the same on every screen. */
export function StatusBadge({ status, purpose }: { status: AgreementStatus; purpose: FundsPurpose }) {
  return <ToneBadge tone={statusTone(status)}>{statusLabel(status, purpose)}</ToneBadge>;
}
