import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { expectNoViolation, opened as openedOver } from './accessibility.ts';
import { bodyOf } from './answers.ts';
import { card, raiseCampaign } from './campaigns.ts';
import { agreeToPayUpfront, cardForm, choose, expectPanel, expectQuestion, payerAt, press } from './checkout.ts';
import { country, facts } from './country.ts';
import { expectNoSidewaysScroll } from './lists.ts';
import { setStatus } from './payers.ts';
import {
  cardFrame,
  cards,
  payButton,
  pressPay,
  recordTransfer,
  sendCampaign,
  sendPayUpfront,
  typeCard,
} from './paying.ts';

const flowNumber = (id: number) => `FLOW-${country()}${id}`;

test('a payer opens the Payment URL and pays by card, after one that was declined', async ({
  page,
  browser,
  baseURL,
}) => {
  const raised = await raiseCampaign(page, 'admin');
  const link = await sendPayUpfront(page, raised);
  const payer = await payerAt(browser, baseURL, link);
  await agreeToPayUpfront(payer);
  await press(payer, /^Card/);
  const form = cardForm(payer);
  await expect(cardFrame(payer).getByLabel('Card number')).toBeVisible();
  await expect(payButton(form)).toBeDisabled();
  // Before a card is typed: the amount due now, with the surcharge where all cards have the same one.
  await expect(payButton(form)).toContainText(`Pay ${facts().payUpfront.dueNow}`);
  await typeCard(payer, cards.declined);
  await expect(payButton(form)).toBeEnabled();
  const email = form.getByLabel('Email for your receipt');
  await email.fill('not-an-address');
  await email.blur();
  await expect(form.getByText('That email address is not valid.')).toBeVisible();
  await expect(payButton(form)).toBeDisabled();
  await email.fill(raised.payerEmail);
  await expectNoViolation(payer, 'payment by card');
  await expectNoSidewaysScroll(payer);

  await pressPay(form);
  await expect(form.getByRole('alert')).toContainText('does not have enough funds');
  await expect(form.getByText(/Try another card, pay by bank transfer, or call your bank/)).toBeVisible();
  await expect(email).toHaveValue(raised.payerEmail);

  await typeCard(payer, cards.good);
  await expect(payButton(form)).toContainText(`Pay ${facts().payUpfront.total}`);
  await pressPay(form);
  await expectPanel(payer, /^Thank you\. You paid \$/);
  await expect(payer.getByRole('main')).toContainText(facts().payUpfront.total);
  await expectNoViolation(payer, 'a paid campaign');

  const saved = payer.waitForEvent('download');
  await press(payer, 'Save your receipt (PDF)');
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`Payment-Confirmation_${raised.id}.pdf`);
  expect(readFileSync(await file.path(), 'latin1')).toMatch(/^%PDF-/);
  await press(payer, 'Payments and receipts');
  await expect(payer.getByRole('main')).toContainText('Visa ending 4242');
  await press(payer, 'Send');
  await expect(payer.getByText('Sent', { exact: true })).toBeVisible();
  await payer.context().close();

  await page.goto(raised.path);
  const history = card(page, 'Payments and Invoices');
  await expect(history).toContainText('Approved');
  await expect(history.getByRole('list', { name: 'Invoices' })).toContainText('GST');
  const invoice = page.waitForEvent('download');
  await history.getByRole('button', { name: /^Download PDF of invoice/ }).click();
  expect((await invoice).suggestedFilename()).toMatch(/^Tax-Invoice_\d+\.pdf$/);
});

test('a payer pays with a wallet, which shows its total first', async ({ page, browser, baseURL }) => {
  const link = await sendPayUpfront(page, await raiseCampaign(page, 'admin'));
  const payer = await payerAt(browser, baseURL, link);
  await agreeToPayUpfront(payer);
  await press(payer, /^Card/);
  const frame = cardFrame(payer);
  await expect(frame.locator('#wallet-note')).toContainText(`${facts().payUpfront.walletTotal} in all`);
  await frame.getByRole('button', { name: 'Google Pay (test)' }).click();
  const sheet = frame.getByRole('dialog', { name: 'Google Pay (test)' });
  await sheet.getByLabel('Card in this wallet').selectOption('American Express');
  await expectNoViolation(payer, 'payment with a wallet');
  await sheet.getByRole('button', { name: 'Confirm payment' }).click();
  await expectPanel(payer, /^Thank you\. You paid \$/);
  await expect(payer.getByRole('main')).toContainText(facts().payUpfront.walletTotal);
  await press(payer, 'Payments and receipts');
  await expect(payer.getByRole('main')).toContainText('American Express (Google Pay) ending 0005');
});

