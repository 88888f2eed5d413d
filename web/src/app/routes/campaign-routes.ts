import { listQuery } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { ages, dashboardBuckets, dashboardLines } from '@kerb/domain/dashboard/buckets.ts';
import { pageSizes } from '@kerb/domain/shell/page-sizes.ts';
import { digits } from '@kerb/domain/wire/codecs.ts';
import { firstScreen } from '@kerb/web/app/first-screen.ts';
import { asDigits, guard, guarded, listSearch, pageSize } from '@kerb/web/app/route-rules.ts';
import { root } from '@kerb/web/app/routes/root-route.ts';
import { lazyModule } from '@kerb/web/design/lazy.tsx';
import { AllCampaignsScreen } from '@kerb/web/features/campaign-lists/all-campaigns.screen.tsx';
import { actorOf } from '@kerb/web/platform/session.tsx';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import * as z from 'zod/mini';

const sizes = pageSize(pageSizes.campaigns, 100);

/** A filter of the API that the screen does not show. With its key: otherwise the router adds the address's value. */
const never = z.undefined();

const shownQuery = z.extend(listQuery, { ...sizes, propertyId: never, signatoryUserId: never });
export const referralSearch = z.extend(shownQuery, { tenantId: never });

/** Also the columns, and the name of the saved view that the state came from. */
const allCampaignsSearch = z.extend(shownQuery, {
  view: z.optional(z.enum(['table', 'list'])),
  columns: z.optional(z.string()),
  named: z.optional(z.string().check(z.maxLength(60))),
});

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
  ...listSearch(z.extend(z.pick(listQuery, { page: true }), sizes)),
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
  ...listSearch(
    z.object({
      tenantId: z.optional(digits),
      textQuery: z.optional(z.string()),
      bar: z.optional(
        z.enum([...dashboardBuckets.map(({ status }) => status), ...dashboardLines.map(({ name }) => name)]),
      ),
      age: z.optional(z.enum(ages)),
    }),
  ),
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
