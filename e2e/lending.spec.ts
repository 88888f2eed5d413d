import { readFileSync } from 'node:fs';
import { type Browser, type Download, expect, type Page, test } from '@playwright/test';
import { expectNoViolation, opened } from './accessibility.ts';
import { bodyOf } from './answers.ts';
import { card, type Raised, raiseElsewhere } from './campaigns.ts';
import { expectQuestion } from './checkout.ts';
import { country, facts } from './country.ts';
import { expectNoSidewaysScroll, isPhone } from './lists.ts';
import { sendCampaign } from './paying.ts';
import { anotherPerson, signInByRequest } from './people.ts';

/** Three per cent of the midpoint is 3,000, which is less than the campaign's budget of 4,200. */
const sale = { natureOfOwnership: 'investment', methodOfSale: 'other', sellingPriceMin: 1e5, sellingPriceMax: 1e5 };

const finance = (page: Page) => card(page, 'Pay Later Finance');
const management = (page: Page) => card(page, 'Campaign Management');

async function isPdf(download: Promise<Download>, press: () => Promise<void>, name: RegExp) {
  await press();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(name);
  const head = readFileSync(await file.path()).subarray(0, 5);
  expect(head.toString()).toBe('%PDF-');
}

async function expectFit(page: Page, what: string) {
  // A toast covers part of the page for a while.
  await expect(page.getByText('Saved', { exact: true })).toHaveCount(0);
  // Scrolled to the top, because the sticky bar covers half of a button that is under it.
  await page.evaluate(() => scrollTo(0, 0));
  await expectNoViolation(page, what);
  await expectNoSidewaysScroll(page);
}

/**
 * A campaign whose payer has applied, with a property whose value is too low for it. Another admin has raised it, so
 * that this one can approve it.
 */
async function applied(page: Page): Promise<Raised & { link: string }> {
  const raised = await raiseElsewhere('adminTwo');
  await signInByRequest(page, 'admin');
  const { id, authorization } = raised;
  const headers = { authorization };
  const data = { ...facts().property, address: '7 Demo Crescent', ...sale };
  expect((await page.request.post(`/v1/agreements/${id}/property`, { headers, data })).status()).toBe(201);
  const link = await sendCampaign(page, raised);
  await bodyOf(await page.request.put(`/v1/agreements/${id}`, { headers, data: { financeOptionCode: 'pl' } }));
  const moved = { status: 'waiting-approval' };
  expect((await page.request.post(`/v1/agreements/${id}/set-status`, { headers, data: moved })).ok()).toBe(true);
  return { ...raised, link };
}

/** The action of the page, which is in view without scrolling. */
async function primaryAction(page: Page, name: string) {
  const button = page.getByRole('button', { name }).and(page.locator(':not([data-finance] *)'));
  await expect(button).toBeInViewport();
  await expect(button).toBeDisabled();
  return button;
}

