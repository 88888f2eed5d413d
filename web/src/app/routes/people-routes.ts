import { userSorts } from '@kerb/domain/people/user-sorts.ts';
import { pageSizes } from '@kerb/domain/shell/page-sizes.ts';
import { guarded, listSearch, pageFields } from '@kerb/web/app/route-rules.ts';
import { root } from '@kerb/web/app/routes/root-route.ts';
import { lazyModule } from '@kerb/web/design/lazy.tsx';
import { flagField, textField, usualWordField } from '@kerb/web/platform/search.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

/** What the list of users can be asked for, as its contract has it. */
export const userSearch = {
  ...pageFields(pageSizes.users, 100),
  filter: textField(200),
  sortBy: usualWordField(userSorts, 'surname'),
  sortDesc: flagField(false),
};

const users = createRoute({
  getParentRoute: () => root,
  path: '/admin/users',
  ...listSearch(userSearch),
  beforeLoad: guarded('/admin/users'),
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/people/users.screen.tsx')),
    'UsersScreen',
  ),
});

const security = createRoute({
  getParentRoute: () => root,
  path: '/admin/security',
  beforeLoad: guarded('/admin/security'),
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/audit/security.screen.tsx')),
    'SecurityScreen',
  ),
});

const rates = createRoute({
  getParentRoute: () => root,
  path: '/admin/rates',
  beforeLoad: guarded('/admin/rates'),
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/rates/rates.screen.tsx')),
    'RatesScreen',
  ),
});

const messages = createRoute({
  getParentRoute: () => root,
  path: '/admin/messages',
  beforeLoad: guarded('/admin/messages'),
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/templates/templates.screen.tsx')),
    'TemplatesScreen',
  ),
});

const system = createRoute({
  getParentRoute: () => root,
  path: '/admin/system',
  beforeLoad: guarded('/admin/system'),
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/system/system.screen.tsx')),
    'SystemScreen',
  ),
});

const accountDetails = createRoute({
  getParentRoute: () => root,
  path: '/accounts/account-details',
  beforeLoad: guarded('/accounts/account-details'),
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/account/account-details.screen.tsx')),
    'AccountDetailsScreen',
  ),
});

const developerViews = [
  ...(['start', 'reference', 'authentication', 'paging', 'errors'] as const),
  ...(['retries', 'webhooks', 'website', 'words', 'versions', 'sandbox'] as const),
] as const;
/** `call` is the name of the operation that is open in the reference, so that a call has an address. */
const developerSearch = { view: usualWordField(developerViews, 'start'), call: textField(100) };

const developer = createRoute({
  getParentRoute: () => root,
  path: '/developer',
  ...listSearch(developerSearch),
  beforeLoad: guarded('/developer'),
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/developer/developer.screen.tsx')),
    'DeveloperScreen',
  ),
});

const inbox = createRoute({
  getParentRoute: () => root,
  path: '/notifications',
  beforeLoad: guarded('/notifications'),
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/inbox/inbox.screen.tsx')),
    'InboxScreen',
  ),
});

export const peopleRoutes = [inbox, users, security, system, messages, rates, accountDetails, developer] as const;
