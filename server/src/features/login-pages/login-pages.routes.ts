import { checkRoutes } from '@kerb/server/features/login-pages/check.routes.ts';
import { confirmEmailRoutes } from '@kerb/server/features/login-pages/confirm-email.routes.ts';
import { endSignInRoutes } from '@kerb/server/features/login-pages/end-sign-in.routes.ts';
import { loginRoutes } from '@kerb/server/features/login-pages/login.routes.ts';
import { logoutRoutes } from '@kerb/server/features/login-pages/logout.routes.ts';
import { passkeyLoginRoutes } from '@kerb/server/features/login-pages/passkey.routes.ts';
import { passwordRoutes } from '@kerb/server/features/login-pages/password.routes.ts';
import { paymentLinkRoutes } from '@kerb/server/features/login-pages/payment-link.routes.ts';
import { scriptRoute } from '@kerb/server/features/login-pages/script.ts';
import { secondFactorRoutes } from '@kerb/server/features/login-pages/second-factor.routes.ts';
import { stylesheetRoute } from '@kerb/server/features/login-pages/stylesheet.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';

/** The pages that the server renders, for people who are not signed in yet. */
export function loginPageRoutes(app: App, deps: Deps): void {
  loginRoutes(app, deps);
  passkeyLoginRoutes(app, deps);
  secondFactorRoutes(app, deps);
  logoutRoutes(app, deps);
  passwordRoutes(app, deps);
  confirmEmailRoutes(app, deps);
  endSignInRoutes(app, deps);
  paymentLinkRoutes(app, deps);
  checkRoutes(app, deps);
  stylesheetRoute(app, deps.config.country);
  scriptRoute(app);
}
