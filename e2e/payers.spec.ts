import { expect, test } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';
import { card, raiseCampaign } from './campaigns.ts';
import {
  agreeToAll,
  agreeToPayUpfront,
  cardForm,
  choose,
  enterCode,
  expectPanel,
  expectQuestion,
  giveDetails,
  payerAt,
  pick,
  press,
  question,
  showDetails,
} from './checkout.ts';
import { expectNoSidewaysScroll } from './lists.ts';
import { ask, codeFor, codesTo, linkFor, messagesTo, sendWith, setStatus } from './payers.ts';
import { cards, pressPay, typeCard } from './paying.ts';
import { anotherPerson, openAs, people } from './people.ts';

test('a buyer is guided to the deposit and pays it by card', async ({ page, browser, baseURL }) => {
  const raised = await raiseCampaign(page, 'admin', { purpose: 'deposit' });
  await sendWith(page, raised, ['pn'], true);
  const buyer = await payerAt(browser, baseURL, await linkFor(page, raised.payerEmail));
  await expect(buyer.getByText(/the property that you are buying/)).toBeVisible();
  await agreeToPayUpfront(buyer);
  await press(buyer, /^Card/);
  await typeCard(buyer, cards.good);
  await expectNoSidewaysScroll(buyer);
  await pressPay(cardForm(buyer));
  await expectPanel(buyer, /^Thank you\. You paid \$/);

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
  await expectQuestion(vendor, 'Read your agreement');
  await vendor.getByRole('button', { name: 'See the details' }).click();
  await press(vendor, 'Cancel Application');
  await enterCode(vendor, raised.payerEmail, { send: 'Send me a code', confirm: 'Confirm' });
  await expect(vendor.getByText(/Do you want to cancel this application\?/)).toBeVisible();
  await expectNoViolation(vendor, 'the question before cancelling');
  await expectNoSidewaysScroll(vendor);
  await press(vendor, 'Cancel Application');
  await expectPanel(vendor, 'This application was cancelled');
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
  const told = payer.getByRole('alert').filter({ hasText: 'This application has been declined' }).first();
  await expect(told).toContainText(/Questions\? Ask .+, or call us on /);
  await expect(payer.getByText('Your session has expired.')).toHaveCount(0);
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
    await choose(payer, null);
    await payer.getByLabel('Date of birth').fill('31/1/1980');
    await press(payer, 'Continue');
    await pick(payer, 'I work full time');
    await pick(payer, 'Yes');
    await press(payer, 'Continue');
    await pick(payer, 'I am not sure');
    await press(payer, 'Continue');
    await press(payer, 'Send me a code');
    await expect(payer.getByLabel('Code', { exact: true })).toBeVisible();
    const early = await codeFor(page, raised.payerEmail);
    await moveClock(1);
    await payer.getByLabel('Code', { exact: true }).fill(early);
    await press(payer, 'Confirm');
    await expect(payer.getByText(/That code is not right, or has expired/).first()).toBeVisible();
    await press(payer, 'Send another code');
    await expect.poll(() => codeFor(page, raised.payerEmail)).not.toBe(early);
    await payer.getByLabel('Code', { exact: true }).fill(await codeFor(page, raised.payerEmail));
    await press(payer, 'Confirm');
    await agreeToAll(payer, 'Submit application');
    await expectPanel(payer, 'We have your application');

    await setStatus(page, raised, 'approved');
    await payer.reload();
    await expectQuestion(payer, 'Read your agreement');
    await press(payer, 'I have read it, continue');
    await press(payer, 'Send me a code to sign');
    const code = payer.getByLabel('Code to sign');
    await expect(code).toBeVisible();
    const late = await codeFor(page, raised.payerEmail);
    await code.fill(late);
    await moveClock(2);
    await press(payer, 'Sign');
    await expect(payer.getByText('That code is not right, or has expired.').first()).toBeVisible();
    await press(payer, 'Send another code');
    await expect.poll(() => codeFor(page, raised.payerEmail)).not.toBe(late);
    await code.fill(await codeFor(page, raised.payerEmail));
    await press(payer, 'Sign');
    await expectPanel(payer, 'Everybody has signed');
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
  await expect(tab.getByRole('heading', { name: 'Continue as Perry Field?' })).toBeVisible();
  await expectNoViolation(tab, 'the question before another sign-in');
  await expectNoSidewaysScroll(tab);
  await tab.getByRole('link', { name: `Stay logged in as ${people.manager}` }).click();
  await expect(tab.getByRole('banner').getByText(people.manager)).toBeVisible();

  const link = await linkFor(page, raised.payerEmail);
  await tab.goto(link);
  await tab.getByRole('button', { name: 'Continue as Perry Field' }).click();
  await expect(tab.getByText('You see the page of Perry Field')).toBeVisible();
  await expect(tab.getByText(`The log names ${people.manager} with everything that you do here.`)).toBeVisible();
  await expectNoViolation(tab, 'a payer’s page that a manager opened');
  await expect(question(tab)).toBeVisible();
  await expect(tab.getByRole('main').getByRole('button', { name: 'Continue' })).toBeDisabled();

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
  await choose(first, null);
  await first.getByLabel('Date of birth').fill('2/4/1958');
  expect(await first.evaluate(() => JSON.stringify(localStorage))).not.toContain('1958');
  const kept = first.waitForResponse((answer) => answer.url().endsWith('/flow') && answer.request().method() === 'PUT');
  await press(first, 'Continue');
  await kept;

  const again = await payerAt(browser, baseURL, link);
  await expectQuestion(again, 'About you');
  const born = again.getByLabel('Date of birth');
  await expect(born).toHaveValue('');
  await expectNoViolation(again, 'details that are hidden until a code');
  await expectNoSidewaysScroll(again);
  const sent = await codesTo(page, raised.payerEmail);
  await showDetails(again, raised.payerEmail);
  await expect(born).toHaveValue('2/4/1958');
  await expectNoViolation(again, 'details after a code');
  expect(await codesTo(page, raised.payerEmail)).toBe(sent + 1);
  await giveDetails(again, {
    dateOfBirth: '3/4/1958',
    employment: 'I am retired',
    mortgage: 'I am not sure',
    codeTo: null,
  });
  await agreeToAll(again, 'Submit application');
  await expectPanel(again, 'We have your application');

  // Once they are stored, the next visit shows dots instead.
  const later = await payerAt(browser, baseURL, link);
  await expectQuestion(later, 'We have your application');
  await expect(later.getByText('1958')).toHaveCount(0);
});
