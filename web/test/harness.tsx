import type { Session } from '@kerb/domain/session/session.contract.ts';
import { type PageSettings, pageSettingsId } from '@kerb/domain/shell/page-settings.ts';
import { activeOrganisation } from '@kerb/web/app/organisation-page/active-organisation.ts';
import { Providers } from '@kerb/web/app/providers.tsx';
import { createAppRouter } from '@kerb/web/app/router.tsx';
import { paletteOpen, paletteText } from '@kerb/web/app/shortcuts.ts';
import { answerByEscape, currentQuestion } from '@kerb/web/design/confirm.ts';
import { currentProgress } from '@kerb/web/design/progress.ts';
import { currentToasts } from '@kerb/web/design/toasts.ts';
import { listTrail } from '@kerb/web/features/campaigns/list-trail.ts';
import { forgetDismissals } from '@kerb/web/platform/banners.ts';
import { openDialog } from '@kerb/web/platform/dialogs.ts';
import { needCounts } from '@kerb/web/platform/need-counts.ts';
import { proofAsked } from '@kerb/web/platform/proof.ts';
import { createQueryClient } from '@kerb/web/platform/query-client.ts';
import { keepStateOf } from '@kerb/web/platform/saved-state.ts';
import { loadSettings } from '@kerb/web/platform/settings.ts';
import { exchangeTickets, forgetTokens } from '@kerb/web/platform/tokens.ts';
import { setValidationWords } from '@kerb/web/platform/validation-words.ts';
import type { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { vi } from 'vitest';

export const usualSettings: PageSettings = {
  country: 'AU',
  sandbox: false,
  environment: 'production',
  vendorComms: true,
  version: 'test',
};

/** A page as the server sends it. */
export function usePage(changed: Partial<PageSettings> = {}): void {
  setValidationWords();
  answerByEscape();
  forgetTokens();
  forgetDismissals();
  openDialog.set(null);
  paletteOpen.set(false);
  paletteText.set('');
  // An open question takes every Escape, and the files of a worker share the stores. It is answered and not only
  // removed, because later calls would wait for the same answer.
  proofAsked.get()?.answer(false);
  currentQuestion.set(null);
  needCounts.set(null);
  currentToasts.set([]);
  currentProgress.set([]);
  listTrail.set(null);
  activeOrganisation.set(null);
  document.getElementById(pageSettingsId)?.remove();
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = pageSettingsId;
  element.textContent = JSON.stringify({ ...usualSettings, ...changed });
  document.head.append(element);
  loadSettings();
}

export type Seen = { method: string; path: string; query: URLSearchParams; headers: Headers; body: unknown };
type Answer = Response | object | null | undefined;
type Handler = (seen: Seen) => Answer | Promise<Answer>;

export const problemResponse = (status: number, extra: object = {}): Response =>
  new Response(JSON.stringify({ type: 'about:blank', title: 'No', status, displayText: 'No.', ...extra }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  });

/** The answer of a rate limit: 8 minutes and 32 seconds to wait. */
export function tooEarly(): Response {
  const response = problemResponse(429, { type: '/problems/too-many', displayText: 'Too many.' });
  response.headers.set('retry-after', '512');
  return response;
}

export const tokens = { accessToken: 'access-1', refreshToken: 'refresh-token-number-1', expiresIn: 900 };
export const tickets = { accessToken: 'ticket-aaaaaaaaaaaaaaaaaaaa', refreshToken: 'ticket-bbbbbbbbbbbbbbbbbbbb' };

/** A fake server: `{ 'GET /v1/session': () => ({ … }) }`. Any other request answers 404. */
export function stubServer(handlers: Record<string, Handler>): Seen[] {
  const calls: Seen[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://kerb.test');
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const seen = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: new Headers(init.headers),
      body,
    };
    calls.push(seen);
    const handler = handlers[`${seen.method} ${seen.path}`];
    const answer = handler ? await handler(seen) : problemResponse(404);
    if (answer instanceof Response) return answer;
    return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer);
  });
  return calls;
}

/** A newly signed-in browser with this server. */
export async function signedIn(handlers: Record<string, Handler>): Promise<Seen[]> {
  const calls = stubServer({ 'POST /v1/session/exchange': () => tokens, ...handlers });
  await exchangeTickets(tickets);
  calls.length = 0;
  return calls;
}

export const admin: Session = {
  userId: 2,
  displayName: 'Ann Abbott',
  emailAddress: 'ann@kerb.test',
  role: 'admin',
  memberships: [],
};
export const agent: Session = {
  ...admin,
  role: 'tenant_user',
  memberships: [{ tenantId: 7, tenantName: 'Harbour Estate', tenantUserType: 'manager' }],
};
export const vendor: Session = { ...admin, role: 'vendor' };

/** The product's client, which retries as often as the product does. The seconds between two tries are left out. */
function quickQueryClient(): QueryClient {
  const client = createQueryClient();
  const { queries, ...others } = client.getDefaultOptions();
  client.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 1 } });
  return client;
}

/** Renders a part of a screen with all providers except the router. */
export function renderPart(part: ReactNode, session: Session | null = admin) {
  return render(
    <Providers session={session} queryClient={quickQueryClient()}>
      <Suspense>{part}</Suspense>
    </Providers>,
  );
}

/** Renders the whole product at an address. */
export function renderApp(path: string, session: Session | null = admin) {
  keepStateOf(session?.userId);
  const queryClient = quickQueryClient();
  const router = createAppRouter({ session, queryClient }, createMemoryHistory({ initialEntries: [path] }));
  render(
    <Providers session={session} queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return router;
}
