import { expect, test } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';
import { card, raiseCampaign } from './campaigns.ts';
import { expectNoSidewaysScroll } from './lists.ts';
import { openAs, openNavigation } from './people.ts';

test('an admin sees what needs them, and the navigation says how much', async ({ page }) => {
  await openAs(page, 'admin', '/today');
  await expect(page.getByRole('heading', { level: 1, name: 'Needs you today' })).toBeVisible();
  const groups = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(groups.filter({ hasText: /^To approve \(\d+\+?\)$/ })).toBeVisible();
  await expect(page.getByRole('main').getByRole('list').first().getByRole('link').first()).toBeVisible();
  await expectNoViolation(page, 'what needs an admin');
  await expectNoSidewaysScroll(page);
  await openNavigation(page);
  await expect(page.getByRole('link', { name: /^Today\s*\d+\+?\s*waiting$/ })).toBeVisible();
});

test('an agent finds a draft by the keyboard, and its action is in view', async ({ page }) => {
  const { id, path } = await raiseCampaign(page, 'employee');
  await page.goto('/today');
  const drafts = page.getByRole('region', { name: /^Drafts to send/ });
  await expect(drafts).toBeVisible();
  const more = drafts.getByRole('button', { name: /^Show \d+ more$/ });
  if (await more.isVisible()) await more.click();
  const link = drafts.locator(`a[href$="/applications/${id}"]`);
  await expect(link).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('main').locator('li a:focus')).toHaveCount(1);
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.getByRole('button', { name: 'Send to vendor' })).toBeInViewport();
  await expect(card(page, 'Status')).toContainText('Draft');
  await expectNoSidewaysScroll(page);
});
