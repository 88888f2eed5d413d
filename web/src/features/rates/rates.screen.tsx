import { writtenRate } from '@kerb/domain/rates/rate-changes.ts';
import type { RateChangeView } from '@kerb/domain/rates/rates.contract.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { WaitingActsCard } from '@kerb/web/features/people/waiting-acts.card.tsx';
import { ChangeRatesDialog } from '@kerb/web/features/rates/change-rates.dialog.tsx';
import classes from '@kerb/web/features/rates/rates.module.css';
import { ratesQuery, useRateChanges } from '@kerb/web/features/rates/rates.queries.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

function Change({ change }: { change: RateChangeView }) {
  const { withdraw } = useRateChanges();
  const country = countryRules();
  const rows = change.rates.map(({ label, unit, before, after }) => {
    const written = (value: number) => writtenRate({ unit, value }, country);
    return [label, `${written(before)} → ${written(after)}`] as const;
  });
  const takeBack = async () => {
    const isSure = await confirm({
      title: 'Withdraw this change?',
      text: 'The present rates stay. All admins are told.',
      confirmLabel: 'Withdraw',
    });
    if (!isSure) return;
    try {
      await withProgress(savingText, () => withdraw(change.id));
      toast.success('Withdrawn');
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <li>
      <strong>
        From <DateText value={change.from} style="short" />
      </strong>
      {change.state === 'withdrawn' && ' (withdrawn)'}
      <Facts rows={[...rows, ['Reason', change.reason]]} />
      <Text size="sm" c="dimmed">
        Asked for by {change.asked.userName}, confirmed by {change.confirmed.userName}{' '}
        <DateText value={change.confirmed.date} style="time" />
        {change.withdrawn && `; withdrawn by ${change.withdrawn.userName}`}.
      </Text>
      {change.state === 'coming' && (
        <Button size="xs" variant="default" mt={6} onClick={() => void takeBack()}>
          Withdraw
        </Button>
      )}
    </li>
  );
}

function Changes({ title, changes, empty }: { title: string; changes: readonly RateChangeView[]; empty: string }) {
  return (
    <Surface title={title}>
      {changes.length === 0 ? (
        <EmptyState text={empty} />
      ) : (
        <ul className={classes.changes} aria-label={title}>
          {changes.map((change) => (
            <Change key={change.id} change={change} />
          ))}
        </ul>
      )}
    </Surface>
  );
}

/** The rates and fees of the country: those of today, those that come, and every change before. */
export function RatesScreen() {
  const { data, error, refetch } = useQuery(ratesQuery);
  const [isChanging, setIsChanging] = useState(false);
  const actions = (
    <Button disabled={!data} onClick={() => setIsChanging(true)}>
      Change Rates
    </Button>
  );
  const isComing = ({ state }: RateChangeView) => state === 'coming';
  return (
    <>
      <PageHeader title="Rates and Fees" actions={actions} />
      <Stack gap="md">
        <WaitingActsCard kind="rate" />
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data && (
          <>
            <Surface title="Today">
              <Facts rows={data.rates.map((rate) => [rate.label, writtenRate(rate, countryRules())] as const)} />
            </Surface>
            <Changes title="Coming" changes={data.changes.filter(isComing)} empty="No change is coming." />
            <Changes
              title="History"
              changes={data.changes.filter((change) => !isComing(change))}
              empty="The rates have never changed."
            />
          </>
        )}
      </Stack>
      {isChanging && data && <ChangeRatesDialog rates={data.rates} onClose={() => setIsChanging(false)} />}
    </>
  );
}
