import { pageSizes } from '@kerb/domain/shell/page-sizes.ts';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { Pager } from '@kerb/web/design/pager.tsx';
import { BulkBar, ChooseButton } from '@kerb/web/features/campaign-lists/choose-rows.tsx';
import { ExportReferrals } from '@kerb/web/features/campaign-lists/export-referrals.tsx';
import { ReferralCards } from '@kerb/web/features/campaign-lists/referral-cards.tsx';
import { useReferrals } from '@kerb/web/features/campaign-lists/referral-list.ts';
import { ReferralViews } from '@kerb/web/features/campaign-lists/referral-views.tsx';
import classes from '@kerb/web/features/campaign-lists/referrals.module.css';
import { ReferralsToolbar } from '@kerb/web/features/campaign-lists/referrals-toolbar.tsx';
import { CreateReferralButtons } from '@kerb/web/features/create-campaign/create-referral-buttons.tsx';
import { useMay } from '@kerb/web/platform/session.tsx';
import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';

const route = getRouteApi('/agencies/$tenantId/applications');

function Referrals({ tenantId }: { tenantId: number }) {
  const referrals = useReferrals(tenantId);
  const [isChoosing, setChoosing] = useState(false);
  const { query, list, change } = referrals;
  const mayImport = useMay()('campaign-import.change', tenantId);
  const found = list.data;
  const place = { page: query.page, perPage: query.perPage, totalItems: found?.totalItems, isMore: found?.isMore };
  const hasPages = (found?.totalItems ?? 0) > query.perPage;
  const actions = (
    <>
      <ExportReferrals query={query} />
      {mayImport && (
        <Button variant="default" component={Link} to={`/agencies/${tenantId}/applications/import`}>
          Import
        </Button>
      )}
      <CreateReferralButtons tenantId={tenantId} />
    </>
  );
  return (
    <>
      <PageHeader title="Referrals" actions={actions} />
      <div className={classes.list}>
        <ReferralsToolbar {...referrals} />
        <Pager
          {...place}
          onPage={(page) => change({ page })}
          perPageChoices={pageSizes.campaigns}
          onPerPage={(perPage) => change({ perPage })}
        >
          <ReferralViews {...referrals} />
          <ChooseButton isOn={isChoosing} onChange={setChoosing} />
        </Pager>
        {isChoosing && <BulkBar rows={found?.items} />}
        {list.error ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <ReferralCards {...referrals} isChoosing={isChoosing} />
        )}
        {hasPages && <Pager {...place} label="Pages, below the list" onPage={(page) => change({ page })} />}
      </div>
    </>
  );
}

/** Each organisation has its own list with its own filters. */
export function ReferralsScreen() {
  const { tenantId } = route.useParams();
  return <Referrals key={tenantId} tenantId={tenantId} />;
}
