import { openStatuses } from '@kerb/domain/agreements/agreement-status.ts';
import { agreementSorts } from '@kerb/domain/agreements/agreements.contract.ts';
import { ButtonChoice } from '@kerb/web/design/button-choice.tsx';
import { CampaignCards } from '@kerb/web/design/campaign-card.tsx';
import { useOpenCampaign } from '@kerb/web/design/campaign-link.tsx';
import { DataTable } from '@kerb/web/design/data-table.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { useExistingPage, useSavedAddress } from '@kerb/web/design/list-state.ts';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { Pager } from '@kerb/web/design/pager.tsx';
import { SearchField } from '@kerb/web/design/search-field.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { agreementQueries } from '@kerb/web/features/agreements/agreements.queries.ts';
import classes from '@kerb/web/features/agreements/all-campaigns.module.css';
import { campaignColumns } from '@kerb/web/features/agreements/campaign-columns.tsx';
import { CampaignFilters } from '@kerb/web/features/agreements/campaign-filters.tsx';
import { FlowNumberBox } from '@kerb/web/features/agreements/flow-number-box.tsx';
import { useMarkDone } from '@kerb/web/features/agreements/mark-done.ts';
import { useIsPhone } from '@kerb/web/platform/media.ts';
import { Button } from '@mantine/core';
import { IconLayoutGrid, IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

const route = getRouteApi('/');
const perPageChoices = [10, 25, 50, 100, 200];
const most = 25;

const views = [
  { value: 'table', label: 'Table view', icon: <IconTable size={18} stroke={1.6} aria-hidden="true" /> },
  { value: 'list', label: 'List view', icon: <IconLayoutGrid size={18} stroke={1.6} aria-hidden="true" /> },
] as const;

type Search = ReturnType<typeof route.useSearch>;
type Change = (next: Partial<Search>) => void;

/** The rows that an address asks for. */
function useCampaigns() {
  const isRestoring = useSavedAddress('all-campaigns');
  const { view, ...query } = route.useSearch();
  const list = useQuery({
    ...agreementQueries.list({ ...query, status: query.status ?? openStatuses }),
    enabled: !isRestoring,
  });
  const navigate = route.useNavigate();
  /** Any change but of the page begins again at the first one. */
  const change: Change = (next) => void navigate({ search: (now) => ({ ...now, page: 1, ...next }) });
  const reset = () => void navigate({ search: { view } });
  useExistingPage(query, list.data, (page) => void navigate({ search: (now) => ({ ...now, page }), replace: true }));
  return { view, query, list, change, reset };
}

type Campaigns = ReturnType<typeof useCampaigns>;

function Toolbar({ view, query, change }: Campaigns) {
  const isPhone = useIsPhone();
  return (
    <div className={`${classes.toolbar} kerb-no-print`}>
      <SearchField
        label="Search by status, property address or agent name"
        value={query.textQuery ?? ''}
        onSearch={(text) => change({ textQuery: text || undefined })}
        width={380}
      />
      <CampaignFilters filter={query} onChange={change} />
      {!isPhone && (
        <span className={classes.views}>
          <ButtonChoice
            label="View"
            options={views}
            value={view ?? 'table'}
            onChange={(chosen) => change({ view: chosen === 'list' ? chosen : undefined, page: query.page })}
          />
        </span>
      )}
    </div>
  );
}

function Rows({ view, query, list, change, reset }: Campaigns) {
  const open = useOpenCampaign();
  const onMarkDone = useMarkDone();
  const isPhone = useIsPhone();
  const isFiltered = Boolean(query.textQuery || query.status || query.finance || query.actionSuggested);
  const empty = (
    <EmptyState
      text="There are no matching campaigns."
      action={
        isFiltered && (
          <Button variant="default" onClick={reset}>
            Clear search and filters
          </Button>
        )
      }
    />
  );
  const shared = { label: 'Campaigns', rows: list.data?.items, isStale: list.isPlaceholderData, empty };
  if (isPhone || view === 'list') return <CampaignCards {...shared} showOrganisation onMarkDone={onMarkDone} />;
  return (
    <Surface flush>
      <DataTable
        {...shared}
        dense
        columns={campaignColumns}
        rowKey={(row) => row.id}
        onOpen={(row) => void open(row)}
        sort={{ by: query.sortBy, descending: query.sortDesc }}
        onSort={({ by, descending }) =>
          change({ sortBy: agreementSorts.find((sort) => sort === by) ?? 'status', sortDesc: descending })
        }
        placeholderRows={Math.min(query.perPage, most)}
      />
    </Surface>
  );
}

export function AllCampaignsScreen() {
  const campaigns = useCampaigns();
  const { query, list, change } = campaigns;
  return (
    <>
      <PageHeader title="All Campaigns" actions={<FlowNumberBox />} />
      <div className={classes.list}>
        <Toolbar {...campaigns} />
        <Pager
          page={query.page}
          perPage={query.perPage}
          totalItems={list.data?.totalItems}
          onPage={(page) => change({ page })}
          perPageChoices={perPageChoices}
          onPerPage={(perPage) => change({ perPage })}
        />
        {list.error ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : <Rows {...campaigns} />}
      </div>
    </>
  );
}
