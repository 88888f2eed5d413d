import type { BankStatementLine } from '@kerb/domain/statements/statements.contract.ts';
import { strongMatches } from '@kerb/domain/statements/strong-matches.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { moneyText } from '@kerb/web/design/money.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import classes from '@kerb/web/features/statements/statements.module.css';
import { useStatementChanges } from '@kerb/web/features/statements/statements.queries.ts';
import { sentenceFor } from '@kerb/web/platform/api-problem.ts';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';

type Outcome = { id: number; words: string; amount: number; flowNumber: string; problem: string | null };
type Undone = Record<number, string>;

const linesText = (count: number): string => (count === 1 ? '1 line' : `${count} lines`);

/** Each line with what became of it. An accepted one can be undone here. */
function Outcomes({ outcomes, onClose }: { outcomes: readonly Outcome[]; onClose: () => void }) {
  const { undo } = useStatementChanges();
  const [undone, setUndone] = useState<Undone>({});
  const accepted = outcomes.filter(({ problem }) => problem === null);
  const undoOne = async ({ id }: Outcome) => {
    try {
      await withProgress('Undoing...', () => undo(id));
      setUndone((now) => ({ ...now, [id]: 'Undone' }));
    } catch (problem) {
      toast.error(problem);
    }
  };
  return (
    <Surface
      title={`${linesText(accepted.length)} accepted`}
      actions={
        <Button size="xs" variant="default" onClick={onClose}>
          Hide outcome
        </Button>
      }
    >
      <ul className={classes.proposals} aria-label="Outcome of each line">
        {outcomes.map((outcome) => {
          const name = `${moneyText(outcome.amount)}, ${outcome.words}`;
          const word = undone[outcome.id] ?? outcome.problem ?? `Accepted for ${outcome.flowNumber}`;
          return (
            <li key={outcome.id} className={classes.offer}>
              <span className={classes.stack}>
                <span>{name}</span>
                <span className={classes.small}>{word}</span>
              </span>
              {outcome.problem === null && !undone[outcome.id] && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Undo ${outcome.flowNumber}: ${name}`}
                  onClick={() => void undoOne(outcome)}
                >
                  Undo
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Surface>
  );
}

/** Accepts the lines of the page that clearly pay a campaign, one by one. A refusal does not stop the others. */
export function AcceptStrong({ lines }: { lines: readonly BankStatementLine[] }) {
  const { accept } = useStatementChanges();
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const matches = strongMatches(lines);
  const total = matches.reduce((sum, { line }) => sum + line.amount, 0);
  const acceptOne = async ({ line, proposal }: (typeof matches)[number]): Promise<Outcome> => {
    const { id, words, amount } = line;
    const { flowNumber, agreement } = proposal;
    try {
      await accept(id, agreement);
      return { id, words, amount, flowNumber, problem: null };
    } catch (problem) {
      return { id, words, amount, flowNumber, problem: sentenceFor(problem) };
    }
  };
  const acceptAll = async () => {
    const isSure = await confirm({
      title: 'Accept all strong matches',
      text: `${linesText(matches.length)} with ${moneyText(total)} in all. Each pays exactly what is due for its campaign, and can be undone.`,
      confirmLabel: 'Accept',
    });
    if (!isSure) return;
    const done = await withProgress('Accepting...', async () => {
      const all: Outcome[] = [];
      for (const match of matches) all.push(await acceptOne(match));
      return all;
    });
    setOutcomes(done);
  };
  return (
    <>
      {matches.length > 0 && (
        <Group>
          <Button variant="default" onClick={() => void acceptAll()}>
            {`Accept all strong matches (${matches.length})`}
          </Button>
        </Group>
      )}
      {outcomes.length > 0 && <Outcomes outcomes={outcomes} onClose={() => setOutcomes([])} />}
    </>
  );
}
