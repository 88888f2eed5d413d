import { expect, type Page, test } from '@playwright/test';
import { opened, violationsOf } from './accessibility.ts';
import { isPhone } from './lists.ts';

// Old rows are dimmed until new ones arrive. A screen has one search form; the gallery shows one in several states.
const whole = { except: '[data-stale]', rulesOff: ['landmark-unique'] };

const toasts = '.kerb-no-print:has(> [role="alert"])';

/** A phone's window grows with a page that is too wide, so the width is compared with the screen's. */
const widthOverScreen = async (page: Page) =>
  (await page.evaluate(() => document.documentElement.scrollWidth)) - (page.viewportSize()?.width ?? 0);

async function openGallery(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.goto('/sandbox/gallery');
  await expect(page.getByRole('heading', { level: 1, name: 'Component gallery' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Banner' })).toBeVisible();
}

// Axe reads the longest page of the product.
test.setTimeout(120_000);

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the component gallery is accessible and fits its width, ${colorScheme}`, async ({ page }) => {
    await openGallery(page, colorScheme);
    expect(await violationsOf(page, whole)).toEqual([]);
    expect(await widthOverScreen(page)).toBe(0);
  });
}

test('the outlines of what is loading do not move for a person who prefers reduced motion', async ({ page }) => {
  await openGallery(page, 'light');
  const animationNames = () =>
    page
      .locator('.mantine-Skeleton-root')
      .evaluateAll((outlines) => [...new Set(outlines.map((each) => getComputedStyle(each, '::after').animationName))]);
  expect(await animationNames()).toEqual(['none']);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await animationNames()).not.toEqual(['none']);
});

test('menus, panels, questions and toasts of the gallery are accessible and fit the width', async ({ page }) => {
  await openGallery(page, isPhone() ? 'dark' : 'light');
  for (const button of ['Open menu', 'Open panel', 'Ask before something dangerous']) {
    await page.getByRole('button', { name: button }).click();
    await expect(page.locator(opened)).toBeVisible();
    expect(await violationsOf(page, { within: opened }), button).toEqual([]);
    expect(await widthOverScreen(page), button).toBe(0);
    await page.keyboard.press('Escape');
    await expect(page.locator(opened)).toHaveCount(0);
  }
  for (const tone of ['success', 'warning', 'error']) {
    await page.getByRole('button', { name: `Show ${tone}` }).click();
  }
  await expect(page.getByText('Saving failed.').last()).toBeVisible();
  expect(await violationsOf(page, { within: toasts }), 'toasts').toEqual([]);
  expect(await widthOverScreen(page), 'toasts').toBe(0);
});
