import { listQuery } from '@kerb/domain/agreements/agreements.contract.ts';
import { ages, dashboardBuckets } from '@kerb/domain/dashboard/buckets.ts';
import { organisationEndpoints } from '@kerb/domain/organisations/organisations.contract.ts';
import { peopleEndpoints } from '@kerb/domain/people/people.contract.ts';
import type { Session } from '@kerb/domain/session/session.contract.ts';
import { lineStates } from '@kerb/domain/statements/line-moves.ts';
import { digits } from '@kerb/domain/wire/codecs.ts';
import { FailedScreen } from '@kerb/web/app/failed.screen.tsx';
import { firstScreen } from '@kerb/web/app/first-screen.ts';
import { NotFoundScreen } from '@kerb/web/app/not-found.screen.tsx';
import { asDigits, guard, guarded, listSearch } from '@kerb/web/app/route-rules.ts';
import { Shell } from '@kerb/web/app/shell.tsx';
import { later } from '@kerb/web/design/lazy.tsx';
import { ScreenSkeleton } from '@kerb/web/design/skeletons.tsx';
import { AllCampaignsScreen } from '@kerb/web/features/agreements/all-campaigns.screen.tsx';
import { parseSearch, stringifySearch } from '@kerb/web/platform/search.ts';
import { actorOf } from '@kerb/web/platform/session.tsx';
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import * as z from 'zod/mini';

export type RouterContext = { session: Session | null; queryClient: QueryClient };

const root = createRootRouteWithContext<RouterContext>()({
  component: Shell,
  notFoundComponent: NotFoundScreen,
  errorComponent: FailedScreen,
});

const viewSearch = { view: z.optional(z.enum(['table', 'list'])) };
const campaignSearch = z.extend(listQuery, viewSearch);
/** Also which columns, and the name of the saved view that all of it began as. */
const allCampaignsSearch = z.extend(campaignSearch, {
  columns: z.optional(z.string()),
  named: z.optional(z.string().check(z.maxLength(60))),
});
const organisationSearch = z.extend(organisationEndpoints.list.query, { perPage: z._default(digits, 50) });

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
  ...listSearch(campaignSearch),
  beforeLoad: guarded('/applications'),
  component: lazyRouteComponent(
    later(() => import('@kerb/web/features/agreements/vendor-campaigns.screen.tsx')),
    'VendorCampaignsScreen',
  ),
});

const loadCampaign = later(() => import('@kerb/web/features/agreements/campaign.screen.tsx'));

const vendorCampaign = createRoute({
  getParentRoute: () => root,
  path: '/applications/$applicationId',
  params: asDigits('applicationId'),
  beforeLoad: guarded(null),
  component: lazyRouteComponent(loadCampaign, 'VendorCampaignScreen'),
});

const organisations = createRoute({
  getParentRoute: () => root,
  path: '/agencies',
  ...listSearch(organisationSearch),
  beforeLoad: guarded('/agencies'),
  component: lazyRouteComponent(
    later(() => import('@kerb/web/features/organisations/organisations.screen.tsx')),
    'OrganisationsScreen',
  ),
});

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/agencies/dashboard',
  ...listSearch(
    z.object({
      tenantId: z.optional(digits),
      textQuery: z.optional(z.string()),
      bar: z.optional(z.enum(dashboardBuckets.map(({ status }) => status))),
      age: z.optional(z.enum(ages)),
    }),
  ),
  beforeLoad: guarded('/agencies'),
  component: lazyRouteComponent(
    later(() => import('@kerb/web/features/dashboard/dashboard.screen.tsx')),
    'DashboardScreen',
  ),
});

const organisation = createRoute({
  getParentRoute: () => root,
  path: '/agencies/$tenantId',
  params: asDigits('tenantId'),
  beforeLoad: guarded('/agencies'),
  component: lazyRouteComponent(
    later(() => import('@kerb/web/features/organisations/organisation.screen.tsx')),
    'OrganisationScreen',
  ),
});

const organisationIndex = createRoute({
  getParentRoute: () => organisation,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/agencies/$tenantId/applications', params, replace: true });
  },
});

const referrals = createRoute({
  getParentRoute: () => organisation,
  path: '/applications',
  ...listSearch(campaignSearch),
  component: lazyRouteComponent(
    later(() => import('@kerb/web/features/agreements/referrals.screen.tsx')),
    'ReferralsScreen',
  ),
});

const team = createRoute({
  getParentRoute: () => organisation,
  path: '/users',
  component: lazyRouteComponent(
    later(() => import('@kerb/web/features/team/team.screen.tsx')),
    'TeamScreen',
  ),
});

