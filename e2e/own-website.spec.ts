import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { expectNoViolation, opened } from './accessibility.ts';
import { raiseElsewhere } from './campaigns.ts';
import { facts } from './country.ts';
import { expectNoSidewaysScroll } from './lists.ts';
import { ask, messagesTo } from './payers.ts';
import { openAs } from './people.ts';

/** The settings of the manager's agency. */
const harbour = '/agencies/2/settings';

/** The website of an agency: a server of its own, on another origin than the product. */
type Website = { origin: string; show: (html: string) => void; close: () => void };
const websites: Server[] = [];
async function aWebsite(): Promise<Website> {
  let body = '';
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="en"><head><title>Agency</title>
      <meta name="viewport" content="width=device-width, initial-scale=1"></head>
      <body><main><h1>Agency</h1>${body}</main></body></html>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  websites.push(server);
  const { port } = server.address() as AddressInfo;
  return { origin: `http://localhost:${port}`, show: (html) => (body = html), close: () => server.close() };
}
test.afterAll(() => {
  for (const server of websites) server.close();
});

type Said = { type: string; detail: Record<string, unknown> };
/** Notes every event of the frames from the start of the page. */
const listen = (page: Page) =>
  page.addInitScript(() => {
    const said: Said[] = [];
    Object.assign(window, { said, heard: 0 });
    for (const type of ['kerb:ready', 'kerb:resize', 'kerb:choice', 'kerb:state'])
      document.addEventListener(type, (event) => said.push({ type, detail: (event as CustomEvent).detail }));
    window.addEventListener('message', () =>
      Object.assign(window, { heard: (window as unknown as { heard: number }).heard + 1 }),
    );
  });
const saidOn = (page: Page, type: string) =>
  page.evaluate((wanted) => (window as unknown as { said: Said[] }).said.filter((each) => each.type === wanted), type);

/** The HTML that the settings or the campaign offer to copy. */
const snippetIn = async (page: Page, label: string) =>
  (
    await page
      .getByRole('figure')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('pre')
      .innerText()
  ).trim();

async function allow(page: Page, origin: string) {
  const card = page.getByRole('region', { name: 'On your own website' });
  await expect(card.getByRole('textbox', { name: 'Websites' })).toHaveValue(/https:\/\/www\.example\.com/);
  await card.getByRole('textbox', { name: 'Websites' }).fill(`https://www.example.com\n${origin}/`);
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved').first()).toBeVisible();
  await expect(card.getByRole('button', { name: 'Save' })).toBeDisabled();
  return card;
}

test('an agency shows the calculator on its own website, and another website cannot', async ({ page, browser }) => {
  const [website, foreign] = [await aWebsite(), await aWebsite()];
  await openAs(page, 'manager', harbour);
  const card = await allow(page, website.origin);
  await expect(
    card.frameLocator('iframe').getByRole('heading', { name: 'Ways to pay for your marketing' }),
  ).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page, 'settings with the own website');
  const snippet = await snippetIn(page, 'Calculator');

  const context = await browser.newContext({ viewport: page.viewportSize() });
  const visitor = await context.newPage();
  await listen(visitor);
  website.show(snippet);
  await visitor.goto(website.origin);
  const calculator = visitor.frameLocator('iframe[title="Ways to pay for your marketing"]');
  await calculator.getByLabel('Marketing budget').fill('8000');
  await expect(calculator.getByRole('status')).toHaveText(/ways to pay \$8,000$/);
  await expect(calculator.getByRole('heading', { level: 2 })).toHaveCount(facts().options.length);
  // The frame is as tall as its content.
  await expect.poll(async () => (await saidOn(visitor, 'kerb:resize')).length).toBeGreaterThan(0);
  const { height } = (await saidOn(visitor, 'kerb:resize')).at(-1)!.detail as { height: number };
  expect(await visitor.locator('iframe').evaluate((frame) => frame.clientHeight)).toBe(height);
  await calculator.getByRole('button', { name: 'Choose Pay Later' }).focus();
  await visitor.keyboard.press('Enter');
  await expect.poll(async () => (await saidOn(visitor, 'kerb:choice')).length).toBe(1);
  expect((await saidOn(visitor, 'kerb:choice'))[0]?.detail).toMatchObject({
    version: 1,
    option: 'pl',
    budget: 8000,
    dueNow: 0,
  });
  await expect(calculator.getByRole('button', { name: 'Choose Pay Later' })).toHaveAttribute('aria-pressed', 'true');
  expect(await context.cookies()).toEqual([]);

  // The same HTML on a website that is not allowed: the browser shows no frame, and the page hears nothing.
  foreign.show(snippet);
  const loaded = visitor.waitForResponse((response) => response.url().includes('/embed/calculator/'));
  await visitor.goto(foreign.origin);
  expect((await loaded).status()).toBe(403);
  await expect(visitor.frameLocator('iframe').getByLabel('Marketing budget')).toHaveCount(0);
  expect(await visitor.evaluate(() => (window as unknown as { heard: number }).heard)).toBe(0);

  // After the website is removed, its next load is refused too.
  await allow(page, 'https://other.example.com');
  const refused = visitor.waitForResponse((response) => response.url().includes('/embed/calculator/'));
  await visitor.goto(website.origin);
  expect((await refused).status()).toBe(403);
  await expect(visitor.frameLocator('iframe').getByLabel('Marketing budget')).toHaveCount(0);
  await context.close();
});

