import type { Batch } from '@kerb/domain/batches/batches.contract.ts';
import { remittanceTitle } from '@kerb/domain/batches/remittances.contract.ts';
import { Surface } from '@kerb/web/design/surface.tsx';
import classes from '@kerb/web/features/batches/batches.module.css';
import { AdviceButtons } from '@kerb/web/features/remittances/advice-buttons.tsx';

/** The remittance advice of each organisation that a transferred batch paid. */
export function BatchAdvices({ batch }: { batch: Pick<Batch, 'id' | 'status' | 'items'> }) {
  if (batch.status !== 'transferred') return null;
  const organisations = new Map(batch.items.map(({ tenant, tenantName }) => [tenant, tenantName]));
  return (
    <Surface title={remittanceTitle}>
      <ul className={classes.advices} aria-label="Paid organisations">
        {[...organisations].map(([tenantId, name]) => (
          <li key={tenantId}>
            {name}
            <AdviceButtons query={{ tenantId, batch: batch.id }} about={name} />
          </li>
        ))}
      </ul>
    </Surface>
  );
}
