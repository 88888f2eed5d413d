import { flowNumberLabel } from '@kerb/domain/agreements/flow-number.ts';
import { matchOutcomes } from '@kerb/domain/statements/propose-matches.ts';
import type { BankStatementLine, StatementProposal } from '@kerb/domain/statements/statements.contract.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { moneyText } from '@kerb/web/design/money.tsx';
import { SearchField } from '@kerb/web/design/search-field.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { CardPayoutDialog } from '@kerb/web/features/statements/card-payout.dialog.tsx';
import { IgnoreLineDialog } from '@kerb/web/features/statements/ignore-line.dialog.tsx';
import { type LineProps, nameOf, runChange } from '@kerb/web/features/statements/line-change.ts';
import { MatchedMovement, MovementOffers, NewMovement } from '@kerb/web/features/statements/movement.tsx';
import { CampaignName, ProposalText } from '@kerb/web/features/statements/proposal.tsx';
import classes from '@kerb/web/features/statements/statements.module.css';
import { findCampaign, useStatementChanges } from '@kerb/web/features/statements/statements.queries.ts';
import { MatchedTransfer, TransferOffers } from '@kerb/web/features/statements/transfer.tsx';
import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';

type RecordedOfferProps = LineProps & { proposal: StatementProposal; paymentNumber: string };

/** The same amount was recorded by hand: a person says whether the line is that money, so that it counts once. */
function RecordedOffer({ line, proposal, paymentNumber }: RecordedOfferProps) {
  const { accept } = useStatementChanges();
  const { flowNumber, agreement, outcome } = proposal;
  const recordAnother = async () => {
    const isSure = await confirm({
      title: 'Record another payment',
      text: `Only if the payer sent ${moneyText(line.amount)} twice: payment ${paymentNumber} stays, and this line becomes a second payment for ${flowNumber}. ${matchOutcomes[outcome]}.`,
      confirmLabel: 'Record another payment',
      danger: true,
    });
    if (isSure) await runChange(() => accept(line.id, agreement, 'another'));
  };
  return (
    <Group gap="xs">
      <Button
        size="xs"
        aria-label={`The same money as ${paymentNumber}: ${nameOf(line)}`}
        onClick={() => void runChange(() => accept(line.id, agreement, 'same'))}
      >
        The same money as {paymentNumber}
      </Button>
      {proposal.refusal === null && (
        <Button
          size="xs"
          variant="default"
          aria-label={`Another payment for ${flowNumber}: ${nameOf(line)}`}
          onClick={() => void recordAnother()}
        >
          Another payment
        </Button>
      )}
    </Group>
  );
}

function Offer({ line, proposal }: LineProps & { proposal: StatementProposal }) {
  const { accept } = useStatementChanges();
  return (
    <li className={classes.offer}>
      <ProposalText proposal={proposal} />
      {proposal.recorded && (
        <RecordedOffer line={line} proposal={proposal} paymentNumber={proposal.recorded.paymentNumber} />
      )}
      {!proposal.recorded && proposal.refusal === null && (
        <Button
          size="xs"
          aria-label={`Accept ${proposal.flowNumber} for ${nameOf(line)}`}
          onClick={() => void runChange(() => accept(line.id, proposal.agreement))}
        >
          Accept
        </Button>
      )}
    </li>
  );
}

type OpenLineProps = LineProps & { hasTwoAccounts: boolean };

/** Buttons for lines that are neither a payer's money nor a transfer. */
function OtherUses({ line, hasTwoAccounts, children }: OpenLineProps & { children?: ReactNode }) {
  const [asking, setAsking] = useState<'payout' | 'ignore' | null>(null);
  const close = () => setAsking(null);
  return (
    <Group gap="xs">
      {children}
      <Button
        size="xs"
        variant="default"
        aria-label={`Card gateway: ${nameOf(line)}`}
        onClick={() => setAsking('payout')}
      >
        Card gateway
      </Button>
      {hasTwoAccounts && <NewMovement line={line} />}
      <Button size="xs" variant="default" aria-label={`Ignore ${nameOf(line)}`} onClick={() => setAsking('ignore')}>
        Ignore
      </Button>
      {asking === 'payout' && <CardPayoutDialog line={line} onClose={close} />}
      {asking === 'ignore' && <IgnoreLineDialog lineId={line.id} onClose={close} />}
    </Group>
  );
}

