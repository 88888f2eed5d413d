import type { CountryCode } from '@kerb/domain/countries/country.ts';
import { factsOf } from './countries.ts';

/** A campaign in a sandbox, by requests. Staff use another browser; here only the payer's is tried. */

type Answered = { status: number; body: string; location: string };

/** A signed-in person without a screen. Cookies of the login are kept. */
function requestsOf(site: string) {
  const jar = new Map<string, string>();
  return async (path: string, init: RequestInit = {}): Promise<Answered> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${site}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { ...init.headers, cookie, origin: site, 'sec-fetch-site': 'same-origin' },
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    return { status: answer.status, body: await answer.text(), location: answer.headers.get('location') ?? '' };
  };
}

async function signIn(site: string, name: string): Promise<string> {
  const ask = requestsOf(site);
  const { body: login } = await ask('/login');
  const button = login.split('<button').find((text) => text.includes(name)) ?? '';
  const userId = /value="(\d+)"/.exec(button)?.[1] ?? '';
  const { location } = await ask('/login/demo', { method: 'POST', body: new URLSearchParams({ userId, back: '/' }) });
  const tickets = new URL(location, site).searchParams;
  const { body, status } = await ask('/v1/session/exchange', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ accessToken: tickets.get('access_token'), refreshToken: tickets.get('refresh_token') }),
  });
  if (status !== 200) throw new Error(`${name} cannot sign in: ${status} ${body}`);
  return (JSON.parse(body) as { accessToken: string }).accessToken;
}

type Message = { to: string; text: string; links: string[] };

const sale = { natureOfOwnership: 'investment', methodOfSale: 'other', sellingPriceMin: 8e5, sellingPriceMax: 9e5 };

/** Raises campaigns in a sandbox of the country, and reads the messages that it would send. */
export async function openSandbox(site: string, country: CountryCode) {
  const { agency, property, withSurcharge } = factsOf[country];
  const token = await signIn(site, 'Ada Sampleton');
  const call = async <T>(path: string, data?: object, method = data ? 'POST' : 'GET'): Promise<T> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${site}${path}`, { method, headers, ...(data && { body: JSON.stringify(data) }) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return (text ? JSON.parse(text) : null) as T;
  };
  const messagesTo = async (to: string): Promise<Message[]> => {
    const { items } = await call<{ items: Message[] }>('/v1/sandbox/messages?perPage=50');
    return items.filter((message) => message.to === to);
  };
  let raised = 0;
  return {
    withSurcharge,
    /** The link of a payer whose campaign offers Pay Upfront and Pay Later. */
    raise: async (): Promise<{ link: string; payer: string }> => {
      raised += 1;
      const { items } = await call<{ items: { id: number }[] }>(`/v1/tenants?textQuery=${agency}`);
      const payer = `perry-${Date.now()}-${raised}@example.com`;
      const { id } = await call<{ id: number }>('/v1/agreements', {
        campaignBudget: 4_200,
        campaignPlannedStartDate: '2027-03-01',
        campaignBudgetFundsPurpose: 'marketing',
        tenant: { href: `/v1/tenants/${items[0]?.id}` },
        vendors: [{ firstName: 'Perry', surname: 'Field', emailAddress: payer }],
      });
      await call(`/v1/agreements/${id}/property`, { ...property, ...sale });
      await call(`/v2/campaigns/${id}/send-campaign`, {});
      const links = (await messagesTo(payer)).flatMap((message) => message.links);
      return { payer, link: links.find((each) => !each.endsWith('/check')) ?? '' };
    },
    /** The newest code to this address. */
    codeTo: async (to: string): Promise<string | null> => {
      const texts = (await messagesTo(to)).map(({ text }) => text).filter((text) => text.includes('code'));
      return texts.map((text) => /\b\d{6}\b/.exec(text)?.[0]).find(Boolean) ?? null;
    },
  };
}

export type Sandbox = Awaited<ReturnType<typeof openSandbox>>;
