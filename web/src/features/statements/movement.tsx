import { directionLabels } from '@kerb/domain/payments/movements.ts';
import { directionOfLine } from '@kerb/domain/statements/line-accounts.ts';
import type { LineMovement } from '@kerb/domain/statements/statements.contract.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { moneyText } from '@kerb/web/design/money.tsx';
import { type LineProps, nameOf, runChange } from '@kerb/web/features/statements/line-change.ts';
import classes from '@kerb/web/features/statements/statements.module.css';
import { useStatementChanges } from '@kerb/web/features/statements/statements.queries.ts';
import { Button } from '@mantine/core';

const MovementText = ({ movement: { direction, day, reference } }: { movement: LineMovement }) => (
  <span className={classes.stack}>
    <span>{directionLabels[direction]}</span>
    <span className={classes.small}>
      {reference}, <DateText value={day} />
    </span>
  </span>
);

/** Movements that were recorded, by hand or by a line of the other account, and that the line may be. */
export function MovementOffers({ line }: LineProps) {
  const { matchMovement } = useStatementChanges();
  if (line.movementProposals.length === 0) return null;
  return (
    <ul className={classes.proposals} aria-label={`Movements for ${nameOf(line)}`}>
      {line.movementProposals.map((movement) => (
        <li key={movement.movement} className={classes.offer}>
          <MovementText movement={movement} />
          <Button
            size="xs"
            aria-label={`Match movement ${movement.reference}: ${nameOf(line)}`}
            onClick={() => void runChange(() => matchMovement(line.id, movement.movement))}
          >
            Match
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Records the line as a new movement between our accounts. */
export function NewMovement({ line }: LineProps) {
  const { matchMovement } = useStatementChanges();
  const direction = directionLabels[directionOfLine({ account: line.account, amountCents: line.amount })];
  const ask = async () => {
    const isSure = await confirm({
      title: 'Moved between bank accounts',
      text: `${moneyText(Math.abs(line.amount))} was moved. ${direction}. The books record it. The line of the other account is matched with it later.`,
      confirmLabel: 'Record',
    });
    if (isSure) await runChange(() => matchMovement(line.id));
  };
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={`Moved between accounts: ${nameOf(line)}`}
      onClick={() => void ask()}
    >
      Moved between accounts
    </Button>
  );
}

/** A line that is a movement between our accounts. */
export function MatchedMovement({ line, movement }: LineProps & { movement: LineMovement }) {
  const { undo } = useStatementChanges();
  return (
    <span className={classes.stack}>
      <MovementText movement={movement} />
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
