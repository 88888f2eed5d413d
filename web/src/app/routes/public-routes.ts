import { listSearch } from '@kerb/web/app/route-rules.ts';
import { root } from '@kerb/web/app/routes/root-route.ts';
import { lazyModule } from '@kerb/web/design/lazy.tsx';
import { textField } from '@kerb/web/platform/search.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';

const calculator = createRoute({
  getParentRoute: () => root,
  path: '/calculator',
  ...listSearch({ brand: textField(200), budget: textField(200) }),
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/fee-calculator/calculator.screen.tsx')),
    'CalculatorScreen',
  ),
});

const payoutLetter = createRoute({
  getParentRoute: () => root,
  path: '/payout',
  ...listSearch({ code: textField(40) }),
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/loans/payout-letter.screen.tsx')),
    'PayoutLetterScreen',
  ),
});

const verify = createRoute({
  getParentRoute: () => root,
  path: '/verify',
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/signing/verify.screen.tsx')),
    'VerifyScreen',
  ),
});

const guide = createRoute({
  getParentRoute: () => root,
  path: '/guide',
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/support/guide.screen.tsx')),
    'GuideScreen',
  ),
});

const brochure = createRoute({
  getParentRoute: () => root,
  path: '/brochure',
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/support/brochure.screen.tsx')),
    'BrochureScreen',
  ),
});

const promoBrochure = createRoute({
  getParentRoute: () => root,
  path: '/promo-brochure',
  beforeLoad: () => {
    if (!countryRules().supportPages.includes('/promo-brochure')) throw notFound();
  },
  component: lazyRouteComponent(
    lazyModule(() => import('@kerb/web/features/support/brochure.screen.tsx')),
    'PromoBrochureScreen',
  ),
});

/** One module for all of them: the first load names each module that a route loads. */
const loadSandboxScreens = () => import('@kerb/web/app/routes/sandbox-screens.ts');

const outbox = createRoute({
  getParentRoute: () => root,
  path: '/sandbox/outbox',
  component: lazyRouteComponent(loadSandboxScreens, 'OutboxScreen'),
});

const sandboxClock = createRoute({
  getParentRoute: () => root,
  path: '/sandbox/clock',
  component: lazyRouteComponent(loadSandboxScreens, 'ClockScreen'),
});

const sandboxBiller = createRoute({
  getParentRoute: () => root,
  path: '/sandbox/biller',
  component: lazyRouteComponent(loadSandboxScreens, 'BillerScreen'),
});

const sandboxIdentity = createRoute({
  getParentRoute: () => root,
  path: '/sandbox/identity/$entityId',
  component: lazyRouteComponent(loadSandboxScreens, 'IdentityScreen'),
});

const gallery = createRoute({
  getParentRoute: () => root,
  path: '/sandbox/gallery',
  component: lazyRouteComponent(loadSandboxScreens, 'GalleryScreen'),
});

export const publicRoutes = [
  calculator,
  payoutLetter,
  verify,
  guide,
  brochure,
  promoBrochure,
  outbox,
  sandboxClock,
  sandboxBiller,
  sandboxIdentity,
  gallery,
] as const;
