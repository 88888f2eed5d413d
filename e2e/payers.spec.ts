import { expect, test } from '@playwright/test';
import { expectNoViolation, opened } from './accessibility.ts';
import { card, raiseCampaign } from './campaigns.ts';
import { expectNoSidewaysScroll } from './lists.ts';
import {
  agreeToPayUpfront,
  ask,
  codeFor,
  codesTo,
  confirmContact,
  enterDetailsAndSubmit,
  linkFor,
  messagesTo,
  payerAt,
  reviewAll,
  sendWith,
  setStatus,
  showDetails,
  steps,
} from './payers.ts';
import { cards, pressPay, typeCard } from './paying.ts';
import { anotherPerson, openAs, people } from './people.ts';

test('a buyer is guided to the deposit and pays it by card', async ({ page, browser, baseURL }) => {
  const raised = await raiseCampaign(page, 'admin', { purpose: 'deposit' });
  await sendWith(page, raised, ['pn'], true);
  const buyer = await payerAt(browser, baseURL, await linkFor(page, raised.payerEmail));
  await expect(steps(buyer).getByText(/the property that you are buying/)).toBeVisible();
  await agreeToPayUpfront(buyer);
  await steps(buyer).getByRole('button', { name: 'Go to payment' }).click();
  const payment = card(buyer, 'Payment');
  await payment.getByRole('button', { name: /Credit or debit card/ }).click();
  await typeCard(buyer, cards.good);
  await expectNoSidewaysScroll(buyer);
  await pressPay(payment);
  await expect(payment.getByText('Thank you. This payment has been made.')).toBeVisible();
  await expect(buyer.getByRole('status').filter({ hasText: /^Paid by Credit Card/ })).toHaveCount(1);
  await expect(steps(buyer)).toHaveCount(0);

  await page.goto(raised.path);
  await expect(card(page, 'Buyers')).toContainText('Perry Field');
  await expect(card(page, 'Payments and Invoices')).toContainText('Approved');
});

test('a vendor cancels the campaign, and the Payment URL stops working', async ({ page, browser, baseURL }) => {
  const raised = await raiseCampaign(page, 'admin');
  await sendWith(page, raised, ['pl']);
  const link = await linkFor(page, raised.payerEmail);
  await ask(page, raised, { path: `/v1/agreements/${raised.id}/choose-option`, data: { financeOptionCode: 'pl' } });
  await setStatus(page, raised, 'approved');
  const vendor = await payerAt(browser, baseURL, link);
  await vendor.getByRole('button', { name: 'Cancel Application' }).click();
  const proof = vendor.getByRole('region', { name: 'Cancel Application' });
  await proof.getByRole('button', { name: 'Continue to cancel' }).click();
  await expect(proof.getByText(`We have sent a code to ${raised.payerEmail}`)).toBeVisible();
  await proof.getByLabel('Code').fill(await codeFor(page, raised.payerEmail));
  await expectNoViolation(vendor, 'the code before cancelling');
  await expectNoSidewaysScroll(vendor);
  await proof.getByRole('form').getByRole('button', { name: 'Continue to cancel' }).click();
  const question = vendor.getByRole('dialog', { name: 'Cancel Application' });
  await expect(question.getByText('Are you sure you want to set the campaign status to Cancelled?')).toBeVisible();
  await expectNoViolation(vendor, 'the question before cancelling', opened);
  await question.getByRole('button', { name: 'Cancel Application' }).click();
  await expect(vendor.getByText('Application cancelled').first()).toBeVisible();
  await expect(vendor.getByText('You have nothing to pay and nothing left to do.')).toBeVisible();
  await expect(vendor.getByRole('button', { name: 'Cancel Application' })).toHaveCount(0);
  await vendor.context().clearCookies();
  await vendor.goto(link);
  await expect(vendor.getByRole('main')).toContainText('This campaign has been cancelled, so its link has ended.');

  await page.goto(raised.path);
  await expect(page.getByText('Application cancelled').first()).toBeVisible();
  const told = (await messagesTo(page, raised.payerEmail)).map(({ text }) => text);
  expect(told.some((text) => text.includes('has been cancelled. Your link no longer works.'))).toBe(true);
});

test('a payer whose page is open is told that the application was declined', async ({ page, browser, baseURL }) => {
  const raised = await raiseCampaign(page, 'admin');
  await sendWith(page, raised, ['pl']);
  const payer = await payerAt(browser, baseURL, await linkFor(page, raised.payerEmail));
  await setStatus(page, raised, 'rejected');
  await steps(payer).getByRole('button', { name: 'Yes, continue' }).click();
  const told = payer.getByRole('alert').filter({ hasText: 'This application has been declined' }).first();
  await expect(told).toContainText(/Questions\? Ask .+, or call us on /);
  await expect(payer.getByText('Your session has expired.')).toHaveCount(0);
  await expect(payer.getByRole('button', { name: 'Refresh' })).toHaveCount(0);
  await expectNoViolation(payer, 'an open page whose link has ended');
  await expectNoSidewaysScroll(payer);
  await payer.reload();
  await expect(payer.getByRole('main')).toContainText('This application has been declined, so its link has ended.');
  await expect(payer.getByLabel('Password')).toHaveCount(0);
  await expectNoViolation(payer, 'the page of an ended link');
});

