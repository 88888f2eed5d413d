import { passkeyRefused } from '@kerb/domain/session/passkey-rules.ts';
import { type UsedCredential, usedCredential } from '@kerb/domain/session/passkeys.contract.ts';
import { refusedBy } from '@kerb/server/features/login-pages/limit-words.ts';
import { showLogin } from '@kerb/server/features/login-pages/login.routes.ts';
import { problemsAsPages, textIn } from '@kerb/server/features/login-pages/page.ts';
import { askedBrowser } from '@kerb/server/features/login-pages/passkey-browser.ts';
import { backAddress } from '@kerb/server/features/session/back-address.ts';
import { actorOf, personById } from '@kerb/server/features/session/people.repository.ts';
import { type Exchange, startSession } from '@kerb/server/features/session/start-session.ts';
import { countUse, provedPasskey } from '@kerb/server/features/session/use-passkey.ts';
import { refuseForeignSite } from '@kerb/server/platform/auth/same-site.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';
import { countAttempt, networkOf, uncountAttempt } from '@kerb/server/platform/limits/throttle.ts';
import { accountOfUser, markRefusal } from '@kerb/server/platform/security/refusals.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';
import * as z from 'zod/mini';

/** What the script put into the form; null if it is malformed. */
export function passkeyIn(body: unknown): UsedCredential | null {
  try {
    const parsed = z.safeParse(usedCredential, JSON.parse(textIn(body, 'passkey')));
    return parsed.success ? parsed.data : null;
  } catch {
    // Not JSON: the form was sent without the script.
    return null;
  }
}

/** Where the browser goes next; null for every kind of refusal, so that nobody learns which passkeys exist. */
async function logInWithPasskey(deps: Deps, exchange: Exchange, back: string): Promise<string | null> {
  const { request } = exchange;
  markRefusal(request, { kind: 'sign-in-refused', means: 'passkey' });
  const used = passkeyIn(request.body);
  const asked = askedBrowser(deps.config, request);
  const proved = used && asked && (await provedPasskey(deps, asked, used));
  const person = proved && (await personById(deps.db, proved.userId));
  if (!person) return null;
  const by = { actor: actorOf(person), ipAddress: request.ip };
  const next = await inTransaction(deps, by, async (work) => {
    if (!(await countUse(work.tx, proved))) return null;
    return startSession(work, exchange, { userId: person.id, means: 'passkey', back, secondFactor: true });
  });
  markRefusal(request, next ? null : { kind: 'passkey-copied', means: 'passkey', account: accountOfUser(person.id) });
  return next;
}

/** A passkey alone logs its owner in: it is something they have, and it verifies who holds it. */
export function passkeyLoginRoutes(app: App, deps: Deps): void {
  const { config, db } = deps;
  app.post('/login/passkey', problemsAsPages(deps), async (request, reply) => {
    refuseForeignSite(request, config);
    const back = backAddress(textIn(request.body, 'back'), config);
    const network = networkOf(request.ip);
    try {
      await countAttempt(db, 'passkeyPerAddress', network);
      const next = await logInWithPasskey(deps, { request, reply }, back);
      if (next) {
        await uncountAttempt(db, 'passkeyPerAddress', network);
        return reply.redirect(next, 303);
      }
    } catch (error) {
      return showLogin(deps, { request, reply }, { back, ...(await refusedBy(error, reply)) });
    }
    return showLogin(deps, { request, reply }, { back, mistakes: [{ words: passkeyRefused }], status: 401 });
  });
}
