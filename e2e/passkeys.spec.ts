import { expect, type Page, test } from '@playwright/test';
import { expectNoViolation, opened } from './accessibility.ts';
import { raiseCampaign } from './campaigns.ts';
import { choose, expectQuestion } from './checkout.ts';
import { isPhone } from './lists.ts';
import {
  aDevice,
  addPasskey,
  anotherDevice,
  copyPasskeys,
  isOnAccount,
  renameAndRemove,
  typePassword,
} from './passkeys.ts';
import { linkFor, sendWith } from './payers.ts';
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

/** A payer gets an account by a link to the mailbox, and makes a passkey in place of a password. */
async function makeAccount(payer: Page, emailAddress: string): Promise<void> {
  await payer.goto('/forgotten-password');
  await payer.getByLabel('Email address').fill(emailAddress);
  await payer.getByRole('button', { name: 'Send Link' }).click();
  await expect(payer.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect.poll(() => linkFor(payer, emailAddress)).toContain('/set-password');
  await payer.goto(await linkFor(payer, emailAddress));
  await expectNoViolation(payer, 'a passkey or a password');
  await payer.getByRole('button', { name: 'Use a Passkey Instead' }).click();
  await expect(payer.getByRole('heading', { name: 'Keep these recovery codes' })).toBeVisible();
  await expectNoViolation(payer, 'recovery codes without a password');
  await payer.getByRole('link', { name: 'I Have Kept Them' }).click();
}

test('a payer who comes back makes an account without a password, and uses its passkey in place of the code', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const raised = await raiseCampaign(page, 'admin');
  await sendWith(page, raised, ['pl']);
  const link = await linkFor(page, raised.payerEmail);
  const [payer, context] = await anotherPerson(browser, baseURL, isPhone());
  const device = await aDevice(payer);
  await payer.goto(link);
  await expectQuestion(payer, /./);
  // The page says where passkeys are.
  await payer.getByRole('button', { name: 'See the details' }).click();
  await expectQuestion(payer, 'About this campaign');
  await expect(payer.getByRole('link', { name: 'Log in to add or remove passkeys' })).toBeVisible();
  await expectNoViolation(payer, 'about the campaign and the account');
  await payer.goBack();
  await choose(payer, null);
  await expectQuestion(payer, 'About you');
  const kept = payer.waitForResponse((answer) => answer.url().endsWith('/flow') && answer.request().method() === 'PUT');
  await payer.getByLabel('Date of birth').fill('31/1/1980');
  expect((await kept).ok()).toBe(true);

  await context.clearCookies();
  await makeAccount(payer, raised.payerEmail);
  await payer.goto('/accounts/account-details');
  await isOnAccount(payer);
  await expect(payer.getByText('You have no password')).toBeVisible();
  await payer.getByRole('button', { name: 'Remove: First passkey' }).click();
  await expect(payer.getByText('This passkey is your only way to log in.')).toBeVisible();
  await expectNoViolation(payer, 'account without a password');

  // Later, in another browser: the details are hidden until the passkey.
  const [again, otherContext] = await anotherPerson(browser, baseURL, isPhone());
  await copyPasskeys(device, again);
  await again.goto(link);
  await expectQuestion(again, 'About you');
  const box = again.getByRole('region', { name: 'Show my details' });
  await expectNoViolation(again, 'details that are hidden');
  await box.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(box).toHaveCount(0);
  await expect(again.getByLabel('Date of birth')).toHaveValue(/^31.0?1.1980$/);
  await otherContext.close();

  // With a second passkey the first one can go.
  await anotherDevice(device);
  await payer.getByRole('button', { name: 'Add a Passkey' }).click();
  await payer.getByLabel('Name of the passkey').fill('Green phone');
  await payer.getByRole('button', { name: 'Continue' }).click();
  const list = payer.getByRole('list', { name: 'Your passkeys' });
  await expect(list).toContainText('Green phone');
  await payer.getByRole('button', { name: 'Remove: First passkey' }).click();
  await payer.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(list).not.toContainText('First passkey');
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
