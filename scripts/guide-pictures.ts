import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type CountryCode, countryCodes, defaultCountryCode } from '@kerb/domain/countries/country.ts';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { buildWhereStale } from './build.ts';
import { exitCode, inRoot, start } from './command.ts';
import { freePort, untilAnswered } from './local-server.ts';

type Picture = {
  name: string;
  /** The picture of README.md, of one country and as wide as a window. The others are in the web's public folder. */
  isReadme?: true;
  who: string;
  isPhone?: true;
  /** Goes from the person's first screen to the state to be shown. */
  show: (page: Page) => Promise<void>;
};

const admin = 'Ada Sampleton';
const manager = 'Mia Mockridge';
const payer = 'Victor Testworth';

async function openReferrals(page: Page): Promise<void> {
  await page.goto('/agencies');
  await page.getByRole('main').locator('tbody tr').first().click();
  await page.getByRole('heading', { level: 1, name: 'Referrals' }).waitFor();
}

/** The pictures of the user guide and the brochure, by name: web/src/features/support shows them. */
const pictures: Picture[] = [
  {
    name: 'needs-you-today',
    who: admin,
    isReadme: true,
    show: async (page) => {
      await page.goto('/today');
      await page.getByRole('heading', { level: 2, name: /To approve/ }).waitFor();
    },
  },
  {
    name: 'dashboard',
    who: manager,
    show: async (page) => {
      await page.goto('/agencies/dashboard');
      await page.getByText('Total Funded').first().waitFor();
    },
  },
  {
    name: 'create-referral',
    who: manager,
    show: async (page) => {
      await page.goto('/agencies/dashboard');
      await page.getByRole('button', { name: 'Create New Referral' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Amount').fill('5000');
      // This date reads the same with day and month swapped, because this browser writes dates in American order.
      await dialog.getByLabel('Funding Request Date').fill(`${new Date().getFullYear()}-12-12`);
      await dialog.getByLabel('First Name').fill('Vera');
      await dialog.getByLabel('Surname').fill('Sampleton');
      await dialog.getByLabel('Email').fill('vendor@example.com');
      await dialog.getByLabel('Email').blur();
    },
  },
  { name: 'referrals', who: manager, show: openReferrals },
  {
    name: 'campaign',
    who: manager,
    show: async (page) => {
      await openReferrals(page);
      await page
        .getByRole('main')
        .locator('article, li')
        .filter({ hasText: 'Draft' })
        .getByRole('link')
        .first()
        .click();
      await page.getByRole('heading', { name: 'Assistance' }).waitFor();
    },
  },
  {
    name: 'team',
    who: manager,
    show: async (page) => {
      await openReferrals(page);
      await page.getByRole('link', { name: 'Team' }).click();
      await page.getByRole('heading', { level: 1, name: 'Team Members' }).waitFor();
    },
  },
  {
    name: 'calculator',
    who: manager,
    show: async (page) => {
      await page.goto('/calculator?budget=5000');
      await page.getByRole('rowheader', { name: 'Estimated Total' }).waitFor();
    },
  },
  {
    name: 'payer',
    who: payer,
    isPhone: true,
    show: async (page) => {
      await page.goto('/');
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  {
    name: 'options',
    who: payer,
    isPhone: true,
    show: async (page) => {
      await page.goto('/');
      const options = page.getByRole('heading', { name: 'How would you like to pay?' });
      await options.waitFor();
      await options.evaluate((heading) => {
        heading.style.scrollMarginTop = '6rem';
        heading.scrollIntoView({ block: 'start' });
      });
    },
  },
];

const wide = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 760 }, isMobile: true, hasTouch: true, deviceScaleFactor: 1.5 };
const desktop = { viewport: { width: 1200, height: 760 } };

async function take(browser: Browser, baseURL: string, { who, isPhone, isReadme, show }: Picture): Promise<Buffer> {
  const context = await browser.newContext({
    baseURL,
    locale: 'en-AU',
    reducedMotion: 'reduce',
    ...(isPhone && phone),
    ...(!isPhone && (isReadme ? wide : desktop)),
  });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  await page.goto('/login');
  const button = page.locator('button.person', { hasText: who });
  const more = page.locator('details', { has: button });
  if ((await more.count()) > 0) await more.locator('summary').click();
  await button.click();
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await show(page);
  const dismiss = page.getByRole('button', { name: /^Dismiss: / });
  for (let left = await dismiss.count(); left > 0; left -= 1) await dismiss.first().click();
  // Waits for images and fonts, because nothing on the screen says that they are loaded.
  await pause(1_500);
  const png = await page.screenshot();
  await context.close();
  return sharp(png).webp({ quality: 62 }).toBuffer();
}

type Options = { country: CountryCode; from: string | undefined; into: string | undefined; only: readonly string[] };

async function takeAll(browser: Browser, baseURL: string, { country, into, only }: Options): Promise<void> {
  const isChosen = ({ name, isReadme }: Picture) =>
    (only.length === 0 || only.includes(name)) && (!isReadme || only.includes(name) || country === defaultCountryCode);
  for (const picture of pictures.filter(isChosen)) {
    const guide = join(into ?? inRoot('web', 'public', 'pictures'), country.toLowerCase());
    const folder = picture.isReadme ? (into ?? inRoot('docs', 'pictures')) : guide;
    mkdirSync(folder, { recursive: true });
    const webp = await take(browser, baseURL, picture);
    writeFileSync(join(folder, `${picture.name}.webp`), webp);
    console.log(`${country} ${picture.name} ${Math.round(webp.length / 1024)} KB`);
  }
}

/** Starts the product with new demo data, and removes the data afterwards. */
async function onDemo(country: CountryCode, act: (baseURL: string) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kerb-guide-'));
  const port = await freePort();
  const env = { PORT: String(port), DATA_DIR: dataDir, COUNTRY: country, LOG_LEVEL: 'warn' };
  const server = start('node', ['server/src/main.ts'], { env });
  const ended = exitCode(server);
  const baseURL = `http://localhost:${port}`;
  try {
    await untilAnswered(`${baseURL}/login`, server, 600_000);
    await act(baseURL);
  } finally {
    server.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const usage = `Usage: npm run pictures -- [--from URL] [--into FOLDER] [NAME …]
  from   a running product with demo data, of the country in COUNTRY; without it the pictures of every country are taken
  into   a folder for the pictures, in place of web/public/pictures
  NAME   ${pictures.map(({ name }) => name).join(', ')}; all by default`;

function readOptions() {
  const options = { from: { type: 'string' }, into: { type: 'string' } } as const;
  const { values, positionals: only } = parseArgs({ options, allowPositionals: true });
  if (!only.every((name) => pictures.some((picture) => picture.name === name))) {
    console.error(usage);
    process.exit(1);
  }
  const chosen = countryCodes.filter(
    (code) => (process.env.COUNTRY ?? (values.from ? defaultCountryCode : code)) === code,
  );
  return chosen.map((country): Options => ({ country, from: values.from, into: values.into, only }));
}

const executablePath = '/usr/bin/chromium-headless-shell';
const runs = readOptions();
if (runs.some(({ from }) => !from) && (await buildWhereStale()) !== 0) throw new Error('building the web failed');
const browser = await chromium.launch({
  ...(existsSync(executablePath) && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  for (const options of runs) {
    const { country, from } = options;
    await (from ? takeAll(browser, from, options) : onDemo(country, (url) => takeAll(browser, url, options)));
  }
} finally {
  await browser.close();
}
