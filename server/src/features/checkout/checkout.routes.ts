import { checkoutEndpoints } from '@kerb/domain/checkout/checkout.contract.ts';
import { viewAsParameter } from '@kerb/domain/checkout/checkout-page.ts';
import { maySeePictures, openPage } from '@kerb/server/features/checkout/open-page.ts';
import { loadPayersPage, payersPage, sendPayersPage } from '@kerb/server/features/checkout/payers-page.ts';
import { readCheckout } from '@kerb/server/features/checkout/read-checkout.ts';
import { rememberLanguage } from '@kerb/server/features/checkout/reader-language.ts';
import { sendPagePicture } from '@kerb/server/features/checkout/send-picture.ts';
import { problemsAsPages, textIn } from '@kerb/server/features/login-pages/page.ts';
import { withoutTickets } from '@kerb/server/features/session/back-address.ts';
import { signInOf } from '@kerb/server/platform/auth/sign-ins.ts';
import type { TokenIssuer } from '@kerb/server/platform/auth/tokens.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { notFound, Problem } from '@kerb/server/platform/problems/problem.ts';
import { ownerOfSignIn } from '@kerb/server/platform/queues/lanes.ts';
import type { FastifyRequest } from 'fastify';

const idIn = ({ params }: FastifyRequest): number | null => {
  const typed = textIn(params, 'id');
  return /^\d{1,15}$/.test(typed) ? Number(typed) : null;
};

/** A campaign that the reader cannot see, or a person who cannot be impersonated: the staff's page says so. */
const isForOtherPage = (error: unknown): boolean => error instanceof Problem && [400, 403, 404].includes(error.status);

export async function checkoutRoutes(app: App, deps: Deps, issuer: TokenIssuer): Promise<void> {
  mount(app, checkoutEndpoints.read, ({ scope, params }) => readCheckout(deps, scope, params.id));

  const built = await loadPayersPage();

  app.get('/applications/:id', problemsAsPages(deps), async (request, reply) => {
    const id = idIn(request);
    if (id === null) return reply.callNotFound();
    const asked = { id, viewAs: textIn(request.query, viewAsParameter) || null };
    const page = await openPage(deps, issuer, request, asked).catch((error) => {
      if (isForOtherPage(error)) return null;
      throw error;
    });
    if (!page) return reply.callNotFound();
    // The page has its own token. Tickets of a sign-in end unused.
    const chosen = rememberLanguage(deps.config, request, reply);
    if (chosen !== null) return reply.redirect(chosen, 303);
    const clean = withoutTickets(request.url);
    if (clean !== request.url) return reply.redirect(clean, 303);
    return sendPayersPage(request, reply, payersPage(built, page, deps.country));
  });

  app.get('/applications/:id/pictures/:name', async (request, reply) => {
    const id = idIn(request);
    const signIn = await signInOf(deps.db, deps.config, request);
    if (id === null || !signIn || !(await maySeePictures(deps.db, signIn, id))) throw notFound('picture');
    const owner = ownerOfSignIn({ ...signIn, openedByUserId: null });
    const asked = { id, name: textIn(request.params, 'name'), version: textIn(request.query, 'v'), owner };
    return sendPagePicture(deps, asked, reply);
  });
}
