import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countries } from '@kerb/domain/countries/countries.ts';
import { defineConfig } from '@playwright/test';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cache = join(root, '.cache');

// Each country's server has its own database: all countries on one would collide.
delete process.env.DATABASE_URL;

// Each country's server uses this port or one of the next. With another port, two checkouts can run at the same time.
const port = Number(process.env.E2E_PORT || 4301);

const only = process.env.E2E_COUNTRY;

const allSites = Object.values(countries).map(({ code, locale, defaultTimeZone }, place) => ({
  name: code.toLowerCase(),
  country: code,
  place,
  port: port + place,
  locale,
  timezoneId: defaultTimeZone,
}));
const sites = allSites.filter(({ country }) => !only || country === only);
const part = only ? `browser-${only.toLowerCase()}` : 'browser';

// biome-ignore format: a table
const devices = [
  { name: 'desktop', viewport: { width: 1440, height: 900 }, hasTouch: false, isMobile: false },
  { name: 'phone',   viewport: { width: 390,  height: 844 }, hasTouch: true,  isMobile: true },
];

/**
 * A journey runs at one width in each country: on a desktop in the first, on a phone in the second, and so on. This
 * covers all countries and both widths in half the time. With E2E_WIDTHS=other they run at the other width; CI does
 * that for every second commit.
 */
const firstWidth = process.env.E2E_WIDTHS === 'other' ? 1 : 0;

/**
 * Journeys of sign-in, people, programs and tables, in which the country decides nothing or only words and formats. CI
 * sets E2E_TURN and runs each of them in one country, and with the next turn in another one. Without E2E_TURN they run
 * in all countries. In this order both countries take the same time.
 */
// biome-ignore format: a list
const takeTurns = [
  'developer.spec.ts', 'live.spec.ts', 'messages.spec.ts', 'privacy.spec.ts', 'security-events.spec.ts',
  'shell.spec.ts', 'signing-in.spec.ts', 'system.spec.ts', 'team.spec.ts', 'two-people.spec.ts', 'two-step.spec.ts',
  'typed-input.spec.ts', 'all-campaigns.spec.ts', 'campaign-page.spec.ts', 'passkeys.spec.ts',
  'organisation-login.spec.ts', 'history.spec.ts', 'comments.spec.ts', 'card-frame.spec.ts',
  'accessible.spec.ts', 'today.spec.ts', 'dashboard.spec.ts', 'organisation-settings.spec.ts', 'checkout-access.spec.ts',
  'figures.spec.ts', 'books.spec.ts', 'referrals.spec.ts', 'rates.spec.ts', 'sending.spec.ts', 'one-campaign.spec.ts',
  'funds-checklist.spec.ts', 'batch-payments.spec.ts', 'payers.spec.ts', 'bulk-actions.spec.ts', 'calendar.spec.ts',
  'shared-views.spec.ts', 'campaign-import.spec.ts', 'team-import.spec.ts', 'every-status.spec.ts', 'gallery.spec.ts',
  'steady-screens.spec.ts', 'two-accounts.spec.ts', 'lost-network.spec.ts',
];
const turn = process.env.E2E_TURN;
const hasTurn = (file: string, country: number) =>
  !turn || (takeTurns.indexOf(file) + Number(turn)) % allSites.length === country;

/**
 * The journeys run on the embedded database with `npm start`, like a fresh clone. CI sets E2E_POSTGRES, and then the
 * journeys of one country run on PostgreSQL, like production. With the next turn it is another country.
 */
const onPostgres = (country: number) =>
  process.env.E2E_POSTGRES === 'one' && (country + Number(turn ?? 0)) % allSites.length === 0;
const startOn = (country: number) =>
  onPostgres(country) ? 'node scripts/postgres.ts -- node server/src/main.ts' : 'npm start';

/**
 * The address bar's suggestions are separate pages, two for each window, and use as much processor time as the product.
 * The other entries are Playwright's defaults, which this list replaces.
 */
// biome-ignore format: a table
const switchedOff = [
  'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup',
  'AimEnabled', 'AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose', 'HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades', 'LensOverlay', 'MediaRouter',
  'NetworkTimeServiceQuerying', 'OptimizationHints', 'PaintHolding', 'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** With E2E_SEED the files run in a random order, the same for the same seed: each file is a project of its own. */
const seed = process.env.E2E_SEED;
const placeOf = (file: string) => createHash('sha256').update(`${seed} ${file}`).digest('hex');
const journeys = () => readdirSync(join(root, 'e2e')).filter((file) => file.endsWith('.spec.ts'));
const shuffled = () => journeys().sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));

/** Without a window it takes less time than Debian's package chromium. */
const chromium = '/usr/bin/chromium-headless-shell';
const launchOptions = {
  ...(existsSync(chromium) && { executablePath: chromium }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--in-process-gpu',
    `--disable-features=${switchedOff.join(',')}`,
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

// The command empties the folder, because every worker reads this file again while the servers run.
const emptyFolder = `node -e "fs.rmSync(process.env.DATA_DIR,{recursive:true,force:true});fs.mkdirSync(process.env.DATA_DIR,{recursive:true})"`;

const projects = sites.map((site) => {
  const { name, ...device } = devices[(site.place + firstWidth) % devices.length] as (typeof devices)[number];
  return {
    name: `${site.name}-${name}`,
    testIgnore: takeTurns.filter((file) => !hasTurn(file, site.place)),
    metadata: { country: site.country, device: name },
    use: {
      ...device,
      baseURL: `http://localhost:${site.port}`,
      locale: site.locale,
      timezoneId: site.timezoneId,
    },
  };
});

const oneByOne = () =>
  shuffled().flatMap((file, place) =>
    projects
      .filter(({ testIgnore }) => !testIgnore.includes(file))
      .map((project) => ({ ...project, name: `${place}-${project.name}`, testMatch: file })),
  );

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: join(cache, 'playwright', part),
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: join(cache, 'test', `${part}.json`) }]],
  // Animations only cost time here. The web's own tests cover them.
  use: { screenshot: 'only-on-failure', launchOptions, contextOptions: { reducedMotion: 'reduce' } },
  projects: seed ? oneByOne() : projects,
  webServer: sites.map(({ name, country, place, port }) => ({
    name,
    command: `${emptyFolder} && ${startOn(place)} > .cache/e2e/${name}.log`,
    cwd: root,
    env: { SANDBOX: 'on', COUNTRY: country, PORT: String(port), DATA_DIR: join(cache, 'e2e', name) },
    url: `http://localhost:${port}/ready`,
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
  })),
});
