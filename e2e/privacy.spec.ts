import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { expectNoViolation, opened } from './accessibility.ts';
import { card, raiseCampaign } from './campaigns.ts';
import { isPhone } from './lists.ts';
import { ask } from './payers.ts';
import { anotherPerson, openAs } from './people.ts';

test('an admin asks to erase a payer, another one confirms it, and nothing of the payer is left', async ({
  page,
  browser,
  baseURL,
}) => {
  const raised = await raiseCampaign(page, 'admin');
  const path = `/v1/agreements/${raised.id}/set-status`;
  await ask(page, raised, { path, data: { status: 'cancelled' } });
  await page.goto(raised.path);
  await page.getByRole('button', { name: 'Details of Perry Field' }).click();
  const personal = page.getByRole('dialog').getByRole('region', { name: 'Personal data' });
  await expect(personal).toContainText('It can be erased if the payer asks for it.');
  await expectNoViolation(page, 'personal data of a payer', opened);
  await personal.getByRole('button', { name: 'Ask to erase' }).click();
  const asking = page.getByRole('dialog', { name: 'Erase a payer’s personal data' });
  await asking.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(asking.getByText('Write who asked for it, and how you know that it was them.')).toBeVisible();
  const reason = `Perry wrote on Monday about campaign ${raised.id}`;
  await asking.getByLabel('Who asked for it, and how do you know?').fill(reason);
  await asking.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(personal).toContainText('Another admin has to confirm it under Users.');

  const [others, context] = await anotherPerson(browser, baseURL, isPhone());
  await openAs(others, 'adminTwo', '/admin/users');
  const waiting = card(others, 'Waiting for a second person').getByRole('listitem').filter({ hasText: reason });
  await expect(waiting).toContainText('Perry Field → Erased');
  await expectNoViolation(others, 'an erasure that waits for a second person');
  await waiting.getByRole('button', { name: /^Confirm/ }).click();
  await others.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(waiting).toHaveCount(0);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: 'Details of Erased Person' })).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
  await expect(page.getByText('Perry')).toHaveCount(0);
  await context.close();
});

test('a team member downloads their own data, asks to close their account, and keeps it', async ({ page }) => {
  await openAs(page, 'employee', '/accounts/account-details');
  const data = card(page, 'Your data');
  await data.getByText('What is in the file').click();
  await expect(data.getByText('The payments that you made.')).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    data.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/-my-data\.json$/);
  const held = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(held.profile.surname).toBe('Trialwood');
  expect(held.about.profile).toContain('Your name');

  const closing = card(page, 'Close your account');
  await closing.getByRole('button', { name: 'Close my account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close my account' }).click();
  await expect(closing.getByRole('alert')).toContainText('Your account is closing');
  await expectNoViolation(page, 'an account that closes');
  await closing.getByRole('button', { name: 'Keep my account' }).click();
  await expect(closing.getByRole('button', { name: 'Close my account' })).toBeVisible();
});
