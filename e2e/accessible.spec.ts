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

for (const scheme of ['light', 'dark'] as const) {
  for (const [name, { who, paths }] of Object.entries(screens)) {
    test(`the screens of ${name} have no accessibility violation in the ${scheme} scheme`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      if (who) await signIn(page, who);
      for (const path of paths) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectNoViolation(page, `${path} (${scheme})`);
      }
    });
  }

  test(`a campaign’s page has none for staff and for its payer in the ${scheme} scheme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await signIn(page, 'admin');
    await page
      .getByRole('main')
      .getByRole('link', { name: /^D?(AU|NZ)\d+/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/applications\/\d+$/);
    await expectNoViolation(page, 'staff');
    await page.context().clearCookies();
    await signIn(page, 'vendorOfOne');
    await expect(page).toHaveURL(/\/applications\/\d+$/);
    await expectNoViolation(page, 'payer');
  });
}
