import { expect, type Page, test } from '@playwright/test';
import { expectNoViolation, opened } from './accessibility.ts';
import { isPhone } from './lists.ts';
import { aDevice, addPasskey, copyPasskeys, isOnAccount, renameAndRemove, typePassword } from './passkeys.ts';
import { linkFor } from './payers.ts';
import { anotherPerson, authorizationOf, openAs } from './people.ts';

const password = 'kerb-demo-2026';

// biome-ignore format: a table
const journeys = [
  { who: 'an employee', email: 'hugo.testworth@example.com' },
  { who: 'a payer who comes back', email: 'vendor.live@example.com' },
];

for (const { who, email } of journeys) {
  test(`${who} adds a passkey, logs in with it alone and after the password, and removes it`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const device = await aDevice(page);
    await typePassword(page, email, password);
    await isOnAccount(page);
    const codes = await addPasskey(page, 'Blue phone');
    await expectNoViolation(page, 'passkeys');

    // Alone: one press, no address and no password.
    const [visitor, context] = await anotherPerson(browser, baseURL, test.info().project.use.isMobile);
    await copyPasskeys(device, visitor);
    await visitor.goto('/login?back=/accounts/account-details');
    await expectNoViolation(visitor, 'login with passkeys');
    await visitor.getByRole('button', { name: 'Log In with a Passkey' }).click();
    await isOnAccount(visitor);

    // After the password: the password alone no longer opens the account.
    await context.clearCookies();
    await typePassword(visitor, email, password);
    await expect(visitor.getByRole('heading', { name: 'One more step' })).toBeVisible();
    await expectNoViolation(visitor, 'second step with a passkey');
    await visitor.getByRole('button', { name: 'Use Your Passkey' }).click();
    await isOnAccount(visitor);

    // Without the device: a recovery code.
    await context.clearCookies();
    await typePassword(visitor, email, password);
    await visitor.getByLabel('Recovery code').fill('nonsense');
    await visitor.getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(visitor.getByRole('alert')).toContainText('That code is not right');
    await visitor.getByLabel('Recovery code').fill(codes[0]!);
    await visitor.getByRole('button', { name: 'Log In', exact: true }).click();
    await isOnAccount(visitor);
    await context.close();

    await renameAndRemove(page, 'Blue phone', 'Red phone');

    // The removed passkey is still on the device, and opens nothing.
    await page.context().clearCookies();
    await page.goto('/login');
    await page.getByRole('button', { name: 'Log In with a Passkey' }).click();
    await expect(page.getByRole('alert')).toContainText('That passkey was not accepted');
    await expectNoViolation(page, 'refused passkey');
  });
}

test('a passkey confirms before a dangerous change that it is you', async ({ page }) => {
  const email = 'manager.coast@example.com';
  await aDevice(page);
  await typePassword(page, email, password);
  await isOnAccount(page);
  await addPasskey(page, 'Laptop');
  // As if the login had been long ago: the server asks for a proof once, and then accepts the same request.
  let asked = 0;
  await page.route('**/v1/account/passkeys/recovery-codes', async (route) => {
    asked += 1;
    if (asked > 1) return route.fallback();
    return route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: '/problems/proof-needed', title: 'No', status: 403, displayText: 'Confirm.' }),
    });
  });
  await page.getByRole('button', { name: 'New Recovery Codes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Please confirm that it is you' });
  await expectNoViolation(page, 'proof by passkey', opened);
  await dialog.getByRole('button', { name: 'Use a Passkey' }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: 'I Have Kept Them' }).click();
  await page.getByRole('button', { name: 'Remove: Laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('list', { name: 'Your passkeys' })).toHaveCount(0);
});

test('the login page suggests a passkey by itself, and it logs in without a press of a button', async ({
  page,
  browser,
  baseURL,
}) => {
  const device = await aDevice(page);
  await typePassword(page, 'lin.trialwood@example.com', password);
  await isOnAccount(page);
  await addPasskey(page, 'Tablet');
  const [visitor, context] = await anotherPerson(browser, baseURL, test.info().project.use.isMobile);
  await copyPasskeys(device, visitor, true);
  // The device has one passkey for this site, and its owner agrees at once.
  await visitor.goto('/login?back=/accounts/account-details');
  await isOnAccount(visitor);
  await context.close();
  await page.getByRole('button', { name: 'Remove: Tablet' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('list', { name: 'Your passkeys' })).toHaveCount(0);
});

/** Two admins make somebody an admin. Returns the address to which the link goes. */
async function aNewAdmin(page: Page, emailAddress: string): Promise<string> {
  const ask = async (who: 'admin' | 'adminTwo', path: string, data?: object) => {
    const headers = { authorization: await authorizationOf(who) };
    const answer = await page.request.fetch(path, { method: data ? 'POST' : 'GET', headers, ...(data && { data }) });
    expect(answer.ok(), `${path} ${await answer.text()}`).toBe(true);
    return answer.json();
  };
  const person = { firstName: 'Asa', surname: 'Newcomer', emailAddress, role: 'admin', reason: 'One more admin' };
  const { pendingActs } = await ask('admin', '/v1/users', person);
  await ask('adminTwo', `/v1/pending-acts/${pendingActs[0].id}/confirm`, {});
  return emailAddress;
}

test('a new team member and a new admin accept their invitations with a passkey, and never choose a password', async ({
  page,
  browser,
  baseURL,
}) => {
  const unique = `${test.info().project.name}-${Date.now()}`.toLowerCase();
  const address = `fern-${unique}@example.com`;
  await openAs(page, 'manager');
  await page.getByRole('button', { name: 'All Referrals' }).click();
  await page.getByRole('link', { name: 'Team' }).click();
  await page.getByRole('button', { name: 'Invite Team Members' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First Name').fill('Fern');
  await dialog.getByLabel('Surname').fill('Newcomer');
  await dialog.getByRole('textbox', { name: 'Email' }).fill(address);
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByText('Invitation Sent')).toBeVisible();

  const asAdmin = await aNewAdmin(page, `asa-${unique}@example.com`);
  for (const to of [address, asAdmin]) {
    const [visitor, context] = await anotherPerson(browser, baseURL, isPhone());
    await aDevice(visitor);
    await visitor.goto(await linkFor(visitor, to));
    await expectNoViolation(visitor, 'accept with a passkey or a password');
    await visitor.getByRole('button', { name: 'Use a Passkey Instead' }).click();
    await expect(visitor.getByRole('heading', { name: 'Keep these recovery codes' })).toBeVisible();
    await visitor.getByRole('link', { name: 'I Have Kept Them' }).click();
    await expect(visitor.getByRole('banner')).toBeVisible();
    await context.clearCookies();
    await visitor.goto('/login?back=/accounts/account-details');
    await visitor.getByRole('button', { name: 'Log In with a Passkey' }).click();
    await isOnAccount(visitor);
    await expect(visitor.getByText('You have no password')).toBeVisible();
    await context.close();
  }
});
