import { agreementSorts } from '@kerb/domain/agreements/agreement-sorts.ts';
import { pageSizes } from '@kerb/domain/shell/page-sizes.ts';
import { openStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { DataTable } from '@kerb/web/design/data-table.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { Pager, pageCount } from '@kerb/web/design/pager.tsx';
import { SearchField } from '@kerb/web/design/search-field.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import classes from '@kerb/web/features/campaign-lists/all-campaigns.module.css';
import {
  type AllCampaigns,
  useAllCampaigns,
  useIsTable,
} from '@kerb/web/features/campaign-lists/all-campaigns-state.ts';
import { ListTools } from '@kerb/web/features/campaign-lists/all-campaigns-tools.tsx';
import { tableColumns } from '@kerb/web/features/campaign-lists/campaign-columns.tsx';
import { CampaignExports } from '@kerb/web/features/campaign-lists/campaign-exports.tsx';
import { countChanged } from '@kerb/web/features/campaign-lists/campaign-filter.ts';
import { BulkBar, boxColumn, rowBox } from '@kerb/web/features/campaign-lists/choose-rows.tsx';
import { columnsIn } from '@kerb/web/features/campaign-lists/column-choice.ts';
import { FilterButton } from '@kerb/web/features/campaign-lists/filter-button.tsx';
import { FlowNumberBox } from '@kerb/web/features/campaign-lists/flow-number-box.tsx';
import { Folded } from '@kerb/web/features/campaign-lists/folded.tsx';
import { searchHint, searchLabel } from '@kerb/web/features/campaign-lists/search-words.ts';
import { StatusVolumes } from '@kerb/web/features/campaign-lists/status-volumes.tsx';
import { useOpenCampaign } from '@kerb/web/features/campaigns/campaign-link.tsx';
import { lastVisited } from '@kerb/web/features/campaigns/list-trail.ts';
import { useMarkDone } from '@kerb/web/features/campaigns/mark-done.ts';
import { useIsPhone } from '@kerb/web/platform/media.ts';
import { Button } from '@mantine/core';
import { type ReactNode, Suspense, useMemo, useState } from 'react';

/** More rows than fit in a tall window. */
const mostPlaceholders = 40;

const CampaignSort = lazyComponent(
  async () => (await import('@kerb/web/features/campaign-lists/campaign-sort.tsx')).CampaignSort,
);
const FilterChips = lazyComponent(
  async () => (await import('@kerb/web/features/campaign-lists/filter-chips.tsx')).FilterChips,
);

/** Not in the first load: a wide window begins with the table. */
const CampaignCards = lazyComponent(
  async () => (await import('@kerb/web/features/campaigns/campaign-card.tsx')).CampaignCards,
);

const isNarrowed = ({ tenantId, agentUserId }: AllCampaigns['query']): boolean =>
  tenantId !== undefined || agentUserId !== undefined;

/** The sort control for cards, which have no column headings. */
function CardSort({ query, change }: AllCampaigns) {
  return <CampaignSort sortBy={query.sortBy} sortDesc={query.sortDesc} onChange={change} />;
}

function Toolbar(campaigns: AllCampaigns) {
  const { query, change } = campaigns;
  const isTable = useIsTable(campaigns);
  const changed = countChanged(query);
  return (
    <div className={`${classes.toolbar} kerb-no-print`}>
      <SearchField
        label={searchLabel}
        placeholder={searchHint}
        value={query.textQuery ?? ''}
        onSearch={(text) => change({ textQuery: text || undefined })}
        width={380}
      />
      <FilterButton
        label="Filters"
        count={changed}
        isOn={changed > 0}
        filter={query}
        usualStatuses={openStatuses}
        flagLabel="Show only Campaigns flagged as Action Suggested"
        onApply={change}
      />
      {!isTable && (
        <Folded isInUse={false}>
          <Suspense>
            <CardSort {...campaigns} />
          </Suspense>
        </Folded>
      )}
      {isNarrowed(query) && (
        <Suspense>
          <FilterChips {...query} onChange={change} />
        </Suspense>
      )}
    </div>
  );
}

function Empty({ query, reset }: AllCampaigns) {
  const isFiltered = Boolean(query.textQuery) || countChanged(query) > 0 || isNarrowed(query);
  return (
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
}

type Choosing = { isChoosing: boolean };
type RowsProps = Choosing & { label: string; isStale: boolean; empty: ReactNode };

function TableRows({ campaigns, isChoosing, ...shared }: RowsProps & { campaigns: AllCampaigns }) {
  const { columns, query, list, change } = campaigns;
  const open = useOpenCampaign();
  // Keep the same array while the columns are the same; otherwise every row renders again.
  const chosen = useMemo(
    () => [...(isChoosing ? [boxColumn] : []), ...tableColumns(columnsIn(columns))],
    [columns, isChoosing],
  );
  const turn = (step: 1 | -1) => {
    const page = query.page + step;
    const exists = page >= 1 && page <= pageCount(list.data?.totalItems, query.perPage);
    if (exists) change({ page });
    return exists;
  };
  return (
    <Surface flush>
      <DataTable
        {...shared}
        rows={list.data?.items}
        dense
        isFixed
        columns={chosen}
        rowKey={(row) => row.id}
        onOpen={(row) => void open(row)}
        onPage={turn}
        startAt={lastVisited()}
        sort={{ by: query.sortBy, descending: query.sortDesc }}
        onSort={({ by, descending }) =>
          change({ sortBy: agreementSorts.find((sort) => sort === by) ?? 'status', sortDesc: descending })
        }
        placeholderRows={Math.min(query.perPage, mostPlaceholders)}
      />
    </Surface>
  );
}

function Rows({ isChoosing, ...campaigns }: AllCampaigns & Choosing) {
  const { list } = campaigns;
  const onMarkDone = useMarkDone();
  const isTable = useIsTable(campaigns);
  const shared = { label: 'Campaigns', isStale: list.isPlaceholderData, empty: <Empty {...campaigns} /> };
  if (isTable) return <TableRows {...shared} campaigns={campaigns} isChoosing={isChoosing} />;
  return (
    <Suspense fallback={<LinesSkeleton lines={12} />}>
      <CampaignCards
        {...shared}
        rows={list.data?.items}
        showOrganisation
        opensNewTab
        onMarkDone={onMarkDone}
        box={isChoosing ? rowBox : undefined}
      />
    </Suspense>
  );
}

export function AllCampaignsScreen() {
  const campaigns = useAllCampaigns();
  const { query, list, change } = campaigns;
  const isPhone = useIsPhone();
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <PageHeader
        title="All Campaigns"
        actions={
          <>
            <FlowNumberBox />
            <CampaignExports {...campaigns} />
          </>
        }
      />
      <div className={classes.list}>
        {!isPhone && <StatusVolumes shown={query.status} onShow={(status) => change({ status })} />}
        <Toolbar {...campaigns} />
        <Pager
          page={query.page}
          perPage={query.perPage}
          totalItems={list.data?.totalItems}
          isMore={list.data?.isMore}
          onPage={(page) => change({ page })}
          perPageChoices={pageSizes.campaigns}
          onPerPage={(perPage) => change({ perPage })}
        >
          <ListTools {...campaigns} isChoosing={isChoosing} onChoosing={setChoosing} />
        </Pager>
        {isChoosing && <BulkBar rows={list.data?.items} />}
        {list.error ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <Rows {...campaigns} isChoosing={isChoosing} />
        )}
      </div>
    </>
  );
}
