import { moneyText } from '@kerb/web/design/money.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import classes from '@kerb/web/features/dashboard/dashboard.module.css';
import { dashboardQueries } from '@kerb/web/features/dashboard/dashboard.queries.ts';
import { sentenceFor } from '@kerb/web/platform/api-problem.ts';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

/** What has been funded since the financial year began. */
export function TotalFunded({ officeId }: { officeId: number | undefined }) {
  const { data, error } = useQuery(dashboardQueries.funded(officeId));
  return (
    <Surface title="Total Funded">
      {error && <p className={classes.aside}>{sentenceFor(error)}</p>}
      {!data && !error && <Skeleton height={62} width="70%" />}
      {data && (
        <>
          <div className={classes.figure}>{moneyText(data.total)}</div>
          <p className={classes.aside}>
            {`${data.label} so far, ${data.campaigns} ${data.campaigns === 1 ? 'campaign' : 'campaigns'}`}
          </p>
        </>
      )}
    </Surface>
  );
}
