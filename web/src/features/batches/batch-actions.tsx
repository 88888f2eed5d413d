import { batchMoves, movesFrom } from '@kerb/domain/batches/batch-moves.ts';
import { type Batch, batchEndpoints } from '@kerb/domain/batches/batches.contract.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { moneyText } from '@kerb/web/design/money.tsx';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { saveDownload } from '@kerb/web/design/save-download.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useBatchChanges } from '@kerb/web/features/batches/batches.queries.ts';
import { DiscardBatchDialog } from '@kerb/web/features/batches/discard-batch.dialog.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';

type ForwardMove = 'approve' | 'process' | 'transfer';

/** The question before each step, which says what it does. */
const questions: Record<ForwardMove, (batch: Batch) => string> = {
  approve: ({ total, campaigns, firstPayments }) =>
    `The bank file for ${moneyText(total)} is written, and cannot be changed after. Campaigns: ${campaigns}. ` +
    `Organisations paid into a new account: ${firstPayments}.`,
  process: () => 'Say so once the bank has taken the file. The batch can no longer be discarded then.',
  transfer: ({ total }) => `Say so once the bank has paid ${moneyText(total)}. Campaigns paid upfront become complete.`,
};

async function saveBankFile({ id, file }: Batch, onSaved: () => void): Promise<void> {
  try {
    const nameOf = (given: string | null) => given ?? file?.name ?? `batch-${id}.txt`;
    await saveDownload(batchEndpoints.file, { params: { id } }, { nameOf });
    onSaved();
  } catch (problem) {
    toast.error(problem);
  }
}

function useMoves(batch: Batch) {
  const { move } = useBatchChanges();
  return async (name: ForwardMove) => {
    const { label } = batchMoves[name];
    const isSure = await confirm({
      title: `${label}: batch ${batch.id}`,
      text: questions[name](batch),
      confirmLabel: label,
    });
    if (!isSure) return;
    try {
      await withProgress(savingText, () => move(name, batch.id));
      toast.success('Done');
    } catch (problem) {
      toast.error(problem);
    }
  };
}

/** The element that says why a batch is held. */
export const lapsedId = 'batch-lapsed';

/** Whether the screen offers a step. The server decides again. */
const isOffered = ({ approvalRefusal, isLapsed, fileDownloadedDate }: Batch, name: ForwardMove): boolean => {
  if (name === 'process') return !isLapsed || fileDownloadedDate !== null;
  return !(approvalRefusal !== null && batchMoves[name].bySecondPerson);
};

/** The actions possible for a batch now: the file, discarding, and the next step last. */
export function BatchActions({ batch }: { batch: Batch }) {
  const [isDiscarding, setDiscarding] = useState(false);
  const move = useMoves(batch);
  const { downloaded } = useBatchChanges();
  const moves = movesFrom(batch.status);
  const next = moves.find((name): name is ForwardMove => name !== 'discard' && isOffered(batch, name));
  return (
    <>
      {batch.file && batch.status !== 'discarded' && (
        <Button
          variant="default"
          disabled={batch.isLapsed === true}
          aria-describedby={batch.isLapsed ? lapsedId : undefined}
          onClick={() => void saveBankFile(batch, downloaded)}
        >
          Download bank file
        </Button>
      )}
      {moves.includes('discard') && !batch.discardAsked && (
        <Button variant="default" onClick={() => setDiscarding(true)}>
          {batchMoves.discard.label}
        </Button>
      )}
      {next && <Button onClick={() => void move(next)}>{batchMoves[next].label}</Button>}
      {isDiscarding && <DiscardBatchDialog batch={batch} onClose={() => setDiscarding(false)} />}
    </>
  );
}
