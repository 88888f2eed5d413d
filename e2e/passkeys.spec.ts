import { type CDPSession, expect, type Page, test } from '@playwright/test';
import { expectNoViolation, opened } from './accessibility.ts';
import { anotherPerson } from './people.ts';

const password = 'kerb-demo-2026';

/**
 * A device of Chromium with passkeys, which asks its owner for a fingerprint and gets it. Nobody is there to choose a
 * passkey in the field of the address, and a device without a person may choose by itself. So the journeys press the
 * button.
 */
async function aDevice(page: Page, isSuggesting = false): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  if (!isSuggesting) {
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
  }
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

/** The same passkeys on a device of another browser, as a password manager synchronises them. */
async function copyPasskeys(from: Awaited<ReturnType<typeof aDevice>>, page: Page, isSuggesting = false) {
  const to = await aDevice(page, isSuggesting);
  const { credentials } = await from.cdp.send('WebAuthn.getCredentials', { authenticatorId: from.authenticatorId });
  for (const credential of credentials) {
    await to.cdp.send('WebAuthn.addCredential', { authenticatorId: to.authenticatorId, credential });
  }
  return to;
}

async function typePassword(page: Page, email: string): Promise<void> {
  await page.goto('/login?back=/accounts/account-details');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
}

const isOnAccount = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: 'Account Details' })).toBeVisible();

/** Adds a passkey and returns the recovery codes. */
async function addPasskey(page: Page, name: string): Promise<string[]> {
  await page.getByRole('button', { name: 'Add a Passkey' }).click();
  const field = page.getByLabel('Name of the passkey');
  await field.fill('');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill(name);
  await expectNoViolation(page, 'name of a passkey');
  await page.getByRole('button', { name: 'Continue' }).click();
  const shown = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(shown).toHaveCount(10);
  const codes = await shown.allInnerTexts();
  await page.getByRole('button', { name: 'I Have Kept Them' }).click();
  await expect(page.getByRole('list', { name: 'Your passkeys' })).toContainText(name);
  return codes;
}

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
    await typePassword(page, email);
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
    await typePassword(visitor, email);
    await expect(visitor.getByRole('heading', { name: 'One more step' })).toBeVisible();
    await expectNoViolation(visitor, 'second step with a passkey');
    await visitor.getByRole('button', { name: 'Use Your Passkey' }).click();
    await isOnAccount(visitor);

    // Without the device: a recovery code.
    await context.clearCookies();
    await typePassword(visitor, email);
    await visitor.getByLabel('Recovery code').fill('nonsense');
    await visitor.getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(visitor.getByRole('alert')).toContainText('That code is not right');
    await visitor.getByLabel('Recovery code').fill(codes[0]!);
    await visitor.getByRole('button', { name: 'Log In', exact: true }).click();
    await isOnAccount(visitor);
    await context.close();

    await page.getByRole('button', { name: 'Rename: Blue phone' }).click();
    await page.getByLabel('Name of the passkey').fill('Red phone');
    await page.getByRole('form', { name: 'Rename the passkey' }).getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Remove: Red phone' }).click();
    await expectNoViolation(page, 'remove a passkey', opened);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('list', { name: 'Your passkeys' })).toHaveCount(0);

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
  await typePassword(page, email);
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
  await typePassword(page, 'lin.trialwood@example.com');
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
