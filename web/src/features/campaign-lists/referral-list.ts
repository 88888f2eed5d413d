import { seesWholeOrganisation } from '@kerb/domain/access/access-scope.ts';
import { actionSuggestedLabel } from '@kerb/domain/agreements/action-suggested.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { useExistingPage, useSavedAddress } from '@kerb/web/design/list-state.ts';
import { campaignQueries } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { useListTrail } from '@kerb/web/features/campaigns/list-trail.ts';
import { organisationQueries } from '@kerb/web/features/organisations/organisations.queries.ts';
import { referralsOf } from '@kerb/web/platform/saved-state.ts';
import { useActor } from '@kerb/web/platform/session.tsx';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

const route = getRouteApi('/agencies/$tenantId/applications');

/** Until the organisation's type is known, the label names neither agent nor stylist. */
function useFlagLabel(tenantId: number): string {
  const { data: tenant } = useQuery(organisationQueries.one(tenantId));
  return tenant ? actionSuggestedLabel(tenant.type) : labelOfField('actionSuggested');
}

/** The referrals that the address asks for, and the functions to change it. */
export function useReferrals(tenantId: number) {
  const isRestoring = useSavedAddress(referralsOf(tenantId));
  const { agentUserId, named, ofTeam, ...others } = route.useSearch();
  // An employee has no such filter, so one in the address must not narrow the list unseen.
  const mayChoose = seesWholeOrganisation(useActor(), 'agreement.read', tenantId);
  const search = { ...others, ...(mayChoose && { agentUserId }) };
  const query = { ...search, tenantId };
  const list = useQuery({ ...campaignQueries.list(query), enabled: !isRestoring });
  const navigate = route.useNavigate();
  /** Any change except of the page goes back to the first page. */
  const change = (next: Partial<typeof search>) => void navigate({ search: (now) => ({ ...now, page: 1, ...next }) });
  const reset = () => void navigate({ search: {} });
  useExistingPage(query, list.data, (page) => void navigate({ search: (now) => ({ ...now, page }), replace: true }));
  useListTrail(query, isRestoring || list.isPlaceholderData ? undefined : list.data);
  return { tenantId, named, ofTeam, query, list, change, reset, flagLabel: useFlagLabel(tenantId) };
}

export type ReferralsProps = ReturnType<typeof useReferrals>;
