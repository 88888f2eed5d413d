import type { Funded } from '@kerb/domain/dashboard/dashboard.contract.ts';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { moneyText } from '@kerb/web/design/money.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import classes from '@kerb/web/features/dashboard/dashboard.module.css';
import { dashboardQueries } from '@kerb/web/features/dashboard/dashboard.queries.ts';
import { comparisonText, countText, lastYearText } from '@kerb/web/features/dashboard/funded-figures.ts';
import { FundedPicture } from '@kerb/web/features/dashboard/funded-picture.tsx';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

function Figures({ funded }: { funded: Funded }) {
  const comparison = comparisonText(funded);
  return (
    <>
      <div className={classes.figure}>{moneyText(funded.total)}</div>
      <p className={classes.aside}>{`${funded.label} so far, ${countText(funded.campaigns)}`}</p>
      {comparison && <p className={classes.comparison}>{comparison}</p>}
      <p className={classes.aside}>{lastYearText(funded)}</p>
      <FundedPicture {...funded} />
    </>
  );
}

/** The funds of the financial year so far, beside the year before. */
export function TotalFunded({ organisationId }: { organisationId: number | undefined }) {
  const { data, error, refetch } = useQuery(dashboardQueries.funded(organisationId));
  return (
    <Surface title="Total Funded">
      <div className={classes.funded} aria-busy={!data && !error}>
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && (
          <>
            <Skeleton height={38} width="50%" />
            <Skeleton height={14} width="60%" mt={12} />
            <Skeleton height={14} width="80%" mt={10} />
            <Skeleton height={200} mt={20} />
          </>
        )}
        {data && <Figures funded={data} />}
      </div>
    </Surface>
  );
}
