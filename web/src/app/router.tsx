import { FailedScreen } from '@kerb/web/app/failed.screen.tsx';
import { campaignRoutes } from '@kerb/web/app/routes/campaign-routes.ts';
import { moneyRoutes } from '@kerb/web/app/routes/money-routes.ts';
import { organisationRoutes } from '@kerb/web/app/routes/organisation-routes.ts';
import { peopleRoutes } from '@kerb/web/app/routes/people-routes.ts';
import { publicRoutes } from '@kerb/web/app/routes/public-routes.ts';
import { type RouterContext, root } from '@kerb/web/app/routes/root-route.ts';
import { ScreenSkeleton } from '@kerb/web/design/skeletons.tsx';
import { parseSearch, stringifySearch } from '@kerb/web/platform/search.ts';
import { createRouter, type RouterHistory } from '@tanstack/react-router';

const routeTree = root.addChildren([
  ...campaignRoutes,
  ...organisationRoutes,
  ...moneyRoutes,
  ...peopleRoutes,
  ...publicRoutes,
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
