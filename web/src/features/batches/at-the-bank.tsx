import type { Batch, BatchItem } from '@kerb/domain/batches/batches.contract.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import classes from '@kerb/web/features/batches/batches.module.css';
import { Button } from '@mantine/core';

type AtTheBankProps = { batch: Batch; item: BatchItem; onBounce: (item: BatchItem) => void };

/** What the bank did with a payment: shown on a statement, or sent back. An admin records the latter. */
export function AtTheBank({ batch, item, onBounce }: AtTheBankProps) {
  if (item.bounced) {
    return (
      <span className={classes.stack}>
        <ToneBadge tone="danger">Sent back</ToneBadge>
        <span className={classes.small}>
          <DateText value={item.bounced.date} />, {item.bounced.userName}: {item.bounced.reason}
        </span>
      </span>
    );
  }
  return (
    <span className={classes.stack}>
      {item.isOnStatement && <ToneBadge tone="success">On statement</ToneBadge>}
      {batch.status === 'transferred' && (
        <Button size="xs" variant="default" aria-label={`Sent back: ${item.flowNumber}`} onClick={() => onBounce(item)}>
          Sent back
        </Button>
      )}
    </span>
  );
}
