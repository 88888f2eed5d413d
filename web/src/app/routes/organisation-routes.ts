import { tenantSorts } from '@kerb/domain/organisations/tenant-sorts.ts';
import { pageSizes } from '@kerb/domain/shell/page-sizes.ts';
import { asDigits, guarded, listSearch, pageFields } from '@kerb/web/app/route-rules.ts';
import { loadCampaign, referralSearch } from '@kerb/web/app/routes/campaign-routes.ts';
import { root } from '@kerb/web/app/routes/root-route.ts';
import { lazyModule } from '@kerb/web/design/lazy.tsx';
import { flagField, textField, usualWordField } from '@kerb/web/platform/search.ts';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';

/** What the list of organisations can be asked for, as its contract has it. */
export const organisationSearch = {
  ...pageFields(pageSizes.organisations, 50),
  sortBy: usualWordField(tenantSorts, 'name'),
  sortDesc: flagField(false),
  textQuery: textField(200),
};

const organisations = createRoute({
  getParentRoute: () => root,
  path: '/agencies',
  ...listSearch(organisationSearch),
  beforeLoad: guarded('/agencies'),
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/organisations/organisations.screen.tsx')),
    'OrganisationsScreen',
  ),
});

const organisation = createRoute({
  getParentRoute: () => root,
  path: '/agencies/$tenantId',
  params: asDigits('tenantId'),
  beforeLoad: guarded('/agencies'),
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/app/organisation-page/organisation.screen.tsx')),
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
  ...listSearch(referralSearch),
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/campaign-lists/referrals.screen.tsx')),
    'ReferralsScreen',
  ),
});

const team = createRoute({
  getParentRoute: () => organisation,
  path: '/users',
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/team/team.screen.tsx')),
    'TeamScreen',
  ),
});

const teamImport = createRoute({
  getParentRoute: () => organisation,
  path: '/users/import',
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/imports/team-import.screen.tsx')),
    'TeamImportScreen',
  ),
});

const campaignImport = createRoute({
  getParentRoute: () => organisation,
  path: '/applications/import',
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/imports/campaign-import.screen.tsx')),
    'CampaignImportScreen',
  ),
});

const organisationSettings = createRoute({
  getParentRoute: () => organisation,
  path: '/settings',
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/organisation-settings/settings.screen.tsx')),
    'SettingsScreen',
  ),
});

const campaign = createRoute({
  getParentRoute: () => organisation,
  path: '/applications/$applicationId',
  params: asDigits('applicationId'),
  component: lazyRouteComponent(loadCampaign, 'CampaignScreen'),
});

export const organisationRoutes = [
  organisations,
  organisation.addChildren([
    organisationIndex,
    referrals,
    team,
    teamImport,
    campaignImport,
    campaign,
    organisationSettings,
  ]),
] as const;
