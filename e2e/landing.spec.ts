import { expect, test } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';
import { facts } from './country.ts';
import { openAs } from './people.ts';

test('a visitor reads what the product is, calculates the costs and goes to the login page', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: /Market your home now/ })).toBeVisible();
  for (const option of facts().options)
    await expect(page.getByRole('term').filter({ hasText: option }).first()).toBeVisible();
  await expectNoViolation(page, 'the first page');

  await page.getByLabel('Marketing budget').fill('8000');
  await page.getByRole('button', { name: 'Calculate' }).click();
  await expect(page.getByRole('group', { name: 'Pay Upfront' })).toContainText('$8,000.00');

  await page.getByLabel('Marketing budget').fill('none');
  await page.getByRole('button', { name: 'Calculate' }).click();
  await expect(page.getByLabel('Marketing budget')).toHaveValue('none');
  await expect(page.getByLabel('Marketing budget')).toHaveAttribute('aria-invalid', 'true');

  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('an old link of a visitor leads to its screen after the login', async ({ page }) => {
  await page.goto('/#/agencies');
  await expect(page).toHaveURL(/\/login\?back=%2Fagencies$/);
});

test('a browser that is signed in opens its first screen', async ({ page }) => {
  await openAs(page, 'manager');
  await page.goto('/');
  await expect(page).toHaveURL(/\/today$/);
});
