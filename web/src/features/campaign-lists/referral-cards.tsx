import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { shownBy } from '@kerb/web/features/campaign-lists/campaign-filter.ts';
import { rowBox } from '@kerb/web/features/campaign-lists/choose-rows.tsx';
import type { ReferralsProps } from '@kerb/web/features/campaign-lists/referral-list.ts';
import { CampaignCards } from '@kerb/web/features/campaigns/campaign-card.tsx';
import { useMarkDone } from '@kerb/web/features/campaigns/mark-done.ts';
import { Button } from '@mantine/core';

export function ReferralCards({ query, list, reset, flagLabel, isChoosing }: ReferralsProps & { isChoosing: boolean }) {
  const onMarkDone = useMarkDone();
  const isFiltered = shownBy(query) !== 'all';
  return (
    <CampaignCards
      label="Referrals"
      rows={list.data?.items}
      isStale={list.isPlaceholderData}
      flagLabel={flagLabel}
      onMarkDone={onMarkDone}
      box={isChoosing ? rowBox : undefined}
      empty={
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
      }
    />
  );
}
