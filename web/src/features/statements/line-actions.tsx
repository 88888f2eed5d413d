import { flowNumberLabel } from '@kerb/domain/agreements/flow-number.ts';
import { matchOutcomes } from '@kerb/domain/statements/propose-matches.ts';
import type { BankStatementLine, StatementProposal } from '@kerb/domain/statements/statements.contract.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { moneyText } from '@kerb/web/design/money.tsx';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { SearchField } from '@kerb/web/design/search-field.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { IgnoreLineDialog } from '@kerb/web/features/statements/ignore-line.dialog.tsx';
import { CampaignName, ProposalText } from '@kerb/web/features/statements/proposal.tsx';
import classes from '@kerb/web/features/statements/statements.module.css';
import { findCampaign, useStatementChanges } from '@kerb/web/features/statements/statements.queries.ts';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';

type LineProps = { line: BankStatementLine };

async function runChange(change: () => Promise<unknown>): Promise<void> {
  try {
    await withProgress(savingText, change);
    toast.success('Done');
  } catch (problem) {
    toast.error(problem);
  }
}

const nameOf = ({ amount, words }: BankStatementLine) => `${moneyText(amount)}, ${words}`;

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

function Unmatched({ line }: LineProps) {
  const { payout } = useStatementChanges();
  const [chosen, setChosen] = useState<StatementProposal | null>(null);
  const [isIgnoring, setIgnoring] = useState(false);
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
      {proposals.length === 0 ? (
        <span className={classes.small}>No campaign found</span>
      ) : (
        <ul className={classes.proposals} aria-label={`Campaigns for ${nameOf(line)}`}>
          {proposals.map((proposal) => (
            <Offer key={proposal.agreement} line={line} proposal={proposal} />
          ))}
        </ul>
      )}
      <Group gap="xs">
        <SearchField
          label={`${flowNumberLabel} for ${nameOf(line)}`}
          placeholder={flowNumberLabel}
          value=""
          onSearch={search}
          width={160}
        />
        <Button
          size="xs"
          variant="default"
          aria-label={`Card payout: ${nameOf(line)}`}
          onClick={() => void runChange(() => payout(line.id))}
        >
          Card payout
        </Button>
        <Button size="xs" variant="default" aria-label={`Ignore ${nameOf(line)}`} onClick={() => setIgnoring(true)}>
          Ignore
        </Button>
      </Group>
      {isIgnoring && <IgnoreLineDialog lineId={line.id} onClose={() => setIgnoring(false)} />}
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
      <span>Payout of the card gateway</span>
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
      {!line.isGoingOut && (
        <Button
          size="xs"
          variant="default"
          aria-label={`Stop ignoring ${nameOf(line)}`}
          onClick={() => void runChange(() => restore(line.id))}
        >
          Stop ignoring
        </Button>
      )}
    </span>
  );
}

/** The state or the proposals of a line, and its possible actions. */
export function LineActions({ line }: LineProps) {
  if (line.isPayout) return <Payout line={line} />;
  if (line.match) return <Matched line={line} match={line.match} />;
  return line.state === 'ignored' ? <Ignored line={line} /> : <Unmatched line={line} />;
}
