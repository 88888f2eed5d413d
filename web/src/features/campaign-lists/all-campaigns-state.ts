import { openStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { useExistingPage, useSavedAddress } from '@kerb/web/design/list-state.ts';
import { campaignQueries } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { useListTrail } from '@kerb/web/features/campaigns/list-trail.ts';
import { useIsPhone } from '@kerb/web/platform/media.ts';
import { parseSearch } from '@kerb/web/platform/search.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useLocation } from '@tanstack/react-router';

const route = getRouteApi('/');

type Search = ReturnType<typeof route.useSearch>;
type Change = (next: Partial<Search>) => void;

/** The rows that the address asks for, and the functions to change the query. */
export function useAllCampaigns() {
  const isRestoring = useSavedAddress('all-campaigns');
  const { view, columns, named, ...query } = route.useSearch();
  /** The query that is sent: the same for the page, the spreadsheet and the trail. */
  const asked = { ...query, status: query.status ?? openStatuses };
  const list = useQuery({ ...campaignQueries.list(asked), enabled: !isRestoring });
  const found = isRestoring || list.isPlaceholderData ? undefined : list.data;
  const navigate = route.useNavigate();
  useExistingPage(query, found, (page) => void navigate({ search: (now) => ({ ...now, page }), replace: true }));
  useListTrail(asked, found);
  /** Any change except of the page goes back to the first page. */
  const change: Change = (next) => void navigate({ search: (now) => ({ ...now, page: 1, ...next }) });
  /** A change that affects no rows replaces the history entry. */
  const restyle: Change = (next) => void navigate({ search: (now) => ({ ...now, ...next }), replace: true });
  const reset = () => void navigate({ search: { view, columns, named } });
  return { view, columns, named, query, asked, list, change, restyle, reset };
}

export type AllCampaigns = ReturnType<typeof useAllCampaigns>;

/** A phone shows no table, whatever the address asks for. */
export function useIsTable({ view }: Pick<AllCampaigns, 'view'>): boolean {
  const isPhone = useIsPhone();
  return !isPhone && view !== 'list';
}

/** Opens a saved view; null opens the default list. */
export function useOpenView() {
  const navigate = route.useNavigate();
  const address = useLocation({ select: ({ searchStr }) => searchStr });
  const open = (view: { name: string; search: string } | null) => {
    // The route parses the saved search and drops what does not fit.
    const search = (view ? { ...parseSearch(view.search), named: view.name } : {}) as Search;
    void navigate({ search });
  };
  return { address, open };
}
