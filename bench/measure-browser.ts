import { existsSync } from 'node:fs';
import { cookieNameOf } from '@kerb/server/platform/auth/sign-ins.ts';
import { type Browser, chromium, type Page } from '@playwright/test';
import { adminUser } from './generate-people.ts';
import { quantile } from './load.ts';
import type { Outside } from './product.ts';
import { ms, type Row, type Section, whole } from './report.ts';
import type { Stage } from './stage.ts';

const installed = '/usr/bin/chromium-headless-shell';
const frameMs = 1_000 / 60;

const launch = (): Promise<Browser> =>
  chromium.launch({
    ...(existsSync(installed) && { executablePath: installed }),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
  });

/** A browser with an empty cache, signed in by its cookie only. */
async function newcomer(browser: Browser, outside: Outside): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: outside.url });
  const { cookie } = await outside.signIn(adminUser);
  // The cookie is for https only. Browsers also send it to localhost without https.
  const url = outside.url.replace('http:', 'https:');
  await context.addCookies([{ name: cookieNameOf(outside.config), value: cookie, url, secure: true }]);
  return context.newPage();
}

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Campaigns' }).locator('tbody tr:has(a)');

/** Time from the navigation to rows that can be clicked. */
async function coldLoadMs(browser: Browser, outside: Outside): Promise<number> {
  const page = await newcomer(browser, outside);
  const started = performance.now();
  await page.goto('/');
  await rowsOf(page).nth(99).waitFor({ state: 'attached' });
  const taken = performance.now() - started;
  await page.context().close();
  return taken;
}

/** The gaps between frames while two hundred rows are scrolled from top to bottom. */
async function scrollGaps(page: Page): Promise<number[]> {
  await page.goto('/?perPage=200');
  await rowsOf(page).nth(199).waitFor({ state: 'attached' });
  await page.mouse.move(700, 600);
  await page.evaluate(() => {
    const gaps: number[] = [];
    let last = performance.now();
    const frame = (now: number) => {
      gaps.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    Object.assign(window, { gaps });
  });
  for (let step = 0; step < 60; step++) await page.mouse.wheel(0, 200);
  await page.waitForFunction(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1);
  return page.evaluate(() => (window as unknown as { gaps: number[] }).gaps.slice(1));
}

/** Waits in the page until the rows differ from those before the click and a frame shows them. */
async function changeMs(page: Page, click: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const rows = () => document.querySelector('table[aria-label="Campaigns"] tbody, table tbody')?.textContent;
    const before = rows();
    const changed = new Promise<number>((resolve) => {
      document.addEventListener(
        'click',
        ({ timeStamp }) => {
          const look = (now: number) =>
            rows() === before ? requestAnimationFrame(look) : requestAnimationFrame(() => resolve(now - timeStamp));
          requestAnimationFrame(look);
        },
        { capture: true, once: true },
      );
    });
    Object.assign(window, { changed });
  });
  await click();
  return page.evaluate(() => (window as unknown as { changed: Promise<number> }).changed);
}

async function filterChanges(page: Page, sorts: number): Promise<number[]> {
  await page.goto('/');
  await rowsOf(page).nth(99).waitFor({ state: 'attached' });
  const filters = page.getByRole('dialog', { name: 'Filters' });
  const headers = page.getByRole('table', { name: 'Campaigns' }).getByRole('columnheader').getByRole('button');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await filters.getByText('Show only Campaigns flagged as Action Suggested').click();
  const timings = [await changeMs(page, () => filters.getByRole('button', { name: 'Apply' }).click())];
  for (let place = 0; place < Math.min(sorts, await headers.count()); place++) {
    timings.push(await changeMs(page, () => headers.nth(place).click()));
  }
  return timings;
}

function rowsFrom(loads: number[], gaps: number[], changes: number[]): Row[] {
  const [load, gap, change] = [quantile(loads, 0.5), Math.max(...gaps), Math.max(...changes)];
  const dropped = gaps.reduce((sum, each) => sum + Math.max(0, Math.round(each / frameMs) - 1), 0);
  // biome-ignore format: a table
  return [
    { cells: ['cold load, until the list can be used', ms(load), '≤ 1,500 ms'], isMet: load <= 1_500 },
    { cells: ['longest gap between frames, scrolling 200 rows', ms(gap), '≤ 1,000 ms'], isMet: gap <= 1_000 },
    { cells: ['frames dropped during that', `${whole(dropped)} of ${whole(gaps.length + dropped)}`, ''] },
    { cells: [`longest of ${changes.length} changes of filter or sort, until painted`, ms(change), '≤ 300 ms'], isMet: change <= 300 },
  ];
}

/** The list in a real browser. The web was built before the server started. */
export async function measureBrowser({ large, pace: { coldLoads, sorts } }: Stage): Promise<Section> {
  const { size, outside } = large;
  const browser = await launch();
  try {
    const loads: number[] = [];
    for (let load = 0; load < coldLoads; load++) loads.push(await coldLoadMs(browser, outside));
    const page = await newcomer(browser, outside);
    const gaps = await scrollGaps(page);
    return {
      title: 'All Campaigns, in a browser',
      about: `Chromium at 1440 × 900 with ${size} campaigns in the database, an empty cache, and a sign-in by cookie. The cold load is
the median of ${coldLoads} loads.`,
      columns: ['figure', 'measured', 'target'],
      rows: rowsFrom(loads, gaps, await filterChanges(page, sorts)),
    };
  } finally {
    await browser.close();
  }
}
