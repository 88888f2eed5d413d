import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { expectNoViolation, opened } from './accessibility.ts';
import { bodyOf } from './answers.ts';
import { card } from './campaigns.ts';
import { country, facts } from './country.ts';
import { expectNoSidewaysScroll, isPhone } from './lists.ts';
import { anotherPerson, openAs, type PersonName } from './people.ts';

/** An organisation without campaigns in the demo data, so all its owed funds come from this journey. */
const organisation = 'Paperboat Finance';

type Owed = { id: number; path: string; headers: { authorization: string } };

/** Signs an admin in and records a payment for a campaign of the organisation. Its funds are owed from then on. */
async function anOwedCampaign(page: Page, who: PersonName): Promise<Owed> {
  const asked = page.waitForRequest((request) => request.headers().authorization !== undefined);
  await openAs(page, who, '/batch-payments');
  const headers = { authorization: (await asked).headers().authorization ?? '' };
  const found = await page.request.get(`/v1/tenants?textQuery=${organisation}`, { headers });
  const [tenant] = (await bodyOf<{ items: { id: number }[] }>(found)).items;
  const data = {
    campaignBudget: 4_321.09,
    campaignPlannedStartDate: '2027-03-01',
    campaignBudgetFundsPurpose: 'styling',
    tenant: { href: `/v1/tenants/${tenant?.id}` },
  };
  const { id } = await bodyOf<{ id: number }>(await page.request.post('/v1/agreements', { headers, data }));
  const address = `/v1/agreements/${id}`;
  await bodyOf(await page.request.post(`${address}/set-status`, { headers, data: { status: 'waiting-invite' } }));
  const paid = { financeOptionCode: 'pn', method: 'direct-deposit', amount: 4_321.09 };
  const once = { ...headers, 'idempotency-key': randomUUID() };
  await bodyOf(await page.request.post(`${address}/pay`, { headers: once, data: paid }));
  return { id, path: `/agencies/${tenant?.id}/applications/${id}`, headers };
}

/** Deselects all other organisations, so that the demo's owed funds stay for later journeys. */
async function makeBatch(page: Page): Promise<string> {
  await page.goto('/batch-payments');
  await expect(page.getByRole('checkbox', { name: `Pay ${organisation}` })).toBeChecked();
  for (const box of await page.getByRole('checkbox', { name: /^Pay / }).all()) {
    const isOurs = (await box.getAttribute('aria-label')) === `Pay ${organisation}`;
    if (!isOurs && (await box.isChecked())) await box.uncheck();
  }
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Make a batch of $4,321.09' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make batch' }).click();
  await expect(page).toHaveURL(/\/batch-payments\/\d+$/);
  return new URL(page.url()).pathname;
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** The current step of the campaign's checklist. Returns to the batch. */
async function expectFunds(page: Page, { batch, path }: { batch: string; path: string }, step: string): Promise<void> {
  await page.goto(path);
  const current = card(page, 'Funds Checklist').getByRole('listitem').and(page.locator('[data-state="current"]'));
  await expect(current).toContainText(step);
  await page.goto(batch);
}

/** Reads the file by the bank's specification. */
const paymentsIn = (text: string) => facts().paymentsIn(text.split('\r\n').filter(Boolean));