/** Money that went out: what a batch paid, what the card gateway took, or something else. */
const GoneOut = ({ line, hasTwoAccounts }: OpenLineProps) => (
  <div className={classes.stack}>
    {line.transferProposals.length === 0 && <span className={classes.small}>No batch found</span>}
    <TransferOffers line={line} />
    <MovementOffers line={line} />
    <OtherUses line={line} hasTwoAccounts={hasTwoAccounts} />
  </div>
);

function Unmatched({ line, hasTwoAccounts }: OpenLineProps) {
  const [chosen, setChosen] = useState<StatementProposal | null>(null);
  const proposals = chosen ? [chosen] : line.proposals;
  const search = async (flowNumber: string) => {
    if (flowNumber === '') return setChosen(null);
    try {
      setChosen(await findCampaign(line.id, flowNumber));
    } catch (problem) {
      toast.error(problem);
    }
  };
  return (
    <div className={classes.stack}>
      <TransferOffers line={line} />
      <MovementOffers line={line} />
      {proposals.length === 0 && line.transferProposals.length === 0 && (
        <span className={classes.small}>No campaign found</span>
      )}
      {proposals.length > 0 && (
        <ul className={classes.proposals} aria-label={`Campaigns for ${nameOf(line)}`}>
          {proposals.map((proposal) => (
            <Offer key={proposal.agreement} line={line} proposal={proposal} />
          ))}
        </ul>
      )}
      <OtherUses line={line} hasTwoAccounts={hasTwoAccounts}>
        <SearchField
          label={`${flowNumberLabel} for ${nameOf(line)}`}
          placeholder={flowNumberLabel}
          value=""
          onSearch={search}
          width={160}
        />
      </OtherUses>
    </div>
  );
}

function Matched({ line, match }: LineProps & { match: NonNullable<BankStatementLine['match']> }) {
  const { undo } = useStatementChanges();
  const ask = async () => {
    const isSure = await confirm({
      title: 'Undo match',
      text: match.isLinked
        ? `Payment ${match.paymentNumber} was recorded by hand and stays. The line is unmatched again.`
        : `Payment ${match.paymentNumber} of ${moneyText(line.amount)} for ${match.flowNumber} is voided.`,
      confirmLabel: 'Undo match',
      danger: true,
    });
    if (isSure) await runChange(() => undo(line.id));
  };
  return (
    <span className={classes.stack}>
      <CampaignName campaign={match} />
      <span className={classes.small}>
        {match.isLinked ? 'Recorded by hand: payment' : 'Payment'} {match.paymentNumber}
        {line.stateByName && `, by ${line.stateByName}`}
      </span>
      <Button size="xs" variant="default" aria-label={`Undo ${nameOf(line)}`} onClick={() => void ask()}>
        Undo
      </Button>
    </span>
  );
}

function Payout({ line }: LineProps) {
  const { undo } = useStatementChanges();
  return (
    <span className={classes.stack}>
      <span>{line.isGoingOut ? 'Taken by the card gateway' : 'Payout of the card gateway'}</span>
      {line.payoutFee > 0 && <span className={classes.small}>Its fee: {moneyText(line.payoutFee)}</span>}
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

function Ignored({ line }: LineProps) {
  const { restore } = useStatementChanges();
  return (
    <span className={classes.stack}>
      <span>{line.ignoreReason}</span>
      <Button
        size="xs"
        variant="default"
        aria-label={`Stop ignoring ${nameOf(line)}`}
        onClick={() => void runChange(() => restore(line.id))}
      >
        Stop ignoring
      </Button>
    </span>
  );
}

/** The state or the proposals of a line, and its possible actions. */
export function LineActions({ line, hasTwoAccounts }: OpenLineProps) {
  if (line.movement) return <MatchedMovement line={line} movement={line.movement} />;
  if (line.isPayout) return <Payout line={line} />;
  if (line.transfer) return <MatchedTransfer line={line} transfer={line.transfer} />;
  if (line.match) return <Matched line={line} match={line.match} />;
  if (line.state === 'ignored') return <Ignored line={line} />;
  const Open = line.isGoingOut ? GoneOut : Unmatched;
  return <Open line={line} hasTwoAccounts={hasTwoAccounts} />;
}