const organisationSettings = createRoute({
  getParentRoute: () => organisation,
  path: '/settings',
  component: lazyRouteComponent(
    later(() => import('@kerb/web/features/organisations/settings.screen.tsx')),
    'SettingsScreen',
  ),
});

const campaign = createRoute({
  getParentRoute: () => organisation,
  path: '/applications/$applicationId',
  params: asDigits('applicationId'),
  component: lazyRouteComponent(loadCampaign, 'CampaignScreen'),
});

const users = createRoute({
  getParentRoute: () => root,
  path: '/admin/users',
  ...listSearch(peopleEndpoints.list.query),
  beforeLoad: guarded('/admin/users'),
  component: lazyRouteComponent(
    later(() => import('@kerb/web/features/people/users.screen.tsx')),
    'UsersScreen',
  ),
});

const batchPayments = createRoute({
  getParentRoute: () => root,
  path: '/batch-payments',
  ...listSearch(z.object({ page: z._default(digits, 1) })),
  beforeLoad: guarded('/batch-payments'),
  component: lazyRouteComponent(
    later(() => import('@kerb/web/features/batches/batch-payments.screen.tsx')),
    'BatchPaymentsScreen',
  ),
});

const loadStatements = later(() => import('@kerb/web/features/statements/bank-statements.screen.tsx'));

const bankStatements = createRoute({
  getParentRoute: () => root,
  path: '/batch-payments/statements',
  ...listSearch(z.object({ page: z._default(digits, 1), state: z._default(z.enum(lineStates), 'unmatched') })),
  beforeLoad: guarded('/batch-payments'),
  component: lazyRouteComponent(loadStatements, 'BankStatementsScreen'),
});

const batchPayment = createRoute({
  getParentRoute: () => root,
  path: '/batch-payments/$batchId',
  params: asDigits('batchId'),
  beforeLoad: guarded('/batch-payments'),
  component: lazyRouteComponent(
    later(() => import('@kerb/web/features/batches/batch.screen.tsx')),
    'BatchScreen',
  ),
});

const accountDetails = createRoute({
  getParentRoute: () => root,
  path: '/accounts/account-details',
  beforeLoad: guarded('/accounts/account-details'),
  component: lazyRouteComponent(
    later(() => import('@kerb/web/features/account/account-details.screen.tsx')),
    'AccountDetailsScreen',
  ),
});

const calculator = createRoute({
  getParentRoute: () => root,
  path: '/calculator',
  ...listSearch(z.object({ brand: z.optional(z.string()), budget: z.optional(z.string()) })),
  beforeLoad: guarded('/calculator'),
  component: lazyRouteComponent(
    later(() => import('@kerb/web/features/loans/calculator.screen.tsx')),
    'CalculatorScreen',
  ),
});

const developer = createRoute({
  getParentRoute: () => root,
  path: '/developer',
  beforeLoad: guarded('/developer'),
  component: lazyRouteComponent(
    later(() => import('@kerb/web/features/developer/developer.screen.tsx')),
    'DeveloperScreen',
  ),
});

const outbox = createRoute({
  getParentRoute: () => root,
  path: '/sandbox/outbox',
  component: lazyRouteComponent(
    later(() => import('@kerb/web/features/sandbox/outbox.screen.tsx')),
    'OutboxScreen',
  ),
});

const sandboxClock = createRoute({
  getParentRoute: () => root,
  path: '/sandbox/clock',
  component: lazyRouteComponent(
    later(() => import('@kerb/web/features/sandbox/clock.screen.tsx')),
    'ClockScreen',
  ),
});

const sandboxBiller = createRoute({
  getParentRoute: () => root,
  path: '/sandbox/biller',
  component: lazyRouteComponent(
    later(() => import('@kerb/web/features/sandbox/biller.screen.tsx')),
    'BillerScreen',
  ),
});

const routeTree = root.addChildren([
  allCampaigns,
  vendorCampaigns,
  vendorCampaign,
  organisations,
  dashboard,
  organisation.addChildren([organisationIndex, referrals, team, campaign, organisationSettings]),
  users,
  batchPayments,
  bankStatements,
  batchPayment,
  accountDetails,
  calculator,
  developer,
  outbox,
  sandboxClock,
  sandboxBiller,
]);

export const createAppRouter = (context: RouterContext, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPendingComponent: ScreenSkeleton,
    defaultPendingMs: 200,
    defaultErrorComponent: FailedScreen,
    ...(history && { history }),
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