for (const scheme of ['light', 'dark'] as const) {
  test(`the calculator is accessible on the narrowest phone, ${scheme}`, async ({ page }) => {
    await openAs(page, 'manager', harbour);
    const preview = page.getByTitle('Preview of the calculator');
    const address = await preview.getAttribute('src');
    await page.setViewportSize({ width: 320, height: 800 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(address ?? '');
    await page.getByLabel('Marketing budget').fill('no number');
    await expect(page.getByLabel('Marketing budget')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Marketing budget').fill('5000');
    await expect(page.getByRole('heading', { name: 'Pay Later' })).toBeVisible();
    await expectNoViolation(page, `calculator, ${scheme}`);
    await expectNoSidewaysScroll(page);
  });
}

test('a Pay button on a website shows its state and opens our page in a new tab', async ({ page, browser }) => {
  const website = await aWebsite();
  const raised = await raiseElsewhere('manager');
  await openAs(page, 'manager', harbour);
  await allow(page, website.origin);
  const calculator = await snippetIn(page, 'Calculator');
  await ask(page, raised, { path: `/v2/campaigns/${raised.id}/send-campaign` });
  await page.goto(raised.path);
  await page.getByRole('button', { name: 'Pay button for your website' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay button for your website' });
  await dialog.getByRole('button', { name: /Make a Button|Replace the Button/ }).click();
  await expect(dialog.getByTitle('Preview of the Pay button')).toBeVisible();
  await expectNoViolation(page, 'Pay button of a campaign', opened);
  const snippet = await snippetIn(page, 'Pay button');

  const context = await browser.newContext({ viewport: page.viewportSize() });
  const visitor = await context.newPage();
  await listen(visitor);
  // Each piece of HTML has the script: it runs twice and shows each frame once.
  website.show(calculator + snippet);
  await visitor.goto(website.origin);
  await expect.poll(async () => (await saidOn(visitor, 'kerb:state')).length).toBe(1);
  expect((await saidOn(visitor, 'kerb:state'))[0]?.detail).toEqual({ type: 'kerb:state', version: 1, state: 'to-pay' });
  await expect(visitor.locator('iframe')).toHaveCount(2);
  // A message that is not from our frame is no event.
  await visitor.evaluate(() => {
    const message = { type: 'kerb:state', version: 1, state: 'paid' };
    window.postMessage(message, '*');
    window.dispatchEvent(new MessageEvent('message', { data: message, origin: 'https://evil.example' }));
  });
  await expect.poll(() => visitor.evaluate(() => (window as unknown as { heard: number }).heard)).toBeGreaterThan(4);
  expect(await saidOn(visitor, 'kerb:state')).toHaveLength(1);
  const next = context.waitForEvent('page');
  await visitor.frameLocator('iframe[title="Pay"]').getByRole('link', { name: 'Pay for your marketing' }).click();
  const opening = await next;
  await expect(opening.getByRole('heading', { name: 'Pay for your marketing' })).toBeVisible();
  expect(await opening.evaluate(() => window.opener)).toBeNull();
  await expectNoViolation(opening, 'page of a Pay button');
  const before = (await messagesTo(page, raised.payerEmail)).length;
  await opening.getByLabel('Email address').fill(raised.payerEmail);
  await opening.getByRole('button', { name: 'Send My Link' }).click();
  await expect(opening.getByRole('status')).toHaveText(/If a payer of this campaign has that address/);
  expect((await messagesTo(page, raised.payerEmail)).length).toBe(before + 1);

  // Neither that page nor the payer's own can be shown on the website that shows the button.
  const paths = [new URL(opening.url()).pathname, `/applications/${raised.id}`];
  website.show(paths.map((path) => `<iframe src="${new URL(path, opening.url()).href}"></iframe>`).join(''));
  await visitor.goto(website.origin);
  for (const place of [0, 1]) {
    const refused = visitor.frameLocator('iframe').nth(place);
    await expect(refused.getByRole('heading')).toHaveCount(0);
    await expect(refused.getByRole('textbox')).toHaveCount(0);
  }
  await context.close();
});
