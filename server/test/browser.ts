import { type CheckoutPage, checkoutPageId } from '@kerb/domain/checkout/checkout-page.ts';
import type { Tokens } from '@kerb/domain/session/session.contract.ts';
import { setPassword } from '@kerb/server/features/session/set-password.ts';
import { hashPassword } from '@kerb/server/platform/auth/password.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import type { InjectOptions } from 'fastify';
import type { Stage } from './harness.ts';

type Answer = Awaited<ReturnType<Stage['app']['inject']>>;
export type Browser = ReturnType<typeof aBrowser>;

/**
 * Behaves like a browser towards the server: keeps cookies, sends the origin of forms, follows no redirect by itself.
 */
export function aBrowser({ app }: Stage, remoteAddress = '127.0.0.1') {
  const jar = new Map<string, string>();

  async function send(method: 'GET' | 'POST' | 'HEAD', url: string, more: InjectOptions = {}): Promise<Answer> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie && { cookie }), ...more.headers };
    const answer = await app.inject({ method, url, remoteAddress, ...more, headers });
    for (const { name, value } of answer.cookies) value === '' ? jar.delete(name) : jar.set(name, value);
    return answer;
  }

  const get = (url: string, headers: InjectOptions['headers'] = {}) => send('GET', url, { headers });

  /** As Chromium sends them from our own pages, whose referrer policy hides the origin. */
  const ownSite = { origin: 'null', 'sec-fetch-site': 'same-origin' };
  const submit = (url: string, form: Record<string, string>, headers: InjectOptions['headers'] = ownSite) =>
    send('POST', url, {
      payload: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });

  const call = (url: string, payload: object, headers: InjectOptions['headers'] = {}) =>
    send('POST', url, { payload, headers });

  /** The sign-in in the payer's page to which a Payment URL leads. */
  async function payersSignIn(landing: Answer): Promise<object> {
    const page = await get(locationOf(landing).pathname);
    return pageIn(page).signIn;
  }

  /** Exchanges the tickets of an address for tokens, like the web application; a payer's page has a sign-in instead. */
  async function exchange(landing: Answer): Promise<Tokens> {
    const tickets = ticketsIn(landing);
    const answer = tickets.accessToken
      ? await call('/v1/session/exchange', tickets)
      : await call('/v1/session/resume', await payersSignIn(landing));
    if (answer.statusCode !== 200) throw new Error(`the tickets were refused: ${answer.statusCode}`);
    return answer.json();
  }

  const logIn = (email: string, password: string, back = '/') => submit('/login', { email, password, back });
  const session = ({ accessToken }: Tokens) => get('/v1/session', { authorization: `Bearer ${accessToken}` });
  return { jar, send, get, submit, call, exchange, logIn, session };
}

export const locationOf = (answer: Answer): URL => new URL(String(answer.headers.location), 'http://localhost:3000');

export function ticketsIn(answer: Answer) {
  const query = locationOf(answer).searchParams;
  return { accessToken: query.get('access_token') ?? '', refreshToken: query.get('refresh_token') ?? '' };
}

export async function givePassword({ deps }: Stage, userId: number, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await inTransaction(deps, byTheProduct, (work) => setPassword(work, { userId, passwordHash }));
}

/** The data in a payer's page. */
export function pageIn(answer: Answer): CheckoutPage {
  const data = new RegExp(`<script type="application/json" id="${checkoutPageId}">(.*?)</script>`, 's').exec(
    answer.body,
  );
  if (!data?.[1]) throw new Error(`no payer's page, but ${answer.statusCode}`);
  return JSON.parse(data[1]);
}

/** The text of a page without its markup. */
export const wordsOf = (answer: Answer): string =>
  answer.body
    .replace(/<svg[\s\S]*?<\/svg>|<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ');