test('a payer chooses bank transfer, and an admin records the money', async ({ page, browser, baseURL }) => {
  const raised = await raiseCampaign(page, 'admin');
  const link = await sendPayUpfront(page, raised);
  const payer = await payerAt(browser, baseURL, link);
  await agreeToPayUpfront(payer);
  await press(payer, /^Bank transfer/);
  await expectPanel(payer, /^Please transfer \$4,200/);
  const shown = payer.getByRole('main');
  await expect(shown).toContainText(flowNumber(raised.id));
  await expect(shown).toContainText('1 to 3 business days');
  await expect(shown.getByRole('button', { name: 'Copy Reference' })).toBeVisible();
  await expect(shown.getByRole('button', { name: 'Copy PayID' })).toHaveCount(facts().payUpfront.hasPayId ? 1 : 0);
  await expectNoViolation(payer, 'bank transfer');

  await page.goto(raised.path);
  await page.getByRole('button', { name: 'Request Payment' }).click();
  const request = page.getByRole('dialog', { name: 'Request Payment' });
  await request.getByLabel('Payment amount').fill('250');
  const open = request.getByRole('link', { name: 'Open' });
  await expect(open).toHaveAttribute('href', /paymentAmount=250\.00/);
  await expectNoViolation(page, 'request payment', openedOver);
  const opened = page.context().waitForEvent('page');
  await open.click();
  const biller = await opened;
  await expect(biller.getByRole('heading', { name: 'Sandbox biller' })).toBeVisible();
  await expect(biller.getByText(flowNumber(raised.id))).toBeVisible();
  await biller.close();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Manually Mark as Paid' }).click();
  const manual = page.getByRole('dialog', { name: 'Manually Mark as Paid' });
  await expect(manual.getByLabel('Amount')).toHaveValue('$4,200');
  await manual.getByLabel('Description').fill('Came on Monday');
  await manual.getByRole('button', { name: 'Manually Mark as Paid' }).click();
  await expect(card(page, 'Payments and Invoices')).toContainText('Came on Monday');
  await expect(card(page, 'Payment')).toContainText('Paid in full.');
  await expect(card(page, 'Status').getByText('Paid', { exact: true })).toBeVisible();

  await payer.reload();
  await expectQuestion(payer, /^Thank you\. You paid \$4,200/);
  await press(payer, 'Payments and receipts');
  await expect(payer.getByRole('main')).toContainText('Bank transfer');
  await payer.context().close();

  const headers = { authorization: raised.authorization };
  const cancelled = { status: 'cancelled' };
  await bodyOf(await page.request.post(`/v1/agreements/${raised.id}/set-status`, { headers, data: cancelled }));
  await page.reload();
  await page.getByRole('button', { name: 'Return held money' }).click();
  const giving = page.getByRole('dialog', { name: 'Return held money' });
  await expect(giving.getByLabel('Amount')).toHaveValue('4,200.00');
  await giving.getByLabel('How it was returned').fill('Transfer 118');
  await expectNoViolation(page, 'return held money', openedOver);
  await giving.getByRole('button', { name: 'Return held money' }).click();
  const held = page.getByRole('list', { name: 'Held for the payer' });
  await expect(held).toContainText('Transfer 118');
  await expect(held).toContainText('Held now$0');
});

test('a payer who has chosen Pay On Success pays its fee by card', async ({ page, browser, baseURL }) => {
  const raised = await raiseCampaign(page, 'admin');
  await page.goto(raised.path);
  const panel = card(page, 'Payment Options');
  await expect(panel.getByRole('switch', { name: 'Offer Pay Upfront' })).toBeVisible();
  const offered = panel.getByRole('switch', { name: 'Offer Pay On Success' });
  const isOffered = facts().options.includes('Pay On Success');
  await expect(offered).toHaveCount(isOffered ? 1 : 0);
  if (!isOffered) return;
  await offered.click();
  await expect(offered).toBeChecked();
  const headers = { authorization: raised.authorization };
  const link = await sendCampaign(page, raised);
  const payer = await payerAt(browser, baseURL, link);
  await choose(payer, /^Only if it sells/);
  await expectQuestion(payer, 'About you');
  const address = `/v1/agreements/${raised.id}`;
  // Pay On Success is approved with its own document, or with an additional agreement signed by hand.
  await bodyOf(await page.request.put(address, { headers, data: { manualAgreement: true } }));
  for (const status of ['waiting-approval', 'approved']) await setStatus(page, raised, status);

  // The fee is paid after the agreement is signed.
  await setStatus(page, raised, 'signed');
  await payer.reload();
  await expectQuestion(payer, 'Pay $504.00');
  await typeCard(payer, cards.good);
  await expect(payButton(cardForm(payer))).toHaveText('Pay $511.56');
  await expectNoViolation(payer, 'payment of a fee');
  await pressPay(cardForm(payer));
  await expectPanel(payer, 'Everybody has signed');
  await payer.context().close();
  await page.goto(raised.path);
  await expect(card(page, 'Payments and Invoices')).toContainText('Service fee');
  await expect(card(page, 'Payment')).toContainText('POS Fee Paid');
});

