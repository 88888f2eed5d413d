import { sharedSearch } from '@kerb/domain/views/shared-search.ts';
import type { ReferralsProps } from '@kerb/web/features/campaign-lists/referral-list.ts';
import { sharedViewQueries } from '@kerb/web/features/views/shared-views.queries.ts';
import { ViewsMenu } from '@kerb/web/features/views/views-menu.tsx';
import type { OpenedView } from '@kerb/web/features/views/views-menu-props.ts';
import { parseSearch } from '@kerb/web/platform/search.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useLocation } from '@tanstack/react-router';

const route = getRouteApi('/agencies/$tenantId/applications');
type Search = ReturnType<typeof route.useSearch>;

/** The user's own views of the referrals, and those that the team shares. */
export function ReferralViews({ tenantId, named, ofTeam }: Pick<ReferralsProps, 'tenantId' | 'named' | 'ofTeam'>) {
  const navigate = route.useNavigate();
  const address = useLocation({ select: ({ searchStr }) => searchStr });
  const isShared = ofTeam && named !== undefined;
  const { data: views } = useQuery({ ...sharedViewQueries.list(tenantId), enabled: isShared });
  // The route parses the saved search and drops what does not fit.
  const open = ({ name, search }: OpenedView, isOfTeam: boolean) =>
    void navigate({ search: { ...parseSearch(search), named: name, ofTeam: isOfTeam } as Search });
  return (
    <ViewsMenu
      list="referrals"
      named={named}
      address={address}
      team={{
        tenantId,
        onOpen: (view) => open(view, true),
        ...(isShared && { inUse: { views, address: sharedSearch(address) } }),
      }}
      onOpen={(view) => (view ? open(view, false) : void navigate({ search: {} }))}
      onNamed={(name) => void navigate({ search: (now) => ({ ...now, named: name, ofTeam: false }), replace: true })}
    />
  );
}
