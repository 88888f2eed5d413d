import { expect, type Page, test } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';
import { bodyOf } from './answers.ts';
import { country } from './country.ts';
import { expectNoSidewaysScroll } from './lists.ts';
import { openAs } from './people.ts';

/** Signs an admin in and creates a campaign that waits for money. */
async function aCampaign(page: Page): Promise<number> {
  const asked = page.waitForRequest((request) => request.headers().authorization !== undefined);
  await openAs(page, 'admin', '/batch-payments');
  const headers = { authorization: (await asked).headers().authorization ?? '' };
  const found = await page.request.get('/v1/tenants?textQuery=Paperboat Finance', { headers });
  const [tenant] = (await bodyOf<{ items: { id: number }[] }>(found)).items;
  const data = {
    campaignBudget: 4_321.09,
    campaignPlannedStartDate: '2027-03-01',
    campaignBudgetFundsPurpose: 'styling',
    tenant: { href: `/v1/tenants/${tenant?.id}` },
  };
  const { id } = await bodyOf<{ id: number }>(await page.request.post('/v1/agreements', { headers, data }));
  const address = `/v1/agreements/${id}/set-status`;
  await bodyOf(await page.request.post(address, { headers, data: { status: 'waiting-invite' } }));
  return id;
}

/** Imports 60 lines, of which a page shows 25. */
async function stepThrough(page: Page): Promise<void> {
  const rows = Array.from({ length: 60 }, (_, at) => `02/11/2026,-${at + 1}.00,LONG FILE ${at + 1}`);
  const buffer = Buffer.from(['Date,Amount,Description', ...rows].join('\r\n'));
  await page.getByLabel('Statement: choose file').setInputFiles({ name: 'long.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByText('60 lines new, 0 lines known already, 0 lines refused.')).toBeVisible();
  await page.getByRole('button', { name: /^Unmatched/ }).click();
  await expect(page.getByText('LONG FILE 60', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Older' }).click();
  await expect(page.getByText('LONG FILE 35', { exact: true })).toBeVisible();
  await expectNoViolation(page, 'older lines');
  await page.getByRole('button', { name: 'Older' }).click();
  await expect(page.getByText('LONG FILE 1', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Older' })).toBeDisabled();
  await page.getByRole('button', { name: 'Newer' }).click();
  await expect(page.getByText('LONG FILE 35', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Newest lines' }).click();
  await expect(page.getByText('LONG FILE 60', { exact: true })).toBeVisible();
}

test('an admin imports a bank statement, accepts a proposed payment, and undoes it', async ({ page }) => {
  const id = await aCampaign(page);
  const flowNumber = `${country()}${id}`;
  await page.getByRole('main').getByRole('link', { name: 'Bank statements' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bank statements' })).toBeVisible();
  const csv = `Date,Amount,Description\r\n01/11/2026,4321.09,FLOW ${flowNumber} THANKS\r\n01/11/2026,x,Broken\r\n`;
  const file = { name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.getByLabel('Statement: choose file').setInputFiles(file);
  await expect(page.getByText('1 line new, 0 lines known already, 1 line refused.')).toBeVisible();
  await expect(page.getByText('Pays exactly what is due')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page, 'unmatched lines');
  await page.getByRole('button', { name: `Accept ${flowNumber}` }).click();
  await expect(page.getByText('No unmatched lines.')).toBeVisible();
  await page.getByLabel('Statement: choose file').setInputFiles(file);
  await expect(page.getByText('0 lines new, 1 line known already, 1 line refused.')).toBeVisible();
  await page.getByText('Lines that are known already').click();
  await expect(page.getByRole('button', { name: /^Import as another payment: line 2/ })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page, 'known lines');
  await page.getByRole('button', { name: 'Matched (1)' }).click();
  await expect(page.getByRole('link', { name: flowNumber })).toBeVisible();
  await expectNoViolation(page, 'matched lines');
  await page.getByRole('button', { name: /^Undo / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo match' }).click();
  await page.getByRole('button', { name: 'Unmatched (1)' }).click();
  await expect(page.getByText('Pays exactly what is due')).toBeVisible();
  await test.step('all strong matches are accepted together, and one of them is undone', async () => {
    await page.getByRole('button', { name: 'Accept all strong matches (1)' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true }).click();
    const outcomes = page.getByRole('list', { name: 'Outcome of each line' });
    await expect(outcomes.getByText(`Accepted for ${flowNumber}`)).toBeVisible();
    await expect(page.getByText('No unmatched lines.')).toBeVisible();
    await expectNoViolation(page, 'the outcome of each line');
    await expectNoSidewaysScroll(page);
    await outcomes.getByRole('button', { name: /^Undo / }).click();
    await expect(outcomes.getByText('Undone')).toBeVisible();
    await expect(page.getByText('Pays exactly what is due')).toBeVisible();
  });
  await test.step('what the card gateway took is recorded with its fee', async () => {
    const debit = {
      ...file,
      name: 'fees.csv',
      buffer: Buffer.from('Date,Amount,Description\r\n14 Nov 26,-31.50,CARD FEES\r\n'),
    };
    await page.getByLabel('Statement: choose file').setInputFiles(debit);
    await page.getByRole('button', { name: /^Card gateway: .*CARD FEES/ }).click();
    await expect(page.getByLabel('Fee of the card gateway')).toHaveValue('31.50');
    await expectNoViolation(page, 'a fee of the card gateway');
    await page.getByRole('dialog').getByRole('button', { name: 'Record' }).click();
    await page.getByRole('button', { name: 'Matched (1)', exact: true }).click();
    await expect(page.getByText('Taken by the card gateway')).toBeVisible();
    await expect(page.getByText('Its fee: $31.50')).toBeVisible();
  });
  await test.step('a longer file is stepped through, from the newest line to the oldest and back', () =>
    stepThrough(page));
});