test('an admin changes a paid budget, and first sees what happens to the money', async ({ page, browser, baseURL }) => {
  const raised = await raiseCampaign(page, 'admin');
  const link = await sendPayUpfront(page, raised);
  await recordTransfer(page, raised, 4_200);
  await page.goto(raised.path);
  await card(page, 'Payments and Invoices').getByRole('button', { name: 'Change budget or option' }).click();
  const step = page.getByRole('dialog', { name: 'Change after payment' });
  const show = () => step.getByRole('button', { name: 'Show what happens' }).click();
  await step.getByLabel('Campaign budget').fill('0');
  await show();
  await expect(step.getByText('Enter an amount.')).toBeVisible();
  await expectNoViolation(page, 'change after payment', openedOver);
  await step.getByLabel('Campaign budget').fill('5,000');
  await show();
  await expect(step.getByRole('heading', { name: 'What happens to the $4,200 received' })).toBeVisible();
  await expect(step).toContainText('Still to be paid by the payer$800');
  await step.getByRole('button', { name: 'Change the budget to $5,000' }).click();
  await expect(step.getByText('This is required.')).toBeVisible();
  await step.getByLabel('Reason').fill('A longer campaign');
  await expectNoViolation(page, 'what a change does', openedOver);
  await expectNoSidewaysScroll(page);
  await step.getByRole('button', { name: 'Change the budget to $5,000' }).click();
  await expect(step).toBeHidden();
  await expect(card(page, 'Payments and Invoices').getByRole('list', { name: 'Invoices' })).toContainText('$800');

  const payer = await payerAt(browser, baseURL, link);
  await agreeToPayUpfront(payer, true);
  await expectQuestion(payer, 'Pay $800.00');
  await expect(payer.getByText('You have paid $4,200.00. $800.00 is left to pay.')).toBeVisible();
  await payer.context().close();

  await card(page, 'Campaign Budget').getByRole('button', { name: 'Change after payment' }).click();
  await step.getByLabel('Campaign budget').fill('4,000');
  await show();
  await expect(step).toContainText('Held for the payer$200');
  await step.getByRole('radio', { name: 'It has been returned by bank transfer' }).check();
  await step.getByLabel('Amount returned').fill('201');
  await step.getByLabel('The bank’s reference').fill('Transfer 12');
  await step.getByLabel('Reason').fill('Fewer photos');
  await step.getByRole('button', { name: 'Change the budget to $4,000' }).click();
  await expect(step.getByText('No more than $200 is held for the payer.')).toBeVisible();
  await step.getByLabel('Amount returned').fill('200');
  await expectNoViolation(page, 'held money is returned', openedOver);
  await step.getByRole('button', { name: 'Change the budget to $4,000' }).click();
  await expect(step).toBeHidden();
  await expect(page.getByRole('list', { name: 'Held for the payer' })).toContainText('Transfer 12');
  await expect(card(page, 'Status').getByText('Paid', { exact: true })).toBeVisible();
});

test('a payer who has paid a part pays the rest by card, and both sides see its refund', async ({
  page,
  browser,
  baseURL,
}) => {
  const raised = await raiseCampaign(page, 'admin');
  const link = await sendPayUpfront(page, raised);
  await recordTransfer(page, raised, 2_000);
  const payer = await payerAt(browser, baseURL, link);
  await agreeToPayUpfront(payer);
  await expectQuestion(payer, 'Pay $2,200.00');
  await expect(payer.getByText('You have paid $2,000.00. $2,200.00 is left to pay.')).toBeVisible();
  await expectNoViolation(payer, 'a part that is paid');
  await press(payer, /^Card/);
  await typeCard(payer, cards.refundedLater);
  await pressPay(cardForm(payer));
  await expectPanel(payer, /^Thank you\. You paid \$/);

  await page.goto(raised.path);
  await expect(card(page, 'Status').getByText('Paid', { exact: true })).toBeVisible();
  const money = card(page, 'Payments and Invoices');
  await money.getByRole('list', { name: 'Payments' }).getByRole('button', { name: 'Void payment' }).first().click();
  const question = page.getByRole('dialog', { name: /^Void payment/ });
  await expect(question).toContainText('The card is refunded');
  await question.getByLabel('Reason').fill('Paid with the wrong card');
  await question.getByRole('button', { name: 'Void' }).click();
  await expect(question).toBeHidden();
  await expect(money).toContainText('Under refund');
  await expect(money.getByText('Refund pending')).toBeVisible();
  await expect(card(page, 'Status').getByText('Refund Pending')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'A refund is being processed' })).toBeVisible();
  await expectNoViolation(page, 'a refund that is pending');
  await expectNoSidewaysScroll(page);

  await payer.reload();
  await expectQuestion(payer, 'Your refund is on its way');
  await expect(payer.getByRole('main')).toContainText('It can take a few days to reach your card.');
  await press(payer, 'Payments and receipts');
  await expect(payer.getByRole('main')).toContainText('Refund on its way');
  await expectNoViolation(payer, 'a refund on its way');
  await expectNoSidewaysScroll(payer);
  await payer.context().close();
});
