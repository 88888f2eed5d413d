import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { ButtonChoice } from '@kerb/web/design/button-choice.tsx';
import { SearchField } from '@kerb/web/design/search-field.tsx';
import { showAll, showInProgress, shownBy } from '@kerb/web/features/campaign-lists/campaign-filter.ts';
import { CampaignSort } from '@kerb/web/features/campaign-lists/campaign-sort.tsx';
import { FilterButton } from '@kerb/web/features/campaign-lists/filter-button.tsx';
import { Folded } from '@kerb/web/features/campaign-lists/folded.tsx';
import type { ReferralsProps } from '@kerb/web/features/campaign-lists/referral-list.ts';
import classes from '@kerb/web/features/campaign-lists/referrals.module.css';
import { searchHint, searchLabel } from '@kerb/web/features/campaign-lists/search-words.ts';
import { TeamMemberSelect } from '@kerb/web/features/campaign-lists/team-member-select.tsx';

const shown = [
  { value: 'all', label: 'Show All' },
  { value: 'open', label: 'Show In Progress' },
] as const;
const filters = { all: showAll, open: showInProgress };

export function ReferralsToolbar({ tenantId, query, change, flagLabel }: ReferralsProps) {
  const shows = shownBy(query);
  return (
    <div className={`${classes.toolbar} kerb-no-print`}>
      <SearchField
        label={searchLabel}
        value={query.textQuery ?? ''}
        onSearch={(text) => change({ textQuery: text || undefined })}
        placeholder={searchHint}
        width={280}
      />
      <div className={classes.filters}>
        <ButtonChoice
          label="Show"
          options={shown}
          value={shows === 'custom' ? null : shows}
          onChange={(value) => change(filters[value])}
        />
        <FilterButton
          label="Custom Filter"
          isOn={shows === 'custom'}
          align="end"
          filter={query}
          usualStatuses={agreementStatuses}
          flagLabel={flagLabel}
          onApply={change}
        />
      </div>
      <Folded isInUse={query.agentUserId !== undefined}>
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
