import { type PayingSent, payingOf, statusWord } from '@kerb/domain/agreements/badges.ts';
import type { AgreementRow } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';

type StatusBadgeProps = { campaign: PayingSent & Pick<AgreementRow, 'campaignBudgetFundsPurpose'> };

/** A campaign's status: the word and the colour come from one rule, the same on every screen. */
export function StatusBadge({ campaign }: StatusBadgeProps) {
  const { campaignBudgetFundsPurpose } = campaign;
  const { text, tone } = statusWord({ ...payingOf(campaign), campaignBudgetFundsPurpose });
  return <ToneBadge tone={tone}>{text}</ToneBadge>;
}