test('an admin fixes the failed rule and approves, and the payer sees it', async ({ page, browser, baseURL }) => {
  test.setTimeout(120_000);
  const raised = await applied(page);
  await page.goto(raised.path);
  const lending = finance(page);
  const approve = await primaryAction(page, 'Approve');
  await lending.getByRole('button', { name: 'Edit' }).click();
  await expect(lending.getByLabel('Amount of Credit')).toHaveValue('4,200');
  await expect(lending.getByRole('button', { name: 'Approve' })).toBeDisabled();
  await expect(lending).toContainText('Please check all required information');
  await expect(lending).toContainText('The largest budget that would pass is $2,999.99.');
  await expect(lending.getByRole('img', { name: /Not below the limit of 3%/ })).toBeVisible();
  await expectFit(page, 'a finance card that is edited');

  await lending.getByRole('button', { name: 'Change the sale details' }).click();
  await expect(page.getByRole('button', { name: 'Edit sale details' })).toBeFocused();
  await page.keyboard.press('Enter');
  const low = page.getByLabel('Search Price Low');
  await low.fill('900000');
  await page.getByLabel('Search Price High').fill('900000');
  await card(page, 'Property').getByRole('button', { name: 'Save' }).click();
  await expect(lending).toContainText('Valuation midpoint $900,000');
  await expect(lending).not.toContainText('The largest budget');

  await lending.getByLabel('Additional Amount').fill('800');
  await expect(lending.getByLabel('Total Finance Amount')).toHaveValue('5,000');
  await expect(lending.getByLabel(facts().payLaterFee.label)).toHaveValue(facts().payLaterFee.of5000);
  await lending.getByLabel('Mortgage Balance', { exact: true }).fill('700000');
  await expect(lending.getByLabel('Mortgage Balance Range')).toHaveValue('lt90');
  await lending.getByLabel('Notes').fill('Repaid from the proceeds of the sale.');
  await lending.getByRole('button', { name: 'Save or close the card' }).click();
  await expect(lending.getByRole('button', { name: 'Save', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(lending.getByRole('button', { name: 'Edit' })).toBeVisible();
  await expectFit(page, 'a finance card that can be approved');

  await isPdf(
    page.waitForEvent('download'),
    () => lending.getByRole('button', { name: 'Download Loan Agreement' }).click(),
    /^Pay-Later_(AU|NZ)\d+.*\.pdf$/,
  );
  await approve.click();
  const sure = page.getByRole('dialog', { name: 'Approve this application?' });
  await expect(sure).toContainText('responsible lending tests');
  await expectNoViolation(page, 'the confirmation', opened);
  await sure.getByRole('button', { name: 'Approve' }).click();
  await lending.getByRole('button', { name: 'Resend Approval Email' }).click();
  await expect(page.getByText('Sent', { exact: true }).filter({ visible: true })).toHaveCount(1);

  const [payer, context] = await anotherPerson(browser, baseURL, isPhone());
  await payer.goto(raised.link);
  await expectQuestion(payer, 'Read your agreement');
  const paper = payer.getByRole('main');
  await expect(paper).toContainText('$5,000');
  await expect(paper).toContainText('Repaid from the proceeds of the sale.');
  await expect(paper).toContainText('Total to repay');
  await expect(paper.getByRole('textbox')).toHaveCount(0);
  await expectFit(payer, 'what a payer is lent');
  await context.close();
});

/** Computes the payout of that day, saves its letter, and returns the letter's code. */
async function issueLetter(page: Page, day: string): Promise<string> {
  const loan = management(page);
  await loan.getByLabel('Payout date').fill(day);
  await expect(loan.getByRole('table', { name: /^If repaid on/ })).toContainText('Estimated Interest');
  await isPdf(
    page.waitForEvent('download'),
    () => loan.getByRole('button', { name: 'Download payout letter' }).click(),
    /\.pdf$/,
  );
  const letter = loan.getByRole('list', { name: 'Payout letters' }).getByRole('listitem');
  return (await letter.locator('span').first().innerText()).trim();
}

type Checked = { code: string; afterwards: () => Promise<void> };

/**
 * A visitor who is not signed in checks the letter's code, and a code that does not exist. Afterwards the letter no
 * longer holds.
 */
async function checkAsStranger(browser: Browser, baseURL: string | undefined, { code, afterwards }: Checked) {
  const [stranger, context] = await anotherPerson(browser, baseURL, isPhone());
  await stranger.goto('/payout');
  await stranger.getByLabel('Code').fill(code.toLowerCase().replace('-', ' '));
  await stranger.getByRole('button', { name: 'Check' }).click();
  await expect(stranger.getByText('This letter is ours, and its figure holds.')).toBeVisible();
  await expectFit(stranger, 'a letter that is checked');
  await stranger.getByLabel('Code').fill('22222-22222');
  await stranger.keyboard.press('Enter');
  await expect(stranger.getByText('We have not issued a letter with this code.')).toBeVisible();
  await afterwards();
  await stranger.goto(`/payout?code=${code}`);
  await expect(stranger.getByText('its loan is no longer running. Please call us before you pay.')).toBeVisible();
  await expect(stranger.getByRole('heading', { name: 'Pay to' })).toHaveCount(0);
  await expectFit(stranger, 'a letter whose campaign has ended');
  await context.close();
}

/** Where borrowers may still cancel, neither a batch nor an admin pays a signed loan out yet; both screens say why. */
async function expectPayout(page: Page, raised: Raised): Promise<void> {
  const { hasCoolingOff } = facts();
  const flowNumber = `${country()}${raised.id}`;
  await page.goto('/batch-payments');
  await expect(page.getByRole('heading', { name: 'Batches' })).toBeVisible();
  const waiting = page.getByRole('link', { name: flowNumber, exact: true });
  await expect(waiting).toHaveCount(hasCoolingOff ? 1 : 0);
  if (hasCoolingOff) await expect(waiting.locator('..')).toContainText('The borrower may still cancel the loan, until');
  await expectFit(page, 'funds that are owed');
  await page.goto(raised.path);
  await card(page, 'Funds Checklist').getByRole('button', { name: 'Record transfer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record transfer' });
  await expect(dialog).toContainText(
    hasCoolingOff ? 'The borrower may still cancel the loan. Its funds may be paid from' : '$4,200 is kept for',
  );
  await expect(dialog.getByRole('button', { name: 'Record transfer' })).toHaveCount(hasCoolingOff ? 0 : 1);
  await expectNoViolation(page, 'a transfer that may be recorded, or not yet', opened);
  await page.keyboard.press('Escape');
}

test('a loan is managed to its settlement, and anyone can check its payout letter', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const raised = await applied(page);
  const headers = { authorization: raised.authorization };
  const signed = { headers, data: { status: 'signed' } };
  expect((await page.request.post(`/v1/agreements/${raised.id}/set-status`, signed)).ok()).toBe(true);
  await bodyOf(await page.request.put(`/v1/agreements/${raised.id}`, { headers, data: { fundManually: true } }));
  await expectPayout(page, raised);
  const loan = management(page);
  const lent = await page.request.get(`/v1/agreements/${raised.id}/loan`, { headers });
  const { today, dates } = await lent.json();
  expect(dates).toMatchObject({ signatureDate: today, loanStartDate: today });
  const later = new Date(Date.parse(today) + 20 * 864e5).toISOString().slice(0, 10);

  await loan.getByRole('button', { name: 'Edit dates' }).click();
  await expect(loan.getByLabel('Repaid')).toBeDisabled();
  await loan.getByLabel('Drawdown').fill(today);
  await loan.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Live/ })).toBeVisible();
  await expect(loan.getByRole('img', { name: /^Loan timeline/ })).toBeVisible();
  await expect(loan.getByRole('table', { name: 'What is owed' })).toContainText('(estimate)');
  await expect(loan.getByRole('list', { name: 'Messages of this loan' })).toContainText('Loan live for 90 days');
  await expect(loan.getByText('Payment due', { exact: true }).first()).toBeVisible();
  await expect(loan).toContainText('(due, estimate)');
  await expectFit(page, 'a loan that is managed');

  await loan.getByRole('button', { name: 'Settlement Details' }).click();
  const settlement = page.getByRole('dialog', { name: 'Settlement Details' });
  await expect(settlement.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await settlement.getByLabel('Settlement Date').fill(later);
  await expectNoViolation(page, 'settlement details', opened);
  await settlement.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Pending settlement/ })).toBeVisible();
  await expect(loan).toContainText('A week before settlement');
  await loan.getByRole('switch', { name: 'Pre-settlement reminders' }).click();
  await expect(loan.getByRole('listitem').filter({ hasText: 'A week before settlement' })).toContainText(
    'Switched off',
  );
  await loan.getByLabel('Invoice').selectOption('Loan invoice');
  await loan.getByRole('button', { name: 'Generate Invoice' }).click();
  await expect(loan).toContainText(/Last invoice LI\d+: .*, at settlement on .*, due on /);
  await expect(loan).toContainText('(settlement, estimate)');
  await expect(loan).toContainText('Interest for each day');
  // This browser has no viewer for PDFs, so the file is saved instead of shown in a tab.
  const invoice = page.waitForEvent('download');
  await loan.getByRole('button', { name: 'Open Loan Invoice' }).click();
  expect((await invoice).suggestedFilename()).toMatch(/^Loan-Invoice_.*\.pdf$/);

  const code = await issueLetter(page, later);
  const afterwards = async () => {
    const ended = { status: 'cancelled' };
    const moved = await page.request.post(`/v1/agreements/${raised.id}/set-status`, { headers, data: ended });
    expect(moved.ok(), await moved.text()).toBe(true);
  };
  await checkAsStranger(browser, baseURL, { code, afterwards });
});
