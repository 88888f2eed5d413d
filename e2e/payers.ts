import { expect, type Page } from '@playwright/test';
import type { Raised } from './campaigns.ts';
import { facts } from './country.ts';
import { authorizationOf } from './people.ts';

type Message = { to: string; text: string; links: string[] };

export async function messagesTo(page: Page, to: string): Promise<Message[]> {
  const { items } = await (await page.request.get('/v1/sandbox/messages?perPage=50')).json();
  return (items as Message[]).filter((message) => message.to === to);
}

/** The newest code that was sent to this address. */
export async function codeFor(page: Page, to: string): Promise<string> {
  const code = /\b\d{6}\b/;
  let found = '';
  await expect
    .poll(async () => {
      found =
        (await messagesTo(page, to))
          .map(({ text }) => (/code/.test(text) ? code.exec(text)?.[0] : undefined))
          .find(Boolean) ?? '';
      return found;
    })
    .not.toBe('');
  return found;
}

/** How many codes were sent to this address. */
export const codesTo = async (page: Page, to: string): Promise<number> =>
  (await messagesTo(page, to)).filter(({ text }) => /\b\d{6}\b/.test(text) && /code/.test(text)).length;

/** The newest link to this address, apart from the page that checks messages. */
export const linkFor = async (page: Page, to: string): Promise<string> =>
  (await messagesTo(page, to)).flatMap(({ links }) => links).find((link) => !link.endsWith('/check')) ?? '';

const sale = { natureOfOwnership: 'investment', methodOfSale: 'other', sellingPriceMin: 8e5, sellingPriceMax: 9e5 };

type Asked = { path: string; method?: 'PUT' | 'DELETE'; data?: object };

export async function ask(page: Page, { authorization }: Raised, { path, method, data = {} }: Asked): Promise<void> {
  const answer = await page.request.fetch(path, { method: method ?? 'POST', headers: { authorization }, data });
  expect(answer.ok(), `${path} ${await answer.text()}`).toBe(true);
}

/** Creates and sends a campaign that offers these options, for a property that can be financed, or for a deposit. */
export async function sendWith(
  page: Page,
  raised: Raised,
  offered: readonly string[],
  isBought = false,
): Promise<void> {
  const path = `/v1/agreements/${raised.id}`;
  await ask(page, raised, { path: `${path}/property`, data: { ...facts().property, ...(!isBought && sale) } });
  const { authorization } = raised;
  const options = await page.request.get(`${path}/finance-options`, { headers: { authorization } });
  const { items } = (await options.json()) as { items: { optionCode: string; href: string }[] };
  for (const optionCode of offered) {
    if (items.some((item) => item.optionCode === optionCode)) continue;
    await ask(page, raised, { path: `${path}/finance-options`, data: { optionCode } });
  }
  for (const { optionCode, href } of items) {
    if (!offered.includes(optionCode)) await ask(page, raised, { path: href, method: 'DELETE' });
  }
  await ask(page, raised, { path: `/v2/campaigns/${raised.id}/send-campaign` });
}

/** Another admin approves: the one who raised a campaign cannot approve its loan. */
export async function setStatus(page: Page, raised: Raised, status: string): Promise<void> {
  const authorization = status === 'approved' ? await authorizationOf('adminTwo') : raised.authorization;
  await ask(page, { ...raised, authorization }, { path: `/v1/agreements/${raised.id}/set-status`, data: { status } });
}
