import { agreementSorts } from '@kerb/domain/agreements/agreement-sorts.ts';
import { ages, dashboardBuckets, dashboardLines } from '@kerb/domain/dashboard/buckets.ts';
import { pageSizes } from '@kerb/domain/shell/page-sizes.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import { firstScreen } from '@kerb/web/app/first-screen.ts';
import { asDigits, guard, guarded, listSearch, pageFields } from '@kerb/web/app/route-rules.ts';
import { root } from '@kerb/web/app/routes/root-route.ts';
import { lazyModule } from '@kerb/web/design/lazy.tsx';
import { AllCampaignsScreen } from '@kerb/web/features/campaign-lists/all-campaigns.screen.tsx';
import {
  flagField,
  idField,
  textField,
  unshownField,
  usualWordField,
  wordField,
  wordsField,
} from '@kerb/web/platform/search.ts';
import { actorOf } from '@kerb/web/platform/session.tsx';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';

/** What the list of campaigns can be asked for, as the contract of the list has it. */
export const campaignSearch = {
  ...pageFields(pageSizes.campaigns, 100),
  tenantId: idField,
  propertyId: unshownField,
  agentUserId: idField,
  signatoryUserId: unshownField,
  status: wordsField(agreementStatuses),
  finance: wordsField(financeOptionCodes),
  sortBy: usualWordField(agreementSorts, 'status'),
  sortDesc: flagField(true),
  actionSuggested: flagField(false),
  textQuery: textField(200),
};
/** Also the name of the saved view that the state came from, and whether the team shares that view. */
export const referralSearch = {
  ...campaignSearch,
  tenantId: unshownField,
  named: textField(60),
  ofTeam: flagField(false),
};

/** Also the columns, and the name of the saved view that the state came from. */
const allCampaignsSearch = {
  ...campaignSearch,
  view: wordField(['table', 'list']),
  columns: textField(2000),
  named: textField(60),
};

const allCampaigns = createRoute({
  getParentRoute: () => root,
  path: '/',
  ...listSearch(allCampaignsSearch),
  beforeLoad: async (visit) => {
    const session = await guard(visit, null);
    const target = await firstScreen(actorOf(session));
    if (target.to !== '/') throw redirect({ ...target, replace: true });
  },
  component: AllCampaignsScreen,
});

const vendorCampaigns = createRoute({
  getParentRoute: () => root,
  path: '/applications',
  ...listSearch(pageFields(pageSizes.campaigns, 100)),
  beforeLoad: guarded('/applications'),
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/campaign-lists/vendor-campaigns.screen.tsx')),
    'VendorCampaignsScreen',
  ),
});

const report = createRoute({
  getParentRoute: () => root,
  path: '/admin/reports/$report',
  beforeLoad: guarded('/admin/reports'),
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/campaign-lists/report.screen.tsx')),
    'ReportScreen',
  ),
});

export const loadCampaign = lazyModule(() => import('@kerb/web/app/campaign-page/campaign.screen.tsx'));

const vendorCampaign = createRoute({
  getParentRoute: () => root,
  path: '/applications/$applicationId',
  params: asDigits('applicationId'),
  beforeLoad: guarded(null),
  component: lazyRouteComponent(loadCampaign, 'VendorCampaignScreen'),
});

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/agencies/dashboard',
  ...listSearch({
    tenantId: idField,
    textQuery: textField(200),
    bar: wordField([...dashboardBuckets.map(({ status }) => status), ...dashboardLines.map(({ name }) => name)]),
    age: wordField(ages),
  }),
  beforeLoad: guarded('/agencies'),
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/dashboard/dashboard.screen.tsx')),
    'DashboardScreen',
  ),
});

const todayRoute = createRoute({
  getParentRoute: () => root,
  path: '/today',
  beforeLoad: guarded('/today'),
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/today/today.screen.tsx')),
    'TodayScreen',
  ),
});

export const campaignRoutes = [todayRoute, allCampaigns, report, vendorCampaigns, vendorCampaign, dashboard] as const;