/** Records that the bank sent the payment back. The next batch has it again, to an account that counts as new. */
async function sendBack(page: Page, others: Page, { batch, id }: { batch: string; id: number }): Promise<void> {
  await others.goto(batch);
  await others.getByRole('button', { name: `Sent back: ${country()}${id}` }).click();
  const dialog = others.getByRole('dialog');
  await expectNoViolation(others, 'a payment that came back');
  await dialog.getByLabel('Reason').fill('The account is closed');
  await dialog.getByRole('button', { name: 'Record as sent back' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(others.getByText('Sent back', { exact: true })).toBeVisible();
  await expectNoSidewaysScroll(others);
  await expectNoViolation(others, 'a batch with a payment that came back');
  const next = await makeBatch(others);
  await expect(others.getByText('First payment').first()).toBeVisible();
  await page.goto(next);
  for (const step of ['Approve', 'Mark as Processing', 'Mark as Transferred']) await press(page, step);
}

/** Saves the file of a button, and returns its bytes. */
async function saved(page: Page, button: string): Promise<Buffer> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  return readFile(await (await saving).path());
}

/** The advice of the batch has the payment, and takes it off because it came back. */
async function expectAdvices(page: Page, { batch, path, id }: { batch: string; path: string; id: number }) {
  await page.goto(batch);
  const lines = String(await saved(page, `Spreadsheet: ${organisation}`)).split('\r\n');
  const own = lines.filter((line) => line.includes(`,${country()}${id},`));
  expect(own.map((line) => /-?4321\.09/.exec(line)?.[0])).toEqual(['4321.09', '-4321.09']);
  expect(String((await saved(page, `PDF: ${organisation}`)).subarray(0, 5))).toBe('%PDF-');
  await page.goto(`/agencies/dashboard?tenantId=${path.split('/')[2]}`);
  await page.getByRole('button', { name: 'Remittance Advice' }).click();
  const number = batch.split('/').at(-1);
  await expect(page.getByRole('dialog').getByText(`Batch ${number},`)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page, 'remittance advice', opened);
  expect(String(await saved(page, `Spreadsheet: batch ${number}`)).split('\r\n')).toEqual(lines);
}

test('one admin makes a batch, another approves it, the bank pays it', async ({ page, browser, baseURL }) => {
  const { id, path } = await anOwedCampaign(page, 'admin');
  const batch = await makeBatch(page);

  await test.step('the admin who made the batch cannot approve it', async () => {
    await expect(page.getByText('You made this batch, so someone else has to approve it.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
    await expectNoViolation(page, 'own batch');
  });

  const [others, context] = await anotherPerson(browser, baseURL, isPhone());
  await test.step('another admin approves it and downloads the file', async () => {
    await openAs(others, 'adminTwo', batch);
    await expect(others.getByText('First payment').first()).toBeVisible();
    await press(others, 'Approve');
    const saving = others.waitForEvent('download');
    await others.getByRole('button', { name: 'Download bank file' }).click();
    const text = await readFile(await (await saving).path(), 'ascii');
    expect(paymentsIn(text)).toEqual([
      { account: facts().financeAccount, cents: 432_109, reference: `${country()}${id}` },
    ]);
  });

  await test.step('the bank receives the file and pays', async () => {
    await expectFunds(others, { batch, path }, 'Funds transfer processing');
    await press(others, 'Mark as Processing');
    await expect(others.getByText('Processing', { exact: true })).toBeVisible();
    await expectFunds(others, { batch, path }, 'Funds transferred');
    await press(others, 'Mark as Transferred');
    await expect(others.getByText('Transferred', { exact: true })).toBeVisible();
    await expectNoSidewaysScroll(others);
    await expectNoViolation(others, 'transferred batch');
  });

  await test.step('the campaign’s checklist and status follow', async () => {
    await others.goto(path);
    await expect(others.getByText('Complete', { exact: true }).first()).toBeVisible();
    await expect(others.getByRole('status').filter({ hasText: 'This campaign is complete.' })).toContainText(/^Paid/);
    await expect(others.getByRole('status').filter({ hasText: 'Paid in full.' })).toBeVisible();
    const steps = card(others, 'Funds Checklist').getByRole('listitem');
    await expect(steps.last()).toContainText('Funds transferred');
    await expect(steps.last()).toHaveAttribute('data-state', 'done');
  });
  await test.step('the bank sends the payment back, and its funds are owed again', () =>
    sendBack(page, others, { batch, id }));
  await test.step('the remittance advice says for what the organisation was paid', () =>
    expectAdvices(others, { batch, path, id }));
  await context.close();
});

test('a batch is discarded with a reason, and its funds are owed again', async ({ page }) => {
  await anOwedCampaign(page, 'admin');
  await makeBatch(page);
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Discard batch' }).click();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await dialog.getByLabel('Reason').fill('Paid by hand');
  await dialog.getByRole('button', { name: 'Discard batch' }).click();
  await expect(page.getByText('Paid by hand')).toBeVisible();
  await makeBatch(page);
});

test('a batch whose file was downloaded is discarded by two admins', async ({ page, browser, baseURL }) => {
  await anOwedCampaign(page, 'admin');
  const batch = await makeBatch(page);
  const [others, context] = await anotherPerson(browser, baseURL, isPhone());
  await openAs(others, 'adminTwo', batch);
  await press(others, 'Approve');
  const saving = others.waitForEvent('download');
  await others.getByRole('button', { name: 'Download bank file' }).click();
  await saving;
  await expect(others.getByText('File first downloaded')).toBeVisible();
  await others.getByRole('button', { name: 'Discard', exact: true }).click();
  await others.getByRole('dialog').getByLabel('Reason').fill('Wrong account');
  await others.getByRole('dialog').getByRole('button', { name: 'Ask to discard' }).click();
  await expect(others.getByText('Waiting for a second person')).toBeVisible();
  await expect(others.getByRole('button', { name: 'Discard', exact: true })).toHaveCount(0);
  await expectNoViolation(others, 'batch that waits to be discarded');
  await context.close();

  await page.goto('/admin/users');
  const waiting = page.getByRole('listitem').filter({ hasText: `batch ${batch.split('/').at(-1)}` });
  await waiting.getByRole('button', { name: 'Confirm' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('Write how you know that the bank has not taken the file.')).toBeVisible();
  await dialog.getByRole('textbox').fill('Called the bank: it has no such file.');
  await expectNoViolation(page, 'second person for a batch', opened);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(waiting).toHaveCount(0);
  await makeBatch(page);
});

test('an admin records a transfer that no batch makes', async ({ page }) => {
  const { id, path, headers } = await anOwedCampaign(page, 'admin');
  await bodyOf(await page.request.put(`/v1/agreements/${id}`, { headers, data: { fundManually: true } }));
  await page.goto(path);
  const checklist = card(page, 'Funds Checklist');
  await checklist.getByRole('button', { name: 'Record transfer' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(`$4,321.09 is kept for ${organisation}.`)).toBeVisible();
  await expectNoViolation(page, 'record transfer', opened);
  await expectNoSidewaysScroll(page);

  await test.step('a missing reference and a day in the future are refused under their fields', async () => {
    await dialog.getByRole('button', { name: 'Record transfer' }).click();
    await expect(dialog.getByLabel('How it was transferred')).toBeFocused();
    await dialog.getByLabel('How it was transferred').fill('Reference 778');
    const day = dialog.getByLabel('Date of the transfer');
    const today = await day.inputValue();
    await day.fill('2099-12-31');
    await dialog.getByRole('button', { name: 'Record transfer' }).click();
    await expect(dialog.getByText('The day of the transfer cannot be in the future.')).toBeVisible();
    await expect(dialog.getByLabel('How it was transferred')).toHaveValue('Reference 778');
    await day.fill(today);
  });

  await dialog.getByRole('button', { name: 'Record transfer' }).click();
  await expect(page.getByText('Recorded $4,321.09 as Transferred')).toBeVisible();
  await expect(page.getByText('Complete', { exact: true }).first()).toBeVisible();
  await expect(checklist.getByRole('listitem').last()).toHaveAttribute('data-state', 'done');
  await expect(checklist.getByRole('button', { name: 'Record transfer' })).toHaveCount(0);
});

test('a manager reads what their organisation was paid', async ({ page }) => {
  await openAs(page, 'manager');
  const money = page.getByRole('region', { name: 'Money' });
  await money.getByRole('button', { name: 'Remittance Advice' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remittance Advice' });
  await expect(
    dialog.getByRole('list', { name: 'Months' }).or(dialog.getByText('Nothing has been paid')),
  ).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page, 'remittance advice of a manager', opened);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(money.getByRole('button', { name: 'Remittance Advice' })).toBeFocused();
});
