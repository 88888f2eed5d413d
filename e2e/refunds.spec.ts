import { expect, type Page, test } from '@playwright/test';
import { expectNoViolation, opened } from './accessibility.ts';
import { card, raiseCampaign } from './campaigns.ts';
import { agreeToPayUpfront, cardForm, expectPanel, payerAt, press } from './checkout.ts';
import { expectNoSidewaysScroll } from './lists.ts';
import { cards, pressPay, recordTransfer, sendPayUpfront, typeCard } from './paying.ts';

const payments = (page: Page) => card(page, 'Payments and Invoices').getByRole('list', { name: 'Payments' });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Refund a part of payment/ });

async function openDialog(page: Page) {
  await payments(page).getByRole('button', { name: 'Refund a part' }).click();
  return dialogOf(page);
}

test('an admin refunds parts of a card payment, with and without the fee', async ({ page, browser, baseURL }) => {
  const raised = await raiseCampaign(page, 'admin');
  const link = await sendPayUpfront(page, raised);
  const payer = await payerAt(browser, baseURL, link);
  await agreeToPayUpfront(payer);
  await press(payer, /^Card/);
  await typeCard(payer, cards.good);
  await pressPay(cardForm(payer));
  await expectPanel(payer, /^Thank you\. You paid \$/);

  await page.goto(raised.path);
  const dialog = await openDialog(page);
  await dialog.getByLabel('Amount').fill('99999');
  await dialog.getByLabel('Reason').fill('Fewer photos');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(dialog.getByText(/^No more than \$[\d,.]+ of this payment can be refunded\.$/)).toBeVisible();
  await expectNoViolation(page, 'an amount that cannot be refunded', opened);
  await dialog.getByLabel('Amount').fill('25');
  await dialog.getByLabel('Reason').focus();
  await expect(dialog.getByText('Enter more than the fee of $25 that is kept.')).toBeVisible();
  await dialog.getByLabel('Amount').fill('700');
  await expect(dialog.getByText('$675.00')).toBeVisible();
  await expectNoViolation(page, 'a refund in part', opened);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(dialog).toBeHidden();

  const refunds = page.getByRole('list', { name: /^Refunds of P/ });
  await expect(refunds).toContainText('$675');
  await expect(refunds).toContainText('Refund administration fee kept: $25');
  await expect(payments(page).getByRole('button', { name: 'Void payment' })).toHaveCount(0);
  await expect(card(page, 'Payments and Invoices').getByRole('list', { name: 'Invoices' })).toContainText('$700');
  await openDialog(page);
  await dialog.getByLabel('Amount').fill('10.50');
  await dialog.getByRole('checkbox').uncheck();
  await dialog.getByLabel('Reason').fill('Rounding');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(refunds.getByRole('listitem')).toHaveCount(2);
  await expect(refunds).toContainText('$10.50');
  await expectNoViolation(page, 'refunds of a payment');
  await expectNoSidewaysScroll(page);

  await payer.reload();
  await expect(payer.getByRole('main')).toContainText('$710.50');
  await expectNoViolation(payer, 'a payer after a refund in part');
  const { items } = await (await page.request.get('/v1/sandbox/messages?perPage=50')).json();
  const told = (items as { to: string; subject: string | null; text: string }[]).filter(
    ({ to, subject }) => to === raised.payerEmail && subject?.startsWith('A part of your payment'),
  );
  expect(told.some(({ text }) => text.includes('Refund administration fee kept: $25'))).toBe(true);
  await payer.context().close();
});

test('an admin records that a part of a bank transfer went back', async ({ page }) => {
  const raised = await raiseCampaign(page, 'admin');
  await sendPayUpfront(page, raised);
  await recordTransfer(page, raised, 4_200);
  await page.goto(raised.path);
  const dialog = await openDialog(page);
  await expect(dialog).toContainText('Transfer the money from the bank account');
  await dialog.getByLabel('Amount').fill('1,000');
  await dialog.getByLabel('Reason').fill('Fewer photos');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('list', { name: /^Refunds of P/ })).toContainText('$975');
  await expectNoSidewaysScroll(page);
});
