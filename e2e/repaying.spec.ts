import { randomUUID } from 'node:crypto';
import { writtenDay } from '@kerb/domain/kernel/dates.ts';
import { expect, type Page, test } from '@playwright/test';
import { expectNoViolation, opened } from './accessibility.ts';
import { bodyOf } from './answers.ts';
import { card, type Raised, raiseElsewhere } from './campaigns.ts';
import { enterCode, expectQuestion, openLink, press } from './checkout.ts';
import { facts } from './country.ts';
import { expectNoSidewaysScroll, isPhone } from './lists.ts';
import { sendCampaign } from './paying.ts';
import { anotherPerson, openAs, signInByRequest } from './people.ts';

const sale = { natureOfOwnership: 'investment', methodOfSale: 'other', sellingPriceMin: 9e5, sellingPriceMax: 9e5 };

/** A loan of 4,200 that was drawn today. Another admin has raised its campaign. */
async function liveLoan(page: Page): Promise<Raised & { link: string; today: string }> {
  const raised = await raiseElsewhere('adminTwo');
  await signInByRequest(page, 'admin');
  const { id, authorization } = raised;
  const headers = { authorization };
  const property = { ...facts().property, address: '9 Demo Crescent', ...sale };
  expect((await page.request.post(`/v1/agreements/${id}/property`, { headers, data: property })).status()).toBe(201);
  const link = await sendCampaign(page, raised);
  await bodyOf(await page.request.put(`/v1/agreements/${id}`, { headers, data: { financeOptionCode: 'pl' } }));
  for (const status of ['waiting-approval', 'signed']) {
    const moved = await page.request.post(`/v1/agreements/${id}/set-status`, { headers, data: { status } });
    expect(moved.ok(), await moved.text()).toBe(true);
  }
  const { today } = await (await page.request.get(`/v1/agreements/${id}/loan`, { headers })).json();
  const drawn = { campaignFinanceDrawdownDate: today };
  await bodyOf(await page.request.put(`/v1/agreements/${id}`, { headers, data: drawn }));
  return { ...raised, link, today };
}

async function expectFit(page: Page, what: string) {
  await page.evaluate(() => scrollTo(0, 0));
  await expectNoViolation(page, what);
  await expectNoSidewaysScroll(page);
}

test('a payer sees what is owed, where to send it, what was repaid, and the statement', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const raised = await liveLoan(page);
  const headers = { authorization: raised.authorization, 'idempotency-key': randomUUID() };
  const data = { amount: 1_000, date: raised.today };
  await bodyOf(await page.request.post(`/v1/agreements/${raised.id}/repayments`, { headers, data }));

  const { page: payer, context } = await openLink(browser, baseURL, raised.link);
  await expectQuestion(payer, 'Your campaign is live');
  await press(payer, 'What you owe');
  await expectQuestion(payer, 'What you owe');
  const loan = payer.getByRole('main');
  await expect(loan.getByRole('heading', { name: 'How to repay' })).toBeVisible();
  const day = loan.getByLabel('On which day will the money arrive?');
  await expect(day.getByRole('option')).toHaveCount(15);
  const amount = loan.locator('.copy-line').first();
  const today = await amount.innerText();
  await day.selectOption({ index: 14 });
  await expect(amount).not.toHaveText(today);
  await expect(loan.getByRole('button', { name: 'Copy Reference' })).toBeVisible();
  await expect(loan.getByText(/Payment P\d+$/)).toBeVisible();
  await press(payer, 'Show the statement');
  await expect(loan.getByRole('table', { name: /^Statement from/ })).toContainText('−$1,000.00');
  const download = payer.waitForEvent('download');
  await press(payer, 'Save the statement (PDF)');
  expect((await download).suggestedFilename()).toMatch(/^Loan-Statement_.*\.pdf$/);
  await expectFit(payer, 'a loan that is repaid');
  // The statement cannot end before it begins.
  await loan.getByLabel('From').fill('2031-01-01');
  await press(payer, 'Show the statement');
  await expect(loan.getByText('The last day cannot be before the first.')).toBeVisible();
  await expectFit(payer, 'a statement that is refused');
  await context.close();
});

