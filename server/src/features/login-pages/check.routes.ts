import { checkMessage } from '@kerb/server/features/login-pages/check-message.ts';
import {
  type CheckView,
  checkPage,
  longestPasted,
  nothingFound,
} from '@kerb/server/features/login-pages/check-page.ts';
import { refusedBy } from '@kerb/server/features/login-pages/limit-words.ts';
import { answerPage, problemsAsPages, textIn } from '@kerb/server/features/login-pages/page.ts';
import { refuseForeignSite } from '@kerb/server/platform/auth/same-site.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';
import { countAttempt, networkOf } from '@kerb/server/platform/limits/throttle.ts';

/** 'Is this message really from us?', for everybody. Nothing is stored. */
export function checkRoutes(app: App, deps: Deps): void {
  const page = problemsAsPages(deps);
  app.get('/check', page, (_request, reply) => answerPage(reply, deps, checkPage(deps, {})));

  // In the body, not in the address: a pasted link must not be in a log or a browser's history.
  app.post('/check', page, async (request, reply) => {
    refuseForeignSite(request, deps.config);
    const text = textIn(request.body, 'text').slice(0, longestPasted);
    const view: CheckView = await countAttempt(deps.db, 'checksPerAddress', networkOf(request.ip)).then(
      async () => {
        const findings = await checkMessage(deps, text);
        return findings.length > 0 ? { findings } : { text, mistakes: [nothingFound], status: 400 };
      },
      async (error) => ({ text, ...(await refusedBy(error, reply)) }),
    );
    return answerPage(reply, deps, checkPage(deps, view));
  });
}
