import { expect, test } from '@playwright/test';
import { expectNoViolation, opened } from './accessibility.ts';
import { card, raiseCampaign } from './campaigns.ts';
import { payerAt } from './checkout.ts';
import { expectNoSidewaysScroll } from './lists.ts';
import { linkFor, messagesTo } from './payers.ts';
import { sendCampaign } from './paying.ts';
import { openAs } from './people.ts';

test('a payer who doubts a message checks it without a sign-in', async ({ page }) => {
  const raised = await raiseCampaign(page, 'manager');
  await sendCampaign(page, raised);
  const [message] = await messagesTo(page, raised.payerEmail);
  await page.context().clearCookies();

  await page.goto('/check');
  await expect(page.getByRole('heading', { name: 'Is this message really from us?' })).toBeVisible();
  await page.getByLabel('The message').fill(message?.text ?? '');
  await page.getByRole('button', { name: 'Check It' }).click();
  await expect(page.getByRole('status')).toContainText('Yes, this is from us.');
  await expect(page.getByText('We have sent this link, and it works.')).toBeVisible();
  await expectNoViolation(page, 'a message that is ours');
  await expectNoSidewaysScroll(page);

  await page.getByLabel('Check another message').fill('Your parcel: https://kerb-pay.example/track');
  await page.getByRole('button', { name: 'Check It' }).click();
  await expect(page.getByRole('status')).toContainText('Be careful. This is not from us.');
  await expectNoViolation(page, 'a message that is not ours');
  await expectNoSidewaysScroll(page);

  await page.getByLabel('Check another message').fill('Hello?');
  await page.getByRole('button', { name: 'Check It' }).click();
  await expect(page.getByRole('alert')).toContainText('We found no link, phone number or email address in it.');
  await expect(page.getByLabel('The message')).toHaveValue('Hello?');
  await expectNoViolation(page, 'a message without anything to check');
});

test('an admin changes the text of a message, sees it, and goes back to the former one', async ({ page }) => {
  await openAs(page, 'admin', '/admin/users');
  await page.getByRole('link', { name: 'Messages to Payers' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Messages to Payers' })).toBeVisible();
  // Not the first message: other journeys read it.
  await page.getByLabel('Message', { exact: true }).selectOption('Copy of the signed agreement');
  const form = page.getByRole('form', { name: 'Template: Copy of the signed agreement' });
  await form.getByLabel('Subject').fill('Signed: {nothing}');
  await expect(card(page, 'Preview')).toContainText('This message has no variable {nothing}.');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('This message has no variable {nothing}.')).toBeVisible();
  const subject = `Signed for {address}, ${test.info().project.name}`;
  await form.getByLabel('Subject').fill(subject);
  await expect(card(page, 'Preview')).toContainText('Signed for 12 Wattle Street, Yass');
  await expectNoViolation(page, 'the text of a message');
  await expectNoSidewaysScroll(page);
  await form.getByRole('button', { name: 'Save' }).click();
  const versions = page.getByRole('list', { name: 'Versions' });
  await expect(versions.getByRole('listitem').first()).toContainText(subject);
  await expect(versions.getByRole('listitem').first()).toContainText('In use');

  await versions.getByRole('button', { name: /^Restore The text that we ship/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(form.getByLabel('Subject')).toHaveValue('Your signed agreement for {address}');
  await expect(versions.getByRole('listitem').first()).toContainText('Back to the text that we ship');
});

test('a payer who has not opened the link is nudged, and the team sees when they open it', async ({
  page,
  browser,
  baseURL,
}) => {
  const moveClock = async (offsetDays: number) =>
    expect((await page.request.post('/v1/sandbox/clock', { data: { offsetDays } })).ok()).toBe(true);
  const raised = await raiseCampaign(page, 'manager');
  const payers = card(page, 'Vendors');
  try {
    await sendCampaign(page, raised);
    await moveClock(3);
    await page.goto(raised.path);
    await expect(payers.getByText('Email: Delivered')).toBeVisible();
    await payers.getByRole('button', { name: /^Nudge/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Check the messages' });
    await expect(dialog.getByText(/^Reminder: /)).toBeVisible();
    await expectNoViolation(page, 'a reminder before it is sent', opened);
    await dialog.getByRole('button', { name: 'Send to 1 payer' }).click();
    await expect(payers.getByText(/^Reminded/)).toBeVisible();
    await expect(payers.getByRole('button', { name: /^Nudge/ })).toHaveCount(0);
  } finally {
    await moveClock(0);
  }
  const payer = await payerAt(browser, baseURL, await linkFor(page, raised.payerEmail));
  await payer.context().close();
  await page.reload();
  await expect(payers.getByText('Email: Opened')).toBeVisible();
  await expectNoViolation(page, 'how far the messages got');
  await expectNoSidewaysScroll(page);
});
