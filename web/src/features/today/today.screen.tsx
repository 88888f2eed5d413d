import { type CampaignNeed, campaignNeeds, needLabel, type OtherNeed } from '@kerb/domain/actions/needs.ts';
import type { NeedCount } from '@kerb/domain/dashboard/needs.contract.ts';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { ScreenSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { NeedRows } from '@kerb/web/features/today/need-rows.tsx';
import { needQueries } from '@kerb/web/features/today/needs.queries.ts';
import { useRowKeys } from '@kerb/web/features/today/row-keys.ts';
import classes from '@kerb/web/features/today/today.module.css';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

const words = ({ count, isMore }: NeedCount): string => `${count}${isMore ? '+' : ''}`;
const isOfCampaigns = (name: string): name is CampaignNeed => name in campaignNeeds;

/** The screens of the groups that are not campaigns. */
const screens: Record<OtherNeed, ReactNode> = {
  batches: <LinkText to="/batch-payments">Open Batch Payments</LinkText>,
  bankLines: <LinkText to="/batch-payments/statements">Open Bank Statements</LinkText>,
  loanRequests: <LinkText to="/admin/loan-book">Open the Loan Book</LinkText>,
  movements: (
    <LinkText to="/admin/books/$view" params={{ view: 'bank-accounts' }} search={{}}>
      Open Bank Accounts
    </LinkText>
  ),
};

function Group({ need }: { need: NeedCount }) {
  const { name } = need;
  return (
    <Surface title={`${needLabel(name)} (${words(need)})`}>
      {isOfCampaigns(name) ? <NeedRows need={name} expected={need.count} /> : screens[name]}
    </Surface>
  );
}

/** What waits for this person today, the most urgent group first. Worked with j, k and Enter. */
export function TodayScreen() {
  const { data, error, refetch } = useQuery(needQueries.counts);
  const list = useRowKeys();
  const open = data?.filter(({ count }) => count > 0) ?? [];
  if (!data && !error) return <ScreenSkeleton />;
  return (
    <>
      <PageHeader title="Needs you today" place="dashboard" />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && open.length === 0 && <EmptyState text="Nothing needs you." help="New work appears here by itself." />}
      <div ref={list} className={classes.groups}>
        {open.map((need) => (
          <Group key={need.name} need={need} />
        ))}
      </div>
    </>
  );
}
