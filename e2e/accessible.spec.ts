import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectNoViolation, opened, violationsOf } from './accessibility.ts';
import { files, raiseCampaign } from './campaigns.ts';
import { isPhone } from './lists.ts';
import { openAs, type PersonName, signInByRequest } from './people.ts';

/** The journeys of the security events and of the System page check those screens. */
// biome-ignore format: a table
const screens: Record<string, { who: PersonName | null; paths: string[] }> = {
  'signed out':  { who: null,       paths: ['/login', '/forgotten-password', '/set-password?token=none', '/confirm-email?token=none', '/end-sign-in?token=none', '/logout', '/check', '/problems', '/problems/invalid', '/problems/none', '/pay/none', '/verify', '/sandbox/outbox', '/sandbox/clock'] },
  'an admin':    { who: 'admin',    paths: ['/?perPage=25&sortBy=id', '/today', '/agencies/dashboard', '/agencies', '/agencies/3/settings', '/admin/users', '/admin/messages', '/admin/rates'] },
  'any admin':   { who: 'admin',    paths: ['/calculator', '/batch-payments', '/batch-payments/statements', '/admin/loan-book', '/admin/figures', '/accounts/account-details', '/nothing/here'] },
  'a manager':   { who: 'manager',  paths: ['/today', '/agencies/dashboard', '/agencies', '/agencies/2/settings', '/agencies/dashboard?bar=waiting-invite&age=red'] },
  'a vendor':    { who: 'vendor',   paths: ['/applications'] },
};

/** Light on a desktop, dark on a phone. */
const scheme = (project: string) => (project.endsWith('phone') ? 'dark' : 'light');

test.beforeEach(({ page }) =>
  page.emulateMedia({ colorScheme: scheme(test.info().project.name), reducedMotion: 'reduce' }),
);

for (const [name, { who, paths }] of Object.entries(screens)) {
  test(`the screens of ${name} have no accessibility violation`, async ({ page }) => {
    if (who) await signInByRequest(page, who);
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(page.url(), 'no other page in its place').not.toContain('/login?back');
      await expectNoViolation(page, path);
    }
  });
}

test('a campaign’s page has no accessibility violation for staff, for its payer, or in its dialogs', async ({
  page,
}) => {
  const { path } = await raiseCampaign(page, 'admin');
  await page.goto('/');
  await page.getByRole('main').locator('a[href*="/applications/"]').first().click();
  await expect(page).toHaveURL(/\/applications\/\d+$/);
  await page.getByRole('button', { name: 'Show History' }).click();
  await expectNoViolation(page, 'staff');

  await page.goto(path);
  await page.getByRole('button', { name: 'Add property (optional)' }).click();
  await page.getByRole('combobox', { name: 'Property Address' }).fill('12 point rd');
  await expect(page.getByRole('option', { name: /^12 Point Road/ }).first()).toBeVisible();
  await expectNoViolation(page, 'Add Property', opened);

  await page.goto(path);
  await page.getByLabel('Internal Documents: choose files').setInputFiles(files.picture);
  await page.getByRole('button', { name: files.picture.name, exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('img', { name: files.picture.name })).toBeVisible();
  await expectNoViolation(page, 'preview', opened);

  await page.context().clearCookies();
  await openAs(page, 'vendorOfOne');
  await expect(page).toHaveURL(/\/applications\/\d+$/);
  await expectNoViolation(page, 'payer');
});

/** A panel counts as open when its content is visible. */
// biome-ignore format: a table
const panels: { button: string; holds: (page: Page) => Locator; atDeskOnly?: true }[] = [
  { button: 'Reports (.csv)',     holds: (page) => page.getByRole('menuitem', { name: 'Organisations' }) },
  { button: 'Filters',            holds: (page) => page.getByRole('switch', { name: 'Complete' }) },
  { button: 'Views',              holds: (page) => page.getByLabel('Name of this view') },
  { button: 'Columns',            holds: (page) => page.getByRole('switch', { name: 'Payment' }), atDeskOnly: true },
  { button: 'Keyboard shortcuts', holds: (page) => page.getByText('Previous row'), atDeskOnly: true },
];

test('the lists have no accessibility violation while their panels are open', async ({ page }) => {
  await openAs(page, 'admin', '/?perPage=10');
  for (const { button, holds } of panels.filter(({ atDeskOnly }) => !(atDeskOnly && isPhone()))) {
    await page.getByRole('button', { name: button }).click();
    await expect(holds(page)).toBeVisible();
    await expectNoViolation(page, button, opened);
    await page.keyboard.press('Escape');
    await expect(holds(page)).toHaveCount(0);
  }

  await page.context().clearCookies();
  await openAs(page, 'manager');
  await page.getByRole('button', { name: 'All Referrals' }).click();
  await page.getByLabel('Per page').selectOption('25');
  await expect(page.getByRole('article')).toHaveCount(25);
  if (isPhone()) await page.getByText('More options').click();
  await page.getByRole('button', { name: 'Custom Filter' }).click();
  await expect(page.getByRole('switch', { name: 'Agent Action Suggested' })).toBeVisible();
  await expectNoViolation(page, 'Custom Filter');
});

test('the dialogs have no accessibility violation', async ({ page }) => {
  await openAs(page, 'manager');
  await page.getByRole('button', { name: 'Create New Referral' }).click();
  await expect(page.getByRole('dialog').getByLabel('Amount')).toBeVisible();
  await expectNoViolation(page, 'create referral', opened);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(page.getByLabel('Go to')).toBeVisible();
  await expectNoViolation(page, 'palette', opened);
});

/** The same grey twice, once on white and once half transparent: a colour that is read once is right everywhere. */
const faulty = `<!doctype html><html lang="en"><title>Faults</title><body style="background: white">
  <main><h1>Faults</h1>
  <p style="color: #767676">Enough contrast</p>
  <p style="color: #767676; opacity: 0.5">Too little, because of its opacity</p>
  <p style="color: #767676; background: rgb(0 0 0 / 30%)">Too little, because of its background</p>
  <p style="color: hsl(0 0% 60%)">Too little</p>
  <input type="text"><img src="x.png"><button></button></main></body></html>`;

test('the checks find what axe finds without them', async ({ page }) => {
  await page.setContent(faulty);
  const found = await violationsOf(page, {});
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const usual = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  expect(found).toEqual(usual);
  const rules = ['button-name', 'color-contrast', 'image-alt', 'label', 'target-size'];
  expect(found.map((line) => line.split(':')[0])).toEqual(rules);
  expect(found[1]?.split(', ')).toHaveLength(3);
});
