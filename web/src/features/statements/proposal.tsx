import { ownAccountLabels } from '@kerb/domain/payments/own-accounts.ts';
import {
  type MatchOutcome,
  type MatchStrength,
  matchOutcomes,
  matchReasonLabels,
} from '@kerb/domain/statements/propose-matches.ts';
import type { StatementProposal } from '@kerb/domain/statements/statements.contract.ts';
import type { Tone } from '@kerb/domain/vocabulary/agreement-status.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { moneyText } from '@kerb/web/design/money.tsx';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import { CampaignLinkText } from '@kerb/web/features/campaigns/campaign-link.tsx';
import classes from '@kerb/web/features/statements/statements.module.css';

const tones: Record<MatchOutcome, Tone> = {
  exact: 'success',
  part: 'progress',
  over: 'attention',
  'paid-already': 'attention',
  ended: 'attention',
  'not-due': 'attention',
  none: 'danger',
};
const strengths: Record<MatchStrength, string> = {
  strong: 'Strong match',
  likely: 'Likely match',
  possible: 'Possible match',
};

/** The reasons for a campaign: 'Strong match: Reference, Amount'. */
const reasonsOf = ({ reasons, strength }: StatementProposal): string =>
  reasons.length === 0
    ? 'Chosen by its Flow No.'
    : `${strengths[strength]}: ${reasons.map((reason) => matchReasonLabels[reason]).join(', ')}`;

type Named = Pick<StatementProposal, 'agreement' | 'tenant' | 'tenantName' | 'flowNumber' | 'name'>;

export const CampaignName = ({ campaign }: { campaign: Named }) => (
  <>
    <CampaignLinkText campaign={{ id: campaign.agreement, tenant: campaign.tenant }}>
      {campaign.flowNumber}
    </CampaignLinkText>
    <span className={classes.small}>
      {campaign.name}, {campaign.tenantName}
    </span>
  </>
);

/** A campaign that a line may pay, the reasons, and what would happen to the money. */
export function ProposalText({ proposal }: { proposal: StatementProposal }) {
  return (
    <span className={classes.stack}>
      <CampaignName campaign={proposal} />
      {proposal.recorded ? (
        <ToneBadge tone="attention">Recorded by hand already</ToneBadge>
      ) : (
        <ToneBadge tone={tones[proposal.outcome]}>{proposal.refusal ?? matchOutcomes[proposal.outcome]}</ToneBadge>
      )}
      {proposal.rightAccount && (
        <ToneBadge tone="attention">
          {`Came into the wrong account: it belongs to the ${ownAccountLabels[proposal.rightAccount].toLowerCase()}`}
        </ToneBadge>
      )}
      <span className={classes.small}>
        {reasonsOf(proposal)}
        {proposal.left > 0 && `. Due ${moneyText(proposal.left)}`}
      </span>
      {proposal.recorded && (
        <span>
          This amount was recorded by hand for <DateText value={proposal.recorded.date} /> as payment{' '}
          {proposal.recorded.paymentNumber}. It is probably the same money.
        </span>
      )}
    </span>
  );
}
