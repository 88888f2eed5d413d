import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { type PersonName, signIn } from './people.ts';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function expectNoViolation(page: Page, what: string) {
  await page.waitForLoadState('networkidle');
  const { violations } = await new AxeBuilder({ page }).withTags(standards).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  expect(found, what).toEqual([]);
}

// biome-ignore format: a table
const screens: Record<string, { who: PersonName | null; paths: string[] }> = {
  'signed out':  { who: null,       paths: ['/login', '/forgotten-password', '/set-password?token=none', '/logout', '/pay/none', '/sandbox/outbox', '/sandbox/clock'] },
  'an admin':    { who: 'admin',    paths: ['/', '/agencies/dashboard', '/agencies', '/admin/users', '/developer', '/calculator', '/accounts/account-details', '/nothing/here'] },
  'a manager':   { who: 'manager',  paths: ['/agencies/dashboard', '/agencies'] },
  'a vendor':    { who: 'vendor',   paths: ['/applications'] },
};

/** Each width in both schemes, each country in both: dark where a phone is Australian or a desk a New Zealander's. */
const scheme = (project: string) => (['au-phone', 'nz-desktop'].includes(project) ? 'dark' : 'light');

test.beforeEach(({ page }) =>
  page.emulateMedia({ colorScheme: scheme(test.info().project.name), reducedMotion: 'reduce' }),
);

for (const [name, { who, paths }] of Object.entries(screens)) {
  test(`the screens of ${name} have no accessibility violation`, async ({ page }) => {
    if (who) await signIn(page, who);
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoViolation(page, path);
    }
  });
}

test('a campaign’s page has none for staff, for its payer, nor in its dialogs', async ({ page }) => {
  await signIn(page, 'admin');
  await page.getByRole('main').locator('a[href*="/applications/"]').first().click();
  await expect(page).toHaveURL(/\/applications\/\d+$/);
  await expect(page.getByRole('button', { name: 'Show History' })).toBeVisible();
  await page.getByRole('button', { name: 'Show History' }).click();
  await expectNoViolation(page, 'staff');

  await page.context().clearCookies();
  await signIn(page, 'vendorOfOne');
  await expect(page).toHaveURL(/\/applications\/\d+$/);
  await expectNoViolation(page, 'payer');
});

test('the dialogs have none', async ({ page }) => {
  await signIn(page, 'manager');
  await page.getByRole('button', { name: 'Create New Referral' }).click();
  await expect(page.getByRole('dialog').getByLabel('Amount')).toBeVisible();
  await expectNoViolation(page, 'create referral');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(page.getByLabel('Go to')).toBeVisible();
  await expectNoViolation(page, 'palette');
});
