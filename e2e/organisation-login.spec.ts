import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectNoViolation, opened } from './accessibility.ts';
import { isPhone } from './lists.ts';
import { anOpenIdProvider, clientId, clientSecret } from './openid-provider.ts';
import { aDevice, addPasskey, isOnAccount, typePassword } from './passkeys.ts';
import { linkFor, messagesTo } from './payers.ts';
import { anotherPerson, authorizationOf, openAs } from './people.ts';

const settings = '/agencies/3/settings';
const domain = 'valley-homes.com.au';

const card = (page: Page) => page.getByRole('region', { name: 'Your organisation’s login' });

/** The code in the newest message to the keeper of the domain, from the sandbox's outbox. */
async function codeSentTo(page: Page, address: string): Promise<string> {
  const [message] = await messagesTo(page, address);
  return /for it:\s+([\w-]{20})\s/.exec(message?.text ?? '')?.[1] ?? '';
}

type SettingUp = { page: Page; issuer: string; domain: string };

/** A manager names the provider, and proves the domain of the addresses by mail. */
async function setUp({ page, issuer, domain }: SettingUp): Promise<void> {
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
  const code = await codeSentTo(page, `postmaster@${domain}`);
  await card(page).getByLabel(`Code that was sent to ${domain}`).fill(code);
  await expectNoViolation(page, 'prove a domain');
  await card(page).getByRole('button', { name: 'Prove' }).click();
  await expect(card(page).getByText('Proven', { exact: true })).toBeVisible();
}

/** Another person confirms it. */
async function confirmByAdmin(browser: Browser, baseURL: string | undefined, path: string): Promise<void> {
  const [admin, adminContext] = await anotherPerson(browser, baseURL, isPhone());
  await openAs(admin, 'admin', path);
  await expectNoViolation(admin, 'confirm a login');
  await card(admin).getByRole('button', { name: 'Confirm This Login' }).click();
  await expect(card(admin).getByText('In use')).toBeVisible();
  await adminContext.close();
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
  await setUp({ page, issuer, domain });
  await card(page).getByRole('button', { name: 'Make a Token' }).click();
  await expect(page.getByRole('dialog', { name: 'Token for your directory' })).toContainText('kerb-scim-');
  await expectNoViolation(page, 'token of a directory', opened);
  await page.getByRole('button', { name: 'I have copied it' }).click();

  await confirmByAdmin(browser, baseURL, settings);

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

const password = 'three words in a row';

/** An organisation of its own, because nobody of it can log in otherwise afterwards, and its manager. */
async function anOrganisation(page: Page, emailAddress: string): Promise<string> {
  // Another admin than the one who confirms the login later: that must be a second person.
  const headers = { authorization: await authorizationOf('adminTwo') };
  const name = `Ridge Homes ${test.info().project.name}`;
  const made = await page.request.post('/v1/tenants', { headers, data: { name } });
  const { id, href } = (await made.json()) as { id: number; href: string };
  const person = { firstName: 'Mara', surname: 'Ridge', emailAddress, tenant: { href }, tenantUserType: 'manager' };
  const invited = await page.request.post('/v1/user-invitations', { headers, data: person });
  expect(invited.status(), await invited.text()).toBe(201);
  await page.goto(await linkFor(page, emailAddress));
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Accept Invitation' }).click();
  await expect(page.getByRole('banner')).toBeVisible();
  return `/agencies/${id}/settings`;
}

test('an organisation that requires its own login refuses passwords and passkeys, and a logout there ends the login here', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const ridge = `ridge-${test.info().project.name}.example.net`.toLowerCase();
  const email = `mara@${ridge}`;
  const claims = { email, email_verified: true, given_name: 'Mara', family_name: 'Ridge' };
  const { issuer, stop, sayLogoutsTo } = await anOpenIdProvider(claims);
  await aDevice(page);
  const path = await anOrganisation(page, email);
  await page.goto('/accounts/account-details');
  await isOnAccount(page);
  await addPasskey(page, 'Laptop');
  await page.goto(path);
  await setUp({ page, issuer, domain: ridge });
  await confirmByAdmin(browser, baseURL, path);
  await page.reload();
  await card(page).getByRole('switch', { name: 'The team logs in with it only' }).click();
  await expectNoViolation(page, 'make it the only login', opened);
  await page.getByRole('dialog').getByRole('button', { name: 'Make it the only login' }).click();

  // A password and a passkey are right, and refused all the same.
  const refusal = /wants its team to log in with its own login. Choose “Continue with your organisation”/;
  await page.context().clearCookies();
  await typePassword(page, email, password);
  await page.getByRole('button', { name: 'Use Your Passkey' }).click();
  await expect(page.getByRole('alert')).toContainText(refusal);
  await expectNoViolation(page, 'a password that is refused');
  await page.goto('/login?back=/accounts/account-details');
  await page.getByRole('button', { name: 'Log In with a Passkey' }).click();
  await expect(page.getByRole('alert')).toContainText(refusal);
  await expectNoViolation(page, 'a passkey that is refused');

  // The provider's login works.
  await page.goto('/login?back=/accounts/account-details');
  await page.getByRole('link', { name: 'Continue with your organisation' }).click();
  await page.getByLabel('Work email address').fill(email);
  const back = page.waitForRequest(/\/login\/organisation\/\d+\/callback/);
  await page.getByRole('button', { name: 'Continue' }).click();
  const { origin, pathname } = new URL((await back).url());
  sayLogoutsTo(`${origin}${pathname.replace('callback', 'logout')}`);
  await isOnAccount(page);

  // The person logs out at the provider, in another tab.
  const elsewhere = await page.context().newPage();
  await elsewhere.goto(`${issuer}/session/end`);
  await elsewhere.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(elsewhere.getByText(/Sign-out Success/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Log In', exact: true })).toBeVisible();
  stop();
});
