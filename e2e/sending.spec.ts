import { expect, test } from '@playwright/test';
import { expectNoViolation, opened } from './accessibility.ts';
import { card, chooseMove, files, raiseCampaign } from './campaigns.ts';
import { facts } from './country.ts';
import { expectNoSidewaysScroll } from './lists.ts';
import { ask, messagesTo } from './payers.ts';
import { sendAsShown } from './sending.ts';

test('a draft is marked as sent without a message, and then sent to its payers', async ({ page }) => {
  const raised = await raiseCampaign(page, 'manager');
  await page.goto(raised.path);
  await expect(page.getByRole('button', { name: 'Send to vendor' })).toBeInViewport();
  await chooseMove(page, 'Mark As Sent');
  const question = page.getByRole('dialog', { name: 'Mark As Sent' });
  await expect(question.getByText('No message will be sent. Payers keep waiting for their link.')).toBeVisible();
  await expectNoViolation(page, 'the question before marking as sent', opened);
  await question.getByRole('button', { name: 'Mark As Sent' }).click();
  await expect(page.getByText('Marked as sent. No message was sent.')).toBeVisible();
  await expect(page.getByText('Marked as sent. No payer has been sent a link yet.')).toBeVisible();

  const payers = card(page, 'Vendors');
  await test.step('a payer is added and removed, each with its message', async () => {
    await payers.getByRole('button', { name: 'Add payer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/First Name/).fill('Robin');
    await dialog.getByLabel(/Surname/).fill('Field');
    await dialog.getByLabel(/Email/).fill(`robin-${raised.payerEmail}`);
    await dialog.getByRole('button', { name: /^Add/ }).click();
    await expect(page.getByText('payer Added')).toBeVisible();
    await payers.getByRole('listitem').filter({ hasText: 'Robin' }).getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('payer removed')).toBeVisible();
  });

  await payers.getByRole('button', { name: 'Send to 1 payer(s)' }).click();
  await test.step('the messages are shown, and get a note', async () => {
    const dialog = page.getByRole('dialog', { name: 'Check the messages' });
    const mail = dialog.getByRole('region', { name: `Email to ${raised.payerEmail}` });
    await expect(mail.getByText(`${facts().agency} via ${facts().brand}`, { exact: false })).toBeVisible();
    await expect(mail.getByText('See how you can pay')).toBeVisible();
    await dialog.getByLabel('Your note (optional)').fill('See www.elsewhere.example');
    await expect(dialog.getByText('A note cannot have a web or email address.', { exact: false })).toBeVisible();
    await dialog.getByLabel('Your note (optional)').fill('See you on Monday!');
    await expect(mail.getByText('See you on Monday!')).toBeVisible();
    await expectNoViolation(page, 'the messages before they are sent', opened);
    await expectNoSidewaysScroll(page);
    await dialog.getByRole('button', { name: 'Send to 1 payer' }).click();
  });
  await expect(payers.getByText('Delivered')).toBeVisible();
  await expect(page.getByText('This campaign has been sent.', { exact: false })).toBeVisible();
  const [sent] = await messagesTo(page, raised.payerEmail);
  expect(sent?.text).toContain(`A note from ${facts().agency}:\nSee you on Monday!`);
  await expectNoSidewaysScroll(page);
});

test('a campaign over 10,000 is not sent without its Marketing Schedule', async ({ page }) => {
  const raised = await raiseCampaign(page, 'manager');
  const path = `/v1/agreements/${raised.id}`;
  await ask(page, raised, { path, method: 'PUT', data: { campaignBudget: 15_000 } });
  await page.goto(raised.path);
  const send = card(page, 'Vendors').getByRole('button', { name: 'Send to 1 payer(s)' });
  const words = 'A Marketing Schedule is required for campaigns over $10,000.';
  if (facts().needsMarketingSchedule) {
    await send.click();
    await expect(card(page, 'Vendors').getByRole('alert')).toContainText(words);
    const notice = page.getByText(`${words} Please add it here.`);
    await expect(page.getByRole('alert').filter({ has: notice })).toBeFocused();
    await expectNoViolation(page, 'a refused campaign');
    await expectNoSidewaysScroll(page);
    const documents = page.getByRole('group', { name: 'Marketing documents' });
    await documents.locator('input[type="file"]').first().setInputFiles(files.page);
    await expect(documents.getByRole('list', { name: 'Files' })).toContainText(files.page.name);
    await expect(notice).toHaveCount(0);
  }
  await sendAsShown(page, send);
  await expect(card(page, 'Vendors').getByText('Delivered')).toBeVisible();
  await expect(page.getByText(words)).toHaveCount(0);
});
