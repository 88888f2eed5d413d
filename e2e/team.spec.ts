import { expect, type Page, test } from '@playwright/test';
import { expectNoViolation, opened } from './accessibility.ts';
import { facts } from './country.ts';
import { isPhone } from './lists.ts';
import { anotherPerson, openAs } from './people.ts';

const password = 'three words in a row';

/** Opens the team of the manager's own agency. */
async function openTeam(page: Page): Promise<void> {
  await openAs(page, 'manager');
  await page.getByRole('button', { name: 'All Referrals' }).click();
  await page.getByRole('link', { name: 'Team' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Team Members' })).toBeVisible();
}

/** The link in the newest message to an address, from the sandbox's outbox. */
async function linkSentTo(page: Page, address: string): Promise<string> {
  await page.goto('/sandbox/outbox');
  const message = page.getByRole('article').filter({ hasText: address }).first();
  return (await message.getByRole('link', { name: /accept-invitation/ }).getAttribute('href')) ?? '';
}

test('a manager invites someone, who chooses a password, joins, and loses access when removed', async ({
  page,
  browser,
  baseURL,
}) => {
  const project = test.info().project.name;
  const [name, address] = [`Newcomer ${project}`, `newcomer.${project}@example.com`];
  await openTeam(page);
  await expect(page.getByText('Expired')).toBeVisible();
  await page.getByRole('button', { name: 'Invite Team Members' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First Name').fill('Nova');
  await dialog.getByLabel('Surname').fill(name);
  await dialog.getByRole('textbox', { name: 'Email' }).fill(address);
  await expectNoViolation(page, 'invite', opened);
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByText('Invitation Sent')).toBeVisible();
  await expect(page.getByText(address)).toBeVisible();
  await expectNoViolation(page, 'team');

  const [visitor, context] = await anotherPerson(browser, baseURL);
  await visitor.goto(await linkSentTo(visitor, address));
  await visitor.getByLabel('New password').fill(password);
  await expectNoViolation(visitor, 'accept');
  await visitor.getByRole('button', { name: 'Accept Invitation' }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Referrals' })).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'Team' })).toHaveCount(0);

  await page.reload();
  await page.getByRole('button', { name: `Remove: Nova ${name}` }).click();
  await page.getByRole('button', { name: 'Remove Access' }).click();
  await expect(page.getByText('Removed')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText("Sorry, you don't have access to manage that organisation.")).toBeVisible();
  await context.close();
});

test('an employee cannot open the team', async ({ page }) => {
  await openAs(page, 'employee');
  await page.getByRole('button', { name: 'All Referrals' }).click();
  await expect(page).toHaveURL(/\/applications/);
  await expect(page.getByRole('link', { name: 'Team' })).toHaveCount(0);
  await page.goto(page.url().replace(/\/applications.*/, '/users'));
  await expect(page.getByText("Sorry, you don't have access to this page.")).toBeVisible();
});

test('an admin adds a user, links an organisation, and disables them', async ({ page }) => {
  const surname = `Adder ${test.info().project.name}`;
  await openAs(page, 'admin', '/admin/users');
  await page.getByRole('button', { name: 'Add User' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First Name').fill('Uma');
  await dialog.getByLabel('Surname').fill(surname);
  await dialog.getByRole('textbox', { name: 'Email' }).fill(`uma.${test.info().project.name}@example.com`);
  await dialog.getByRole('button', { name: 'Add User' }).click();
  await expect(dialog.getByText('This user belongs to no organisation.')).toBeVisible();
  await dialog.getByLabel('Search organisations').fill('re');
  const add = dialog.getByRole('button', { name: /^Add: / }).first();
  await page.route('**/v1/tenants/*/users', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await add.click();
  await expect(page.getByText('An error occured while attempting to add this tenant')).toBeVisible();
  await add.click();
  await expect(dialog.getByRole('checkbox', { name: /^Manager: / })).toBeVisible();
  await expectNoViolation(page, 'user editor', opened);
  await dialog.getByRole('button', { name: 'Disable User' }).click();
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Enable User' })).toBeVisible();
});

test('a vendor confirms a mobile with a code, and sees the signed-in browsers', async ({ page }) => {
  await openAs(page, 'vendor', '/accounts/account-details');
  const mobile = facts().vendorMobiles[isPhone() ? 1 : 0];
  await page.getByRole('textbox', { name: 'Mobile' }).fill(mobile);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByLabel('Code', { exact: true })).toBeVisible();
  await expect(page.getByText('This browser')).toBeVisible();
  await expectNoViolation(page, 'account');

  const outbox = await page.context().newPage();
  await outbox.goto('/sandbox/outbox');
  const words = await outbox.getByRole('article').filter({ hasText: 'your code is' }).first().innerText();
  await page.getByLabel('Code', { exact: true }).fill(/code is (\d{6})/.exec(words)![1]!);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Confirmed')).toBeVisible();
});
