import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { openNavigation } from './people.ts';

export const isPhone = () => test.info().project.name.endsWith('phone');

/** What a list says of its length: '1–100 of 124'. */
export const range = (page: Page): Locator => page.getByText(/^[\d,]+–[\d,]+ of [\d,]+$/).first();
export const expectTotal = (page: Page, total: number) =>
  expect(range(page)).toHaveText(new RegExp(`–.* of ${total.toLocaleString('en-AU')}$`));

export async function totalOn(page: Page): Promise<number> {
  const text = await range(page).innerText();
  return Number(text.split(' of ')[1]?.replace(',', ''));
}

/** Every item contains the text, and there is at least one item. */
export async function expectEach(items: Locator, text: string): Promise<void> {
  await expect(items.filter({ hasNotText: text })).toHaveCount(0);
  await expect(items.first()).toBeVisible();
}

export async function goTo(page: Page, label: string): Promise<void> {
  await openNavigation(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: label }).click();
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth).toBe(clientWidth);
}

export type SavedCsv = { fileName: string; startsWithMark: boolean; head: string; records: string[] };

/** The CSV file that a click saves. A quoted cell may contain line breaks. */
export async function savedBy(page: Page, press: () => Promise<void>): Promise<SavedCsv> {
  const saving = page.waitForEvent('download');
  await press();
  const download = await saving;
  const text = await readFile(await download.path(), 'utf8');
  const [head = '', ...records] = text.split(/\r\n(?=(?:[^"]*"[^"]*")*[^"]*$)/).filter((line) => line !== '');
  return { fileName: download.suggestedFilename(), startsWithMark: text.startsWith('\uFEFF'), head, records };
}
