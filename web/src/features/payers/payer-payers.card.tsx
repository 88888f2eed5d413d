import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { payerWord } from '@kerb/domain/vocabulary/value-lists.ts';
import { Loaded } from '@kerb/web/design/loaded.tsx';
import rows from '@kerb/web/design/person-rows.module.css';
import { Surface } from '@kerb/web/design/surface.tsx';
import { payersOf } from '@kerb/web/features/campaigns/ask-before-ending.ts';
import { PayerLine } from '@kerb/web/features/payers/payer-item.tsx';
import { useQuery } from '@tanstack/react-query';

/** All names, but only the reader's own details: those of other payers are private. */
export function PayerPayersCard({ agreement }: { agreement: Agreement }) {
  const { data, error, refetch } = useQuery(payersOf(agreement.id));
  return (
    <Surface title={`${payerWord(agreement.campaignBudgetFundsPurpose)}s`}>
      <Loaded data={error ? undefined : data} error={error} onRetry={() => void refetch()} lines={2}>
        {(payers) => (
          <ul className={rows.rows}>
            {payers.map((payer) => (
              <PayerLine key={payer.id} payer={payer} />
            ))}
          </ul>
        )}
      </Loaded>
    </Surface>
  );
}
