import type { PendingAct } from '@kerb/domain/second-person/acts.contract.ts';
import { acts } from '@kerb/domain/second-person/acts.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { actQueries, useActDecisions } from '@kerb/web/features/people/acts.queries.ts';
import { ActFacts, DecideActDialog } from '@kerb/web/features/people/decide-act.dialog.tsx';
import classes from '@kerb/web/features/people/user-editor.module.css';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

type Deciding = { act: PendingAct; how: 'confirm' | 'refuse' };

function Buttons({ act, onDecide }: { act: PendingAct; onDecide: (how: Deciding['how']) => void }) {
  const { withdraw } = useActDecisions();
  const nameOf = (verb: string) => `${verb}: ${acts[act.kind].label}, ${act.subject.name}`;
  const takeBack = async () => {
    try {
      await withProgress(savingText, () => withdraw(act.id));
      toast.success('Withdrawn');
    } catch (error) {
      toast.error(error);
    }
  };
  if (act.isOwn) {
    return (
      <Button size="xs" variant="default" aria-label={nameOf('Withdraw')} onClick={() => void takeBack()}>
        Withdraw
      </Button>
    );
  }
  return (
    <>
      <Button size="xs" variant="default" aria-label={nameOf('Refuse')} onClick={() => onDecide('refuse')}>
        Refuse
      </Button>
      {act.refusal === null && (
        <Button size="xs" aria-label={nameOf('Confirm')} onClick={() => onDecide('confirm')}>
          Confirm
        </Button>
      )}
    </>
  );
}

/** The requests of admins that a second admin has not confirmed yet, of one kind or of all. Empty if there are none. */
export function WaitingActsCard({ kind }: { kind?: PendingAct['kind'] }) {
  const { data } = useQuery(actQueries.open);
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const waiting = (data ?? []).filter((act) => kind === undefined || act.kind === kind);
  if (waiting.length === 0) return null;
  return (
    <Surface title="Waiting for a second person">
      <ul className={classes.acts} aria-label="Waiting for a second person">
        {waiting.map((act) => (
          <li key={act.id}>
            <div>
              <strong>{acts[act.kind].label}</strong>: {act.subject.name}
              <Text size="sm" c="dimmed" mb={6}>
                Asked for by {act.asked.userName}, <DateText value={act.asked.date} style="time" />. Expires{' '}
                <DateText value={act.expiryDate} style="short" />.
              </Text>
              <ActFacts act={act} />
              {act.refusal && <Text size="sm">{act.refusal}</Text>}
            </div>
            <div className={classes.buttons}>
              <Buttons act={act} onDecide={(how) => setDeciding({ act, how })} />
            </div>
          </li>
        ))}
      </ul>
      {deciding && <DecideActDialog {...deciding} onClose={() => setDeciding(null)} />}
    </Surface>
  );
}
