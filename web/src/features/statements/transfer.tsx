import { batchStatusLabels } from '@kerb/domain/batches/batch-moves.ts';
import type { LineTransfer } from '@kerb/domain/statements/statements.contract.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { CampaignLinkText } from '@kerb/web/features/campaigns/campaign-link.tsx';
import { type LineProps, nameOf, runChange } from '@kerb/web/features/statements/line-change.ts';
import classes from '@kerb/web/features/statements/statements.module.css';
import { useStatementChanges } from '@kerb/web/features/statements/statements.queries.ts';
import { Button } from '@mantine/core';

type TransferProps = LineProps & { transfer: LineTransfer };

const labelOf = ({ batch, campaign }: LineTransfer): string =>
  campaign ? `batch ${batch}, ${campaign.flowNumber}` : `batch ${batch}`;

function TransferText({ line, transfer: { batch, status, campaign, isBounced } }: TransferProps) {
  const state = isBounced ? 'Sent back by the bank' : batchStatusLabels[status];
  return (
    <span className={classes.stack}>
      <span>
        <LinkText to="/batch-payments/$batchId" params={{ batchId: batch }}>{`Batch ${batch}`}</LinkText>
        {campaign && (
          <>
            {', '}
            <CampaignLinkText campaign={{ id: campaign.agreement, tenant: campaign.tenant }}>
              {campaign.flowNumber}
            </CampaignLinkText>
          </>
        )}
      </span>
      <span className={classes.small}>
        {campaign ? `${campaign.tenantName}. ` : 'The whole batch. '}
        {line.isGoingOut || isBounced ? state : 'The bank may have sent this payment back'}
      </span>
    </span>
  );
}

/** A batch, or a payment of one, that the line may be. */
function TransferOffer({ line, transfer }: TransferProps) {
  const { matchTransfer, matchBounce } = useStatementChanges();
  const { batch, campaign, isBounced } = transfer;
  const bounce = async (agreement: number) => {
    const isSure =
      isBounced ||
      (await confirm({
        title: 'Payment sent back',
        text: `The bank sent back ${labelOf(transfer)}. The organisation is owed this money again, and the next batch pays it. This cannot be undone. Check the organisation’s bank account first.`,
        confirmLabel: 'Record as sent back',
        danger: true,
      }));
    if (isSure) await runChange(() => matchBounce(line.id, batch, agreement));
  };
  const accept = () =>
    line.isGoingOut || !campaign
      ? runChange(() => matchTransfer(line.id, batch, campaign?.agreement))
      : bounce(campaign.agreement);
  const label = line.isGoingOut ? 'Match' : 'Sent back';
  return (
    <li className={classes.offer}>
      <TransferText line={line} transfer={transfer} />
      <Button size="xs" aria-label={`${label} ${labelOf(transfer)}: ${nameOf(line)}`} onClick={() => void accept()}>
        {label}
      </Button>
    </li>
  );
}

export const TransferOffers = ({ line }: LineProps) =>
  line.transferProposals.length === 0 ? null : (
    <ul className={classes.proposals} aria-label={`Batches for ${nameOf(line)}`}>
      {line.transferProposals.map((transfer) => (
        <TransferOffer key={`${transfer.batch} ${transfer.campaign?.agreement}`} line={line} transfer={transfer} />
      ))}
    </ul>
  );

/** A line that is the transfer of a batch, or a payment that came back. */
export function MatchedTransfer({ line, transfer }: TransferProps) {
  const { undo } = useStatementChanges();
  return (
    <span className={classes.stack}>
      <TransferText line={line} transfer={transfer} />
      {line.stateByName && <span className={classes.small}>By {line.stateByName}</span>}
      <Button
        size="xs"
        variant="default"
        aria-label={`Undo ${nameOf(line)}`}
        onClick={() => void runChange(() => undo(line.id))}
      >
        Undo
      </Button>
    </span>
  );
}
