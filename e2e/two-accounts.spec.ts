import { expect, type Page, test } from '@playwright/test';
import { expectNoViolation, opened } from './accessibility.ts';
import { expectNoSidewaysScroll } from './lists.ts';
import { startTwoAccounts, type TwoAccounts } from './two-accounts-server.ts';

let started: TwoAccounts | undefined;
test.beforeAll(async () => {
  started = await startTwoAccounts(test.info());
});
test.afterAll(() => started?.stop());

async function expectFit(page: Page, what: string) {
  await page.evaluate(() => scrollTo(0, 0));
  await expectNoViolation(page, what);
  await expectNoSidewaysScroll(page);
}

async function signIn(page: Page, invitation: string) {
  await page.goto(invitation);
  await page.getByLabel('New password').fill('a long enough password');
  await page.getByRole('button', { name: 'Save Password' }).click();
  await expect(page.locator('main h1').first()).toBeVisible();
}

async function importFile(page: Page, account: string, line: string) {
  await page.getByRole('button', { name: account, exact: true }).click();
  const buffer = Buffer.from(`Date,Amount,Description\r\n${line}\r\n`);
  await page.getByLabel('Statement: choose file').setInputFiles({ name: 'nov.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByText('1 line new, 0 lines known already, 0 lines refused.')).toBeVisible();
}

/** The bank moved 250, which both statements show. */
async function matchBothLines(page: Page) {
  await expect(page.getByText('Choose the account of the statement first.')).toBeVisible();
  await expectFit(page, 'the account of a statement');
  await importFile(page, 'Trust account', '14/11/2026,-250.00,TO OPERATING 7');
  await expectFit(page, 'a line of the trust account');
  await page.getByRole('button', { name: /^Moved between accounts: .*TO OPERATING 7/ }).click();
  await expectNoViolation(page, 'a new movement', opened);
  await page.getByRole('dialog').getByRole('button', { name: 'Record' }).click();
  await expect(page.getByRole('button', { name: 'Matched (1)', exact: true })).toBeVisible();
  await importFile(page, 'Operating account', '15/11/2026,250.00,FROM TRUST 7');
  await expect(page.getByRole('list', { name: /^Movements for .*FROM TRUST 7/ })).toBeVisible();
  await expectFit(page, 'a line that is a movement');
  await page.getByRole('button', { name: /^Match movement TO OPERATING 7/ }).click();
  await page.getByRole('button', { name: 'Matched (2)', exact: true }).click();
  await expect(page.getByText('From the trust account to the operating account')).toHaveCount(2);
  await expectFit(page, 'both lines of a movement');
}

const toMove = (page: Page) => page.getByText(/^To be moved: /);

async function record(page: Page, reference: string) {
  await page.getByRole('button', { name: 'Record a movement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record a movement' });
  await dialog.getByLabel('Amount').fill('250.01');
  await dialog.getByLabel('Reference').fill(reference);
  await dialog.getByRole('button', { name: 'Record' }).click();
  await expect(dialog.getByText('At most $250.00 is to be moved.')).toBeVisible();
  await expect(dialog.getByLabel('Reference')).toHaveValue(reference);
  await expectNoViolation(page, 'a movement that is refused', opened);
  await dialog.getByLabel('Amount').fill('100');
  await dialog.getByRole('button', { name: 'Record' }).click();
  await expect(dialog).toHaveCount(0);
}

test('the statements of two bank accounts show a movement, and what is to be moved back is recorded', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const { address = '', invitation = '' } = started ?? {};
  await signIn(page, invitation);
  await page.goto(`${address}/batch-payments/statements`);
  await matchBothLines(page);

  // None of it was ours, so it is to be moved back.
  await page.goto(`${address}/today`);
  await expect(page.getByRole('heading', { name: 'Money to move between bank accounts (1)' })).toBeVisible();
  await page.getByRole('link', { name: 'Open Bank Accounts' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bank Accounts' })).toBeVisible();
  await expect(toMove(page)).toContainText('$250.00. From the operating account to the trust account.');
  await expect(page.getByText('On a bank statement')).toBeVisible();
  await expectFit(page, 'bank accounts');
  await record(page, 'Transfer 118');
  await expect(toMove(page)).toContainText('To be moved: $150.00.');
  await expectFit(page, 'a recorded movement');
  await page.getByRole('button', { name: 'Take back Transfer 118' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText('Taken back', { exact: true })).toBeVisible();
  await expect(toMove(page)).toContainText('To be moved: $250.00.');
});
