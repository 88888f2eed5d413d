import { writtenMoment } from '@kerb/domain/kernel/dates.ts';
import { hidden } from '@kerb/server/features/login-pages/fields.ts';
import { answerPage, type Page, problemsAsPages, type Site, textIn } from '@kerb/server/features/login-pages/page.ts';
import { type AlertedSignIn, alertedSignIn, endAlertedSignIn } from '@kerb/server/features/session/new-sign-ins.ts';
import { actorOf } from '@kerb/server/features/session/people.repository.ts';
import { refuseForeignSite } from '@kerb/server/platform/auth/same-site.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { html } from '@kerb/server/platform/http/html.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';
import { countAttempt, networkOf, uncountAttempt } from '@kerb/server/platform/limits/throttle.ts';
import { markRefusal } from '@kerb/server/platform/security/refusals.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';
import type { FastifyRequest } from 'fastify';

/** A button, and not the link itself: programs that check mail for viruses follow links. */
const askPage = ({ country }: Site, { device, ipAddress, createdDate }: AlertedSignIn, token: string): Page => ({
  title: 'End this login',
  main: html`
    <h1>End this login?</h1>
    <p><strong>${device}</strong>, logged in ${writtenMoment(createdDate, country.defaultTimeZone, country.locale)}${
      ipAddress === null ? '' : ` from ${ipAddress}`
    }. It is logged out at once.</p>
    <form method="post" action="/end-sign-in" novalidate>
      ${hidden('token', token)}
      <button class="primary" type="submit">End This Login</button>
    </form>
    <p class="after"><a href="/">It was me</a></p>`,
});

const endedPage = ({ country }: Site): Page => ({
  title: 'Login ended',
  main: html`
    <h1>The login has ended</h1>
    <p role="status">That browser is logged out. Somebody may know your password: choose a new one now. If you are not
      sure what was done, call us on ${country.supportPhone}.</p>
    <p><a class="button" href="/forgotten-password">Choose a new password</a></p>`,
});

const deadPage = ({ country }: Site): Page => ({
  title: 'This login has ended',
  status: 404,
  main: html`
    <h1>This login has ended already</h1>
    <p>The link works as long as that browser is logged in. If you did not log in yourself, choose a new password, or
      call us on ${country.supportPhone}.</p>
    <p><a class="button" href="/forgotten-password">Choose a new password</a></p>`,
});

/** The sign-in of a link that still works. Attempts with wrong links count towards a rate limit. */
async function signInOfLink({ db }: Deps, token: string, request: FastifyRequest): Promise<AlertedSignIn | null> {
  const network = networkOf(request.ip);
  await countAttempt(db, 'linkPerAddress', network);
  const found = await alertedSignIn(db, token);
  if (found) await uncountAttempt(db, 'linkPerAddress', network);
  else markRefusal(request, { kind: 'link-refused', means: 'email link' });
  return found;
}

export function endSignInRoutes(app: App, deps: Deps): void {
  const page = problemsAsPages(deps);

  app.get('/end-sign-in', page, async (request, reply) => {
    const token = textIn(request.query, 'token');
    const found = await signInOfLink(deps, token, request);
    return answerPage(reply, deps, found ? askPage(deps, found, token) : deadPage(deps));
  });

  app.post('/end-sign-in', page, async (request, reply) => {
    refuseForeignSite(request, deps.config);
    const found = await signInOfLink(deps, textIn(request.body, 'token'), request);
    if (!found) return answerPage(reply, deps, deadPage(deps));
    const by = { actor: actorOf(found.person), ipAddress: request.ip };
    await inTransaction(deps, by, (work) => endAlertedSignIn(work, found));
    return answerPage(reply, deps, endedPage(deps));
  });
}