test('one admin asks to write a loan off, another confirms it, and it can be reversed', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const { path, id } = await liveLoan(page);
  await page.goto(path);
  const loan = card(page, 'Campaign Management');
  await loan.getByRole('button', { name: 'Ask to write off' }).click();
  const asking = page.getByRole('dialog', { name: 'Ask to write off' });
  await asking.getByLabel('Why can it not be collected?').fill('The payer is bankrupt');
  await expectNoViolation(page, 'asking to write a loan off', opened);
  await asking.getByRole('button', { name: 'Ask to write off' }).click();
  await expect(loan.getByText('A write-off waits for another admin')).toBeVisible();
  await expect(loan.getByRole('button', { name: 'Ask to write off' })).toHaveCount(0);

  const [others, context] = await anotherPerson(browser, baseURL, isPhone());
  await openAs(others, 'adminTwo', '/admin/users');
  const waiting = card(others, 'Waiting for a second person')
    .getByRole('listitem')
    .filter({ hasText: String(id) });
  await expect(waiting).toContainText('The payer is bankrupt');
  await waiting.getByRole('button', { name: 'Confirm' }).click();
  await others.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(waiting).toHaveCount(0);
  await context.close();

  await page.reload();
  await expect(loan.getByText('Written off').first()).toBeVisible();
  await expectFit(page, 'a loan that was written off');
  await loan.getByRole('button', { name: 'Reverse the write-off' }).click();
  const reversing = page.getByRole('dialog', { name: 'Reverse the write-off' });
  await reversing.getByLabel('Reason').fill('The payer was found');
  await reversing.getByRole('button', { name: 'Reverse the write-off' }).click();
  await expect(loan.getByText('Written off')).toHaveCount(0);
  await expect(loan.getByRole('button', { name: 'Ask to write off' })).toBeVisible();
});

async function expectEvidence(page: Page, payerEmail: string) {
  const managed = card(page, 'Campaign Management');
  await managed.getByText(/ signed on .*: evidence$/).click();
  await expect(managed.getByText(`email to ${payerEmail}`)).toBeVisible();
  await expect(
    managed.getByText('I accept the new day to repay. Nothing else of the agreement changes.'),
  ).toBeVisible();
  await expectFit(page, 'the evidence of a signed letter');
}

test('a payer asks for more time, an admin grants it, and the payer signs the letter', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(150_000);
  const raised = await liveLoan(page);
  const { page: payer, context } = await openLink(browser, baseURL, raised.link);
  await press(payer, 'What you owe');
  await press(payer, 'Ask for more time');
  const loan = payer.getByRole('main');
  await loan.getByLabel('What happened?').fill('I lost my job');
  await loan.getByLabel('What can you pay, and when?').fill('100 dollars a week');
  await expectFit(payer, 'a payer who asks for more time');
  await press(payer, 'Send the request');
  await expect(loan.getByText('We are looking at it')).toBeVisible();

  await page.goto(raised.path);
  const managed = card(page, 'Campaign Management');
  await expect(managed.getByText('I lost my job')).toBeVisible();
  await managed.getByRole('button', { name: 'Answer' }).click();
  const answering = page.getByRole('dialog', { name: 'Answer a request' });
  const newDue = await answering.getByLabel('New due date').inputValue();
  await expectNoViolation(page, 'answering a request for more time', opened);
  await answering.getByRole('button', { name: 'Send answer' }).click();
  await expect(answering).toHaveCount(0);
  await expect(managed.getByText('Granted, waiting for signatures')).toBeVisible();
  await expectFit(page, 'a loan with a request for more time');

  await payer.reload();
  await expectQuestion(payer, 'What you owe');
  await expect(loan.getByText('Has not signed yet')).toBeVisible();
  await expectFit(payer, 'a letter about more time to sign');
  const letter = payer.waitForEvent('download');
  await press(payer, 'Read the letter (PDF)');
  expect((await letter).suggestedFilename()).toMatch(/^Variation_.*\.pdf$/);
  await enterCode(payer, raised.payerEmail, {
    ...{ send: 'Send me a code to sign', label: 'Code to sign', confirm: 'Sign' },
  });
  await expect(loan.getByText('Granted and signed by everybody')).toBeVisible();
  // The loan says its new due day, and the request does not say it again.
  const due = loan.locator('.facts > div').filter({ hasText: 'To be repaid by' });
  await expect(due.locator('dd')).toHaveText(writtenDay(newDue, 'en-AU'));
  await expect(loan.getByText('New day to repay')).toHaveCount(0);
  await expectFit(payer, 'a letter about more time that was signed');
  await context.close();

  await page.reload();
  await expect(managed.getByText('Granted and signed')).toBeVisible();
  await expectEvidence(page, raised.payerEmail);
  const headers = { authorization: raised.authorization };
  const { dates } = await bodyOf<{ dates: { dueDate: string } }>(
    await page.request.get(`/v1/agreements/${raised.id}/loan`, { headers }),
  );
  expect(dates.dueDate).toBe(newDue);
});
