import { moneyLabels } from '@kerb/domain/payments/money-labels.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import classes from '@kerb/web/features/payments/payments.module.css';
import { paymentQueries } from '@kerb/web/features/payments/payments.queries.ts';
import { Button, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';

const ReturnMoneyDialog = lazyComponent(
  async () => (await import('@kerb/web/features/payments/return-money.dialog.tsx')).ReturnMoneyDialog,
);

const ReturnButton = ({ onReturn }: { onReturn: () => void }) => (
  <Button variant="default" size="xs" data-does="returnMoney" style={{ justifySelf: 'start' }} onClick={onReturn}>
    Return held money
  </Button>
);

/** The held money of a campaign, and what was returned of it. Hidden if there is none. */
export function HeldMoney({ agreementId }: { agreementId: number }) {
  const { data, error, refetch } = useQuery(paymentQueries.held(agreementId));
  const [isReturning, setReturning] = useState(false);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || (data.heldAmount === 0 && data.returns.length === 0)) return null;
  return (
    <div>
      <Title order={3} mb="sm">
        {moneyLabels.team.held}
      </Title>
      <ul className={classes.records} aria-label={moneyLabels.team.held}>
        <li className={classes.record}>
          <div className={classes.recordHead}>
            <strong>Held now</strong>
            <strong>
              <Money cents={data.heldAmount} />
            </strong>
          </div>
          {data.heldAmount > 0 && (
            <>
              <Text size="sm">Too much was paid, or the campaign is over: this money is the payer’s.</Text>
              <ReturnButton onReturn={() => setReturning(true)} />
            </>
          )}
        </li>
        {data.returns.map(({ date, amount, description, returnedByName }) => (
          <li key={date + amount} className={classes.record}>
            <div className={classes.recordHead}>
              <strong>Returned</strong>
              <strong>
                <Money cents={amount} />
              </strong>
            </div>
            <div className={classes.recordFacts}>
              <DateText value={date} />
              {returnedByName && ` · ${returnedByName}`}
            </div>
            {description && <Text size="sm">{description}</Text>}
          </li>
        ))}
      </ul>
      {isReturning && (
        <Suspense>
          <ReturnMoneyDialog
            agreementId={agreementId}
            heldAmount={data.heldAmount}
            onClose={() => setReturning(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