test('a payer’s codes expire, and the payer requests new ones', async ({ page, browser, baseURL }) => {
  const raised = await raiseCampaign(page, 'admin');
  await sendWith(page, raised, ['pl']);
  const payer = await payerAt(browser, baseURL, await linkFor(page, raised.payerEmail));
  const moveClock = async (offsetDays: number) =>
    expect((await page.request.post('/v1/sandbox/clock', { data: { offsetDays } })).ok()).toBe(true);
  try {
    await reviewAll(payer);
    await steps(payer).getByRole('button', { name: 'Send code' }).click();
    await expect(steps(payer).getByLabel('Code')).toBeVisible();
    const early = await codeFor(page, raised.payerEmail);
    await moveClock(1);
    await steps(payer).getByLabel('Code').fill(early);
    await steps(payer).getByRole('button', { name: 'Confirm' }).click();
    await expect(steps(payer).getByText(/That code is not right, or has expired/)).toBeVisible();
    await payer.reload();
    await expect(steps(payer).getByText(`The code that we sent to ${raised.payerEmail} has expired.`)).toBeVisible();
    await confirmContact(payer, raised.payerEmail, 'Send another code');

    await enterDetailsAndSubmit(payer, '1980-01-31', 'full');
    await setStatus(page, raised, 'approved');
    await payer.reload();
    await steps(payer).getByRole('button', { name: 'I have read it, continue' }).click();
    await steps(payer).getByRole('button', { name: 'Sign and submit' }).click();
    const dialog = payer.getByRole('dialog', { name: 'Sign' });
    const late = await codeFor(page, raised.payerEmail);
    await dialog.getByLabel('Authorisation code').fill(late);
    await moveClock(2);
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
    await expect(dialog.getByText('That code is not right, or has expired.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Send another code' }).click();
    await expect.poll(() => codeFor(page, raised.payerEmail)).not.toBe(late);
    await dialog.getByLabel('Authorisation code').fill(await codeFor(page, raised.payerEmail));
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
    await expect(payer.getByText('Application Signed and Submitted').first()).toBeVisible();
  } finally {
    await moveClock(0);
  }
});

test('a payer’s link asks a manager first, names both in the log, and ends with its campaign', async ({
  page,
  browser,
  baseURL,
}) => {
  const raised = await raiseCampaign(page, 'admin');
  await sendWith(page, raised, ['pl']);
  const [team] = await anotherPerson(browser, baseURL);
  await openAs(team, 'manager', raised.path);
  const opening = team.waitForEvent('popup');
  await card(team, 'Vendors').getByRole('button', { name: 'Open', exact: true }).click();
  const tab = await opening;
  const question = tab.getByRole('heading', { name: 'Continue as Perry Field?' });
  await expect(question).toBeVisible();
  await expectNoViolation(tab, 'the question before another sign-in');
  await expectNoSidewaysScroll(tab);
  await tab.getByRole('link', { name: `Stay logged in as ${people.manager}` }).click();
  await expect(tab.getByRole('banner').getByText(people.manager)).toBeVisible();

  const link = await linkFor(page, raised.payerEmail);
  await tab.goto(link);
  await tab.getByRole('button', { name: 'Continue as Perry Field' }).click();
  await expect(tab.getByText('You opened the link of Perry Field')).toBeVisible();
  await expectNoViolation(tab, 'a payer’s page that a manager opened');
  await steps(tab)
    .getByRole('button', { name: /^(Yes, c|C)ontinue$/ })
    .click();
  await expect(tab.getByText(/You opened this link from the team/).first()).toBeVisible();

  await setStatus(page, raised, 'complete');
  await tab.goto(link);
  await expect(tab.getByRole('main')).toContainText('This campaign is complete, so its link has ended.');
  await expectNoViolation(tab, 'the page of a link that ended with its campaign');

  await page.goto(raised.path);
  await page.getByRole('button', { name: 'Show History' }).click();
  const log = card(page, 'Audit Log');
  await expect(log.getByText('Payment URL opened', { exact: true })).toHaveCount(1);
  await expect(log.getByText('Payment URL opened by the team')).toHaveCount(1);
  await expect(log.getByText(`${people.manager}, through the link of Perry Field`).first()).toBeVisible();
});

test('a payer who comes back sees their details after one code, and no browser stores them', async ({
  page,
  browser,
  baseURL,
}) => {
  const raised = await raiseCampaign(page, 'admin');
  await sendWith(page, raised, ['pl']);
  const link = await linkFor(page, raised.payerEmail);
  const first = await payerAt(browser, baseURL, link);
  await reviewAll(first);
  await confirmContact(first, raised.payerEmail);
  await first.getByLabel('Date of Birth').fill('1958-04-02');
  expect(await first.evaluate(() => JSON.stringify(localStorage))).not.toContain('1958');
  await first.getByLabel('Employment').selectOption('retired');
  await first.getByRole('button', { name: 'Save and continue' }).click();
  await expect(steps(first).getByRole('radio', { name: 'I am not sure' })).toBeVisible();

  const again = await payerAt(browser, baseURL, link);
  const born = steps(again).getByLabel('Date of Birth');
  await expect(born).toHaveValue('••••••');
  await expectNoViolation(again, 'details that are hidden until a code');
  await expectNoSidewaysScroll(again);
  const sent = await codesTo(page, raised.payerEmail);
  await showDetails(again, raised.payerEmail);
  await expect(born).toHaveValue(/1958/);
  await expectNoViolation(again, 'details after a code');
  await enterDetailsAndSubmit(again, '1958-04-03', 'retired');
  expect(await codesTo(page, raised.payerEmail)).toBe(sent + 1);
});
