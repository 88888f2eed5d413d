import { expect, type Page, test } from '@playwright/test';
import { expectNoViolation, opened } from './accessibility.ts';
import { facts } from './country.ts';
import { anotherPerson, openAs } from './people.ts';

const harbour = '/agencies/2/settings';

const picture = {
  name: 'logo.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC',
    'base64',
  ),
};

const accountName = () => `Trust ${test.info().project.name}`;

async function fillAccount(page: Page) {
  await page.getByLabel('Account name').fill(accountName());
  const { typed } = facts().bankAccount;
  for (const [name, part] of Object.entries(typed)) await page.getByRole('textbox', { name, exact: true }).fill(part);
}

async function fillBrandColour(page: Page) {
  await page.getByLabel('Brand colour', { exact: true }).fill('#ffd500');
  await expect(page.getByText(/So that everybody can read them, buttons are #\w{6} on a light page/)).toBeVisible();
  await expectNoViolation(page, 'the preview of a brand colour');
}

test('a manager asks for changes; an admin rejects one and confirms an account, which the manager stops', async ({
  page,
  browser,
  baseURL,
}) => {
  const brandName = `Demo ${test.info().project.name}`;
  await openAs(page, 'manager', harbour);
  await page.getByLabel('Brand name').fill(brandName);
  await page.getByLabel('Logo: choose a picture').setInputFiles(picture);
  await page.getByRole('slider', { name: 'Cut off: Left' }).press('ArrowRight');
  await page.getByRole('button', { name: 'Use this logo' }).click();
  await expect(page.getByRole('img', { name: 'Chosen logo' })).toBeVisible();
  await fillBrandColour(page);
  await fillAccount(page);
  await page.getByRole('button', { name: 'Submit changes' }).click();
  const { confirmed } = facts().bankAccount;
  if (confirmed !== null) {
    await expect(page.getByRole('dialog')).toContainText(confirmed);
    await page.getByRole('button', { name: 'Yes, it is right' }).click();
  }
  await expect(page.getByText('Pending changes exist.')).toBeVisible();

  const [admin, context] = await anotherPerson(browser, baseURL);
  await openAs(admin, 'admin', harbour);
  await expect(admin.getByText('Pending changes exist.')).toBeVisible();
  await admin.getByRole('button', { name: 'Reject: Brand name' }).click();
  await expect(admin.getByText(brandName)).toHaveCount(0);
  await admin.getByRole('button', { name: 'Apply all' }).click();
  const confirming = admin.getByRole('dialog', { name: 'Confirm the new bank account' });
  await confirming.getByRole('button', { name: 'Confirm account' }).click();
  await expect(
    confirming.getByText('Write whom you called, on which number, and when.', { exact: true }),
  ).toBeVisible();
  await confirming.getByLabel('Call-back note').fill('Called Mia Mockridge on the number of the contract at 10 am.');
  await expectNoViolation(admin, 'call-back note', opened);
  await confirming.getByRole('button', { name: 'Confirm account' }).click();
  await expect(admin.getByText('Pending changes exist.')).toHaveCount(0);
  await expect(admin.getByRole('navigation').locator('img')).toBeVisible();
  const offer = admin.getByRole('switch', { name: 'Interest-free offer' });
  // The switch changes only after the save.
  await offer.click();
  await expect(offer).toBeChecked();
  await expect(admin.getByLabel('Interest free days')).toHaveValue('90');
  await offer.click();
  await expect(offer).not.toBeChecked();
  await expect(admin.getByLabel('Interest free days')).toHaveCount(0);
  await context.close();

  await page.reload();
  await expect(page.getByLabel('Account name')).not.toHaveValue(accountName());
  await expect(page.getByLabel('Brand name')).toHaveValue('');
  await expect(page.getByLabel('Brand colour', { exact: true })).toHaveValue('#ffd500');
  const next = page.getByRole('alert').filter({ hasText: 'A new account takes effect on' });
  await expect(next).toContainText(accountName());
  await expect(next).not.toContainText('Called Mia Mockridge');
  await expectNoViolation(page, 'a bank account that takes effect later');
  await next.getByRole('button', { name: 'Stop the change' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop the change' }).click();
  await expect(next).toHaveCount(0);
});

test('an admin creates an organisation and deletes it; an employee sees neither', async ({ page }) => {
  await openAs(page, 'admin', '/agencies');
  await page.getByRole('button', { name: 'Create New Organisation' }).click();
  const name = `Short-lived ${test.info().project.name}`;
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name);
  const reference = facts().advertiserReference;
  await page.getByLabel(`${reference} (optional)`).fill(`REF-${test.info().project.name}`);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText(`${name} Created`)).toBeVisible();
  await expect(page).toHaveURL(/\/agencies\/\d+\/settings$/);
  await expect(page.getByLabel(reference)).toHaveValue(`REF-${test.info().project.name}`);
  await page.getByRole('button', { name: 'Delete organisation' }).click();
  await expect(page.getByRole('dialog')).toContainText(`Permanently delete ${name}?`);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Organisation Deleted')).toBeVisible();

  await page.context().clearCookies();
  await openAs(page, 'employee', harbour);
  await expect(page.getByText("Sorry, you don't have access to this page.")).toBeVisible();
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0);
});
