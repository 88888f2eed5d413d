import { type CDPSession, expect, type Page } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';

async function addAuthenticator(cdp: CDPSession): Promise<string> {
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
  return authenticatorId;
}

/** Another device in the place of this one, without its passkeys. */
export async function anotherDevice({ cdp, authenticatorId }: Awaited<ReturnType<typeof aDevice>>): Promise<void> {
  await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  await addAuthenticator(cdp);
}

/**
 * A device of Chromium with passkeys, which asks its owner for a fingerprint and gets it. Nobody is there to choose a
 * passkey in the field of the address, and a device without a person may choose by itself. So the journeys press the
 * button.
 */
export async function aDevice(page: Page, isSuggesting = false): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  if (!isSuggesting) {
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
  }
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  return { cdp, authenticatorId: await addAuthenticator(cdp) };
}

/** The same passkeys on a device of another browser, as a password manager synchronises them. */
export async function copyPasskeys(from: Awaited<ReturnType<typeof aDevice>>, page: Page, isSuggesting = false) {
  const to = await aDevice(page, isSuggesting);
  const { credentials } = await from.cdp.send('WebAuthn.getCredentials', { authenticatorId: from.authenticatorId });
  for (const credential of credentials) {
    await to.cdp.send('WebAuthn.addCredential', { authenticatorId: to.authenticatorId, credential });
  }
  return to;
}

export async function typePassword(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login?back=/accounts/account-details');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
}

export const isOnAccount = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: 'Account Details' })).toBeVisible();

/** Adds a passkey and returns the recovery codes. */
export async function addPasskey(page: Page, name: string): Promise<string[]> {
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

/** Renames the only passkey, and removes it. */
export async function renameAndRemove(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `Rename: ${from}` }).click();
  await page.getByLabel('Name of the passkey').fill(to);
  await page.getByRole('form', { name: 'Rename the passkey' }).getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: `Remove: ${to}` }).click();
  await expectNoViolation(page, 'remove a passkey', '[role="dialog"]');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('list', { name: 'Your passkeys' })).toHaveCount(0);
}
