import { expect, type Page, test } from '@playwright/test';
import { authorizationOf, type PersonName, signInByRequest } from './people.ts';

/** The limit of the Web Vitals for a good page is 0.1. Half of it leaves room for slower phones. */
const most = 0.05;

/** A network like slow 4G, so that what loads later is seen to come later. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const slow4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow4G);
}

type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };

/** Records each layout shift with the beginning of the text that moved. */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const record = (list: PerformanceObserverEntryList) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        shifts.push({ value, moved: sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? '') });
    };
    const shifts: { value: number; moved: string[] }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver(record).observe({ type: 'layout-shift', buffered: true });
  });

const shiftsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: { value: number; moved: string[] }[] }).shifts);

async function aCampaign(page: Page): Promise<string> {
  const headers = { authorization: await authorizationOf('admin') };
  const { items } = await (await page.request.get('/v1/agreements?perPage=1', { headers })).json();
  const { id, tenant } = items[0] as { id: number; tenant: { href: string } };
  return `/agencies/${tenant.href.split('/').at(-1)}/applications/${id}`;
}

// biome-ignore format: a table
const screens: [name: string, who: PersonName, path: (page: Page) => Promise<string>, loaded: string][] = [
  ['the list of all campaigns', 'admin',   async () => '/',                   'main a[href*="/applications/"]'],
  ['what needs an admin today', 'admin',   async () => '/today',              'main a[href*="/applications/"]'],
  ['the dashboard of a manager', 'manager', async () => '/agencies/dashboard', 'main a[href*="/applications/"]'],
  ['a campaign',                'admin',   aCampaign,                         'main h2'],
];

for (const [name, who, path, loaded] of screens) {
  test(`${name} does not move while it loads on a slow network`, async ({ page }) => {
    await signInByRequest(page, who);
    await slowDown(page);
    await recordShifts(page);
    await page.goto(await path(page));
    await expect(page.locator(loaded).first()).toBeVisible();
    await page.waitForLoadState('load');
    // What loads last has no mark of its own: all outlines are replaced then.
    await expect(page.locator('main [class*="Skeleton-root"]')).toHaveCount(0);
    const shifts = await shiftsOf(page);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(most);
  });
}
