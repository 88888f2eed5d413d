import { type FigurePeriod, figurePeriods, periodLabels } from '@kerb/domain/dashboard/team-figures.ts';
import { ButtonChoice } from '@kerb/web/design/button-choice.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { CashForecast } from '@kerb/web/features/figures/cash-forecast.tsx';
import classes from '@kerb/web/features/figures/figures.module.css';
import { figureQueries } from '@kerb/web/features/figures/figures.queries.ts';
import { Organisations, People, Steps } from '@kerb/web/features/figures/organisations.tsx';
import { Portfolio } from '@kerb/web/features/figures/portfolio.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** The figures of every organisation, the cash forecast, and the loans by age and share of the sale. */
export function FiguresScreen() {
  const [period, setPeriod] = useState<FigurePeriod>('quarter');
  const { data, error, refetch, isPlaceholderData } = useQuery(figureQueries.get(period));
  return (
    <>
      <PageHeader title="Figures" subtitle="Money as the ledger has it now, and campaigns by the day they were sent." />
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.figures}>
          {data ? (
            <>
              <CashForecast forecast={data.forecast} />
              <div className={classes.pair}>
                <Portfolio portfolio={data.portfolio} />
              </div>
            </>
          ) : (
            <LinesSkeleton lines={16} />
          )}
          <div className={classes.period}>
            <ButtonChoice
              label="Campaigns sent within"
              options={figurePeriods.map((value) => ({ value, label: periodLabels[value] }))}
              value={period}
              onChange={setPeriod}
            />
          </div>
          <Organisations figures={data} isStale={isPlaceholderData} />
          {data && <Steps figures={data} />}
          <People figures={data} isStale={isPlaceholderData} />
        </div>
      )}
    </>
  );
}
