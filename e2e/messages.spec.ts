import { expect, test } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';
import { raiseCampaign } from './campaigns.ts';
import { expectNoSidewaysScroll } from './lists.ts';
import { messagesTo } from './payers.ts';
import { sendCampaign } from './paying.ts';

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
