import { expect, type Page, test } from '@playwright/test';
import { expectNoViolation, opened } from './accessibility.ts';
import { isPhone } from './lists.ts';
import { anOpenIdProvider, clientId, clientSecret } from './openid-provider.ts';
import { anotherPerson, openAs } from './people.ts';

const settings = '/agencies/3/settings';
const domain = 'valley-homes.com.au';

const card = (page: Page) => page.getByRole('region', { name: 'Your organisation’s login' });

/** The code in the newest message to the keeper of the domain, from the sandbox's outbox. */
async function codeSentTo(page: Page, address: string): Promise<string> {
  await page.goto('/sandbox/outbox');
  const message = page.getByRole('article').filter({ hasText: address }).first();
  const words = await message.innerText();
  return /for it:\s+([\w-]{20})\s/.exec(words)?.[1] ?? '';
}

test('a manager sets up the login of the organisation, an admin confirms it, and a new member comes by it', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = `nia@${domain}`;
  const claims = { email, email_verified: true, given_name: 'Nia', family_name: 'Newcomer' };
  const { issuer, stop } = await anOpenIdProvider(claims);
  await openAs(page, 'stranger', settings);
  await card(page).getByRole('button', { name: 'Set It Up' }).click();
  await card(page).getByLabel('Issuer').fill(issuer);
  await card(page).getByLabel('Client ID').fill(clientId);
  await card(page).getByLabel('Client secret').fill(clientSecret);
  await expectNoViolation(page, 'set up a login');
  await card(page).getByRole('button', { name: 'Save' }).click();
  await expect(card(page).getByText('Waits for confirmation')).toBeVisible();
  await card(page).getByLabel('Domain of your email addresses').fill(domain);
  await card(page).getByRole('button', { name: 'Add Domain' }).click();
  await card(page).getByRole('button', { name: 'Send Code' }).click();
  await expect(page.getByText('Saved').last()).toBeVisible();
  const [mailbox, mailboxContext] = await anotherPerson(browser, baseURL, isPhone());
  const code = await codeSentTo(mailbox, `postmaster@${domain}`);
  await mailboxContext.close();
  await card(page).getByLabel(`Code that was sent to ${domain}`).fill(code);
  await expectNoViolation(page, 'prove a domain');
  await card(page).getByRole('button', { name: 'Prove' }).click();
  await expect(card(page).getByText('Proven', { exact: true })).toBeVisible();
  await card(page).getByRole('button', { name: 'Make a Token' }).click();
  await expect(page.getByRole('dialog', { name: 'Token for your directory' })).toContainText('kerb-scim-');
  await expectNoViolation(page, 'token of a directory', opened);
  await page.getByRole('button', { name: 'I have copied it' }).click();

  const [admin, adminContext] = await anotherPerson(browser, baseURL, isPhone());
  await openAs(admin, 'admin', settings);
  await expectNoViolation(admin, 'confirm a login');
  await card(admin).getByRole('button', { name: 'Confirm This Login' }).click();
  await expect(card(admin).getByText('In use')).toBeVisible();
  await adminContext.close();

  const [visitor, context] = await anotherPerson(browser, baseURL, isPhone());
  await visitor.goto('/login?back=/accounts/account-details');
  await visitor.getByRole('link', { name: 'Continue with your organisation' }).click();
  await visitor.getByLabel('Work email address').fill('somebody@nowhere.example');
  await visitor.getByRole('button', { name: 'Continue' }).click();
  await expect(visitor.getByRole('alert')).toContainText('No organisation has its own login');
  await expectNoViolation(visitor, 'no organisation');
  await visitor.getByLabel('Work email address').fill(email);
  await visitor.getByRole('button', { name: 'Continue' }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Account Details' })).toBeVisible();
  await expect(visitor.getByLabel('First Name')).toHaveValue('Nia');
  await context.close();
  stop();
});
