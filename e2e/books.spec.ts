import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { expectNoViolation, opened } from './accessibility.ts';
import { expectNoSidewaysScroll, isPhone, savedBy } from './lists.ts';
import { anotherPerson, openAs, openMoneyScreen } from './people.ts';

const open = async (page: Page, label: string, title = label) => {
  await page.getByRole('navigation', { name: 'Books' }).getByRole('link', { name: label, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
};

async function savedFile(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const saving = page.waitForEvent('download');
  await press();
  const download = await saving;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'latin1') };
}

const cents = (text: string) => Math.round(Number(text.replace(/[^\d.-]/g, '')) * 100);

test('an admin reads the books, to the posting and its campaign, and saves them as files', async ({ page }) => {
  await openAs(page, 'admin', '/batch-payments');
  await openMoneyScreen(page, 'Books');
  await expect(page.getByRole('heading', { level: 1, name: 'Trial Balance' })).toBeVisible();
  const bank = page.getByRole('link', { name: 'Trust account', exact: true });
  await expect(bank).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page, 'trial balance');

  const { records } = await savedBy(page, () => page.getByRole('button', { name: 'Spreadsheet (.csv)' }).click());
  const cells = records.map((record) => record.split(','));
  const sum = (place: number) => cells.reduce((so, row) => so + cents(row.at(place) ?? ''), 0);
  expect(sum(-2)).toBeGreaterThan(0);
  expect(sum(-2)).toBe(sum(-1));
  const paper = await savedFile(page, () => page.getByRole('button', { name: 'PDF' }).click());
  expect(paper.name).toContain('Trial Balance');
  expect(paper.text.startsWith('%PDF-')).toBe(true);

  await bank.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trust account' })).toBeVisible();
  await expect(page.getByText('Closing balance')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page, 'account');

  await open(page, 'Journal');
  await page.getByLabel('Kind').selectOption({ label: 'Payment' });
  const campaign = page.locator('a[href*="/applications/"]').first();
  await expect(campaign).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page, 'journal');

  for (const label of ['Held Money', 'Owed to Organisations']) {
    await open(page, label);
    await expectNoSidewaysScroll(page);
    await expectNoViolation(page, label);
  }
  await open(page, 'Journal');
  await campaign.click();
  await expect(page).toHaveURL(/\/applications\/\d+/);
});

test('GST has the postings behind its figures', async ({ page }) => {
  await openAs(page, 'admin', '/admin/books/gst?from=2024-01-01&to=2030-12-31');
  await expect(page.getByText('GST on sales')).toBeVisible();
  await page.getByRole('button', { name: 'Cash' }).click();
  await expect(page.getByRole('button', { name: 'Cash' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: /^Show the \d+ postings of Service fees and surcharges$/ }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Service fees and surcharges' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page, 'GST');
});

test('a period is closed, exported once, and stays closed', async ({ page, browser, baseURL }) => {
  await openAs(page, 'admin', '/admin/books/codes');
  await expect(page.getByLabel('Trust account: code in Xero')).toHaveValue(/\d+/);
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page, 'account codes');
  await open(page, 'Periods');
  await expect(page.getByText('Open from')).toBeVisible();
  await page.getByRole('button', { name: 'Close a period' }).click();
  await expect(page.getByRole('dialog').getByLabel('Last day')).toBeVisible();
  await expectNoViolation(page, 'closing a period', opened);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page, 'periods');
  if (isPhone()) return;

  const [second, context] = await anotherPerson(browser, baseURL, false);
  await openAs(second, 'adminTwo', '/admin/books/periods');
  await expect(second.getByRole('button', { name: 'Open again' })).toBeVisible();
  const press = async () => {
    await page.getByRole('button', { name: /^Export the period until .* for Xero$/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
  };
  const first = await savedFile(page, press);
  const again = await savedFile(second, async () => {
    await second.reload();
    await second.getByRole('button', { name: /^Download the period until .* for Xero$/ }).click();
  });
  expect(again.text).toBe(first.text);
  const amounts = first.text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => cents(line.split(',').at(-5) ?? ''));
  expect(amounts.reduce((so, amount) => so + amount, 0)).toBe(0);
  await expect(second.getByText('This period was exported.')).toBeVisible();
  await context.close();
});
