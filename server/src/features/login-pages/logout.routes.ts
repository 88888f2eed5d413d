import { logoutPage } from '@kerb/server/features/login-pages/login-page.ts';
import { answerPage, problemsAsPages } from '@kerb/server/features/login-pages/page.ts';
import { refuseForeignSite } from '@kerb/server/platform/auth/same-site.ts';
import { endBrowserSignIn, signInOf } from '@kerb/server/platform/auth/sign-ins.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';

export function logoutRoutes(app: App, deps: Deps): void {
  const { config, db } = deps;
  const page = problemsAsPages(deps);

  // Opening an address must not log anyone out: GET asks first.
  app.get('/logout', page, async (request, reply) => {
    if (!(await signInOf(db, config, request))) return reply.redirect('/login', 303);
    return answerPage(reply, deps, logoutPage(deps));
  });

  app.post('/logout', page, async (request, reply) => {
    refuseForeignSite(request, config);
    await endBrowserSignIn(db, config, request, reply);
    return reply.redirect('/login?loggedOut=1', 303);
  });
}
