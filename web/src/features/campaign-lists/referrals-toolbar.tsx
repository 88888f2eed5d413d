import { ButtonChoice } from '@kerb/web/design/button-choice.tsx';
import { SearchField } from '@kerb/web/design/search-field.tsx';
import { CampaignSort } from '@kerb/web/features/campaign-lists/campaign-sort.tsx';
import { CustomFilter } from '@kerb/web/features/campaign-lists/custom-filter.tsx';
import { showAll, showInProgress, shownBy } from '@kerb/web/features/campaign-lists/referral-filter.ts';
import type { ReferralsProps } from '@kerb/web/features/campaign-lists/referral-list.ts';
import classes from '@kerb/web/features/campaign-lists/referrals.module.css';
import { TeamMemberSelect } from '@kerb/web/features/campaign-lists/team-member-select.tsx';
import { useIsPhone } from '@kerb/web/platform/media.ts';
import type { ReactNode } from 'react';

const shown = [
  { value: 'all', label: 'Show All' },
  { value: 'open', label: 'Show In Progress' },
] as const;
const filters = { all: showAll, open: showInProgress };

/** On a phone the campaigns come first; rarely used controls are collapsed behind a button. */
function Folded({ children }: { children: ReactNode }) {
  if (!useIsPhone()) return children;
  return (
    <details className={classes.folded}>
      <summary>More options</summary>
      <div className={classes.toolbar}>{children}</div>
    </details>
  );
}

export function ReferralsToolbar({ tenantId, query, change, flagLabel }: ReferralsProps) {
  const shows = shownBy(query);
  return (
    <div className={`${classes.toolbar} kerb-no-print`}>
      <SearchField
        label="Search by status, property address or agent name"
        value={query.textQuery ?? ''}
        onSearch={(text) => change({ textQuery: text || undefined })}
        width={280}
      />
      <div className={classes.filters}>
        <ButtonChoice
          label="Show"
          options={shown}
          value={shows === 'custom' ? null : shows}
          onChange={(value) => change(filters[value])}
        />
        <CustomFilter filter={query} flagLabel={flagLabel} onApply={change} />
      </div>
      <Folded>
        <TeamMemberSelect
          tenantId={tenantId}
          userId={query.agentUserId}
          onChange={(agentUserId) => change({ agentUserId })}
        />
        <CampaignSort sortBy={query.sortBy} sortDesc={query.sortDesc} onChange={change} />
      </Folded>
    </div>
  );
}
