import { expect, test } from '@playwright/test';
import { country, facts } from './country.ts';
import { isPhone } from './lists.ts';
import {
  authorizationOf,
  openAs,
  openNavigation,
  openUserMenu,
  type PersonName,
  signIn,
  signInAsAsked,
} from './people.ts';

// biome-ignore format: a table
const navigation: { who: PersonName; lands: RegExp; sees: string[] }[] = [
  { who: 'admin',    lands: /\/today$/,        sees: ['Today', 'Admin', 'Dashboard', 'Organisations', 'Users', 'Money', 'Developer', 'Support', 'Fee Calculator'] },
  { who: 'manager',  lands: /\/today$/,        sees: ['Today', 'Dashboard', 'Organisations', 'Developer', 'Support', 'Fee Calculator'] },
  { who: 'employee', lands: /\/today$/,        sees: ['Today', 'Dashboard', 'Organisations', 'Developer', 'Support', 'Fee Calculator'] },
  { who: 'vendor',   lands: /\/applications$/, sees: ['My Campaigns'] },
];

/** On a phone the drawer has no menus. */
const moneyScreens = ['Batch Payments', 'Bank Statements', 'Loan Book', 'Books', 'Figures'];

for (const { who, lands, sees } of navigation) {
  test(`${who} lands on their own first screen and is offered ${sees.join(', ')}`, async ({ page }) => {
    await signInAsAsked(page, who);
    await expect(page).toHaveURL(lands);
    await openNavigation(page);
    const main = page.getByRole('navigation', { name: 'Main' });
    // A count may stand beside a link.
    const shown = sees.flatMap((label) => (label === 'Money' && isPhone() ? moneyScreens : label));
    const labels = shown.map((label) => new RegExp(`^${label}(\\s*\\d+\\+?\\s*waiting)?$`));
    await expect(main.locator('a:visible, button:visible')).toHaveText(labels);
  });
}

test('a vendor with one campaign goes directly to it', async ({ page }) => {
  await signIn(page, 'vendorOfOne');
  await expect(page).toHaveURL(/\/applications\/\d+$/);
});

test('every screen names the brand, the sandbox and its country', async ({ page }) => {
  await signIn(page, 'manager');
  await expect(page.getByRole('link', { name: `${facts().brand} home` }).first()).toBeVisible();
  await expect(page.getByText(new RegExp(`sandbox.*${country()}|${country()}.*sandbox`, 'i')).first()).toBeVisible();
});

test('tickets are removed from the address and the history, and a second tab is signed in without asking', async ({
  page,
  context,
}) => {
  const seen: string[] = [];
  page.on('request', (request) => seen.push(request.headers().referer ?? ''));
  await signIn(page, 'manager');
  expect(page.url()).not.toContain('token');
  expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1);
  expect(seen.join(' ')).not.toContain('token');
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(stored).not.toMatch(/eyJ|token/i);

  const second = await context.newPage();
  await second.goto('/agencies/dashboard');
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('logging out ends the session in every tab', async ({ page, context }) => {
  await signIn(page, 'manager');
  const second = await context.newPage();
  await second.goto('/agencies/dashboard');
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await openUserMenu(page, 'manager');
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(page.getByText('You are logged out.')).toBeVisible();
  await second.goto('/agencies');
  await expect(second.getByRole('heading', { name: /^Log in/ })).toBeVisible();
});

test('what one person filtered is not shown to the next who logs in', async ({ page }) => {
  await signIn(page, 'admin', '/?status=draft&textQuery=wombat');
  await openUserMenu(page, 'admin');
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(page.getByText('You are logged out.')).toBeVisible();
  await signIn(page, 'adminTwo');
  await expect(page.getByText(/^1–\d+ of \d+$/).first()).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('wombat');
});

test('an address whose values are all unknown shows the default list, not the last one', async ({ page }) => {
  await openAs(page, 'admin', '/?textQuery=nothing%20is%20called%20that');
  await expect(page.getByText('There are no matching campaigns.')).toBeVisible();
  await page.goto('/?status=bogus&page=0');
  await expect(page.getByText(/^1–\d+ of \d+$/).first()).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
});

for (const part of ['libraries-*.js', '*.css']) {
  test(`an application whose ${part} does not load shows a Fundamental Error, and starts on a retry`, async ({
    page,
  }) => {
    await page.route(`**/assets/${part}`, (route) => route.abort());
    await page.goto('/sandbox/outbox');
    const dialog = page.getByRole('alertdialog', { name: 'Fundamental Error' });
    await expect(dialog).toContainText(`We are unable to load ${facts().brand}. If this persists, please tell us on `);
    await page.unroute(`**/assets/${part}`);
    await dialog.getByRole('link', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });
}

test('an unknown address and a malformed id show a clear message', async ({ page }) => {
  await openAs(page, 'admin');
  for (const path of ['/nothing/here', '/applications/12abc', '/agencies/x/applications']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  }
});

test('a screen of another role redirects to the user’s first screen', async ({ page }) => {
  await openAs(page, 'vendor');
  await page.goto('/admin/users');
  await expect(page.getByRole('heading', { name: 'Users' })).toHaveCount(0);
});

test('the command palette jumps to a campaign by its Flow No.', async ({ page }) => {
  await openAs(page, 'admin');
  const campaign = page.getByRole('main').locator('a[href*="/applications/"]').first();
  const id = (await campaign.getAttribute('href'))?.split('/').at(-1) ?? '';
  await page.keyboard.press('Control+k');
  await page.getByLabel('Go to').fill(id);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/applications/${id}$`));
});

test('the command palette finds a campaign by its address, from the first key', async ({ page }) => {
  const headers = { authorization: await authorizationOf('admin') };
  const { items } = await (await page.request.get('/v1/agreements?perPage=100', { headers })).json();
  // A campaign with a property begins with its house number and street. A keyboard of the test has no macrons.
  const names: string[] = items.map(({ name }: { name: string }) => name);
  const address = names.find((name) => /^\d+ [a-z ]+,/i.test(name))?.split(',')[0] ?? '';
  await openAs(page, 'admin');
  await page.keyboard.press('Control+k');
  await page.keyboard.type(address.toLowerCase());
  await expect(page.getByLabel('Go to')).toHaveValue(address.toLowerCase());
  const found = page.getByRole('dialog', { name: 'Command palette' }).getByRole('button');
  await expect(found.filter({ hasText: address }).first()).toBeVisible();
});

test('impersonation is announced on every screen and changes nothing', async ({ page }) => {
  await openAs(page, 'admin');
  await openUserMenu(page, 'admin');
  await page.getByRole('menuitem', { name: 'View as…' }).click();
  const dialog = page.getByRole('dialog', { name: 'View as…' });
  await dialog.getByLabel('Organisation').click();
  await page.getByRole('listbox').getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'Start viewing' }).click();

  const banner = page.getByRole('region', { name: 'Viewing as' });
  await expect(banner).toContainText(/You are viewing as a manager of .+\. Changes are off\./);
  await openNavigation(page);
  await expect(page.getByRole('link', { name: 'Users' })).toHaveCount(0);
  await page.goto('/agencies');
  await expect(banner).toBeVisible();
  await banner.getByRole('button', { name: 'Stop viewing' }).click();
  await expect(page.getByRole('region', { name: 'Viewing as' })).toHaveCount(0);
});
