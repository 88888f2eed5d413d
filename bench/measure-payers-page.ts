import { existsSync } from 'node:fs';
import { cookieNameOf } from '@kerb/server/platform/auth/sign-ins.ts';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { adminUser } from './generate-people.ts';
import { quantile } from './load.ts';
import type { Outside } from './product.ts';
import { kilobytes, ms, type Row, type Section, whole } from './report.ts';
import type { Stage } from './stage.ts';

const installed = '/usr/bin/chromium-headless-shell';
/** Slow 4G, as Lighthouse has it: 1.6 Mb/s down, 750 kb/s up, 150 ms there and back. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const cpuSlowdown = 4;
const lateMs = 4_000;
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

type Payer = { userId: number; campaignId: number };

/** A campaign that was sent, and one of its payers. */
async function somePayer({ url, signIn }: Outside): Promise<Payer> {
  const { headers } = await signIn(adminUser);
  const read = async (path: string) => (await fetch(url + path, { headers })).json();
  const { items } = await read('/v1/agreements?status=waiting-invite&perPage=1');
  const campaignId = Number(items[0]?.id);
  const { items: payers } = await read(`/v2/campaigns/${campaignId}/vendors`);
  return { campaignId, userId: Number(String(payers[0]?.userHref).split('/').at(-1)) };
}

type Load = {
  usableMs: number;
  lcpMs: number;
  tbtMs: number;
  cls: number;
  /** Until the page can be used, and in all. */
  firstRequests: number;
  requests: number;
  scriptBytes: number;
};

/** What the browser has seen since the page began: the largest paint, shifts, and tasks that blocked it. */
async function observe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { lcp: 0, cls: 0, tbt: 0 };
    Object.assign(window, { seen });
    const watch = (type: string, each: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) each(entry);
      }).observe({ type, buffered: true });
    watch('largest-contentful-paint', ({ startTime }) => {
      seen.lcp = startTime;
    });
    watch('layout-shift', (entry) => {
      seen.cls += (entry as PerformanceEntry & { value: number }).value;
    });
    watch('longtask', ({ duration }) => {
      seen.tbt += duration - 50;
    });
  });
}

function countScripts(session: CDPSession): () => number {
  const scripts = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
}

/** One load on a fresh phone, until the first question can be answered. */
async function load(browser: Browser, outside: Outside, { userId, campaignId }: Payer): Promise<Load> {
  const context = await browser.newContext({ ...phone, baseURL: outside.url });
  const { cookie } = await outside.signIn(userId);
  const url = outside.url.replace('http:', 'https:');
  await context.addCookies([{ name: cookieNameOf(outside.config), value: cookie, url, secure: true }]);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  const scriptBytes = countScripts(session);
  let requests = 0;
  page.on('request', () => {
    requests += 1;
  });
  await observe(page);
  const since = performance.now();
  await page.goto(`/applications/${campaignId}`);
  await page.locator('html[data-ready]').waitFor();
  const usableMs = performance.now() - since;
  const firstRequests = requests;
  // Pictures, the code of the next question and late shifts count too. The stream of events never ends.
  await page.waitForTimeout(lateMs);
  const { lcp, cls, tbt } = await page.evaluate(() => {
    return (window as unknown as { seen: { lcp: number; cls: number; tbt: number } }).seen;
  });
  await context.close();
  return { usableMs, lcpMs: lcp, tbtMs: tbt, cls, firstRequests, requests, scriptBytes: scriptBytes() };
}

function rowsFrom(loads: readonly Load[]): Row[] {
  const median = (figure: keyof Load) =>
    quantile(
      loads.map((each) => each[figure]),
      0.5,
    );
  const [lcp, tbt, cls, requests] = [median('lcpMs'), median('tbtMs'), median('cls'), median('requests')];
  const bytes = median('scriptBytes');
  // biome-ignore format: a table
  return [
    { cells: ['largest paint',                     ms(lcp), '≤ 2,500 ms'], isMet: lcp <= 2_500 },
    { cells: ['until the question can be answered', ms(median('usableMs')), ''] },
    { cells: ['blocked by scripts',                ms(tbt), '≤ 200 ms'], isMet: tbt <= 200 },
    { cells: ['layout shift',                      cls.toFixed(3), '≤ 0.05'], isMet: cls <= 0.05, isExact: true },
    { cells: ['requests until then',               whole(median('firstRequests')), ''], isExact: true },
    { cells: ['requests in all',                   whole(requests), '≤ 20'], isMet: requests <= 20, isExact: true },
    { cells: ['scripts in all, as sent',                  kilobytes(bytes), '≤ 110 KB'], isMet: bytes <= 110 * 1_024, isExact: true },
  ];
}

/** The payer's page on a phone that has never seen it. */
export async function measurePayersPage({ large, pace: { coldLoads } }: Stage): Promise<Section> {
  const { size, outside } = large;
  const browser = await chromium.launch({
    ...(existsSync(installed) && { executablePath: installed }),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
  });
  try {
    const payer = await somePayer(outside);
    const loads: Load[] = [];
    for (let count = 0; count < coldLoads; count++) loads.push(await load(browser, outside, payer));
    return {
      title: 'The payer’s page, on a phone',
      about: `Chromium at 390 × 844 with an empty cache, slow 4G (1.6 Mb/s, 150 ms) and a processor ${cpuSlowdown} times slower, with ${size}
campaigns in the database. Each figure is the median of ${coldLoads} loads.`,
      columns: ['figure', 'measured', 'target'],
      rows: rowsFrom(loads),
    };
  } finally {
    await browser.close();
  }
}
