import { createHmac } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { expectNoViolation, opened } from './accessibility.ts';
import { facts } from './country.ts';
import { goTo } from './lists.ts';
import { anotherPerson, openAs, openNavigation, openUserMenu, signInByRequest } from './people.ts';

const person = { email: 'lin.trialwood@example.com', password: 'kerb-demo-2026' };

/** The code of a key at a time, as an authenticator app computes it. */
function codeOf(key: string, milliseconds: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...key.replaceAll(' ', '')].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0')).join('');
  const secret = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(milliseconds / 30_000)));
  const mac = createHmac('sha1', secret).update(counter).digest();
  return String((mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

async function typePassword(page: Page, { email, password } = person): Promise<void> {
  await page.goto('/login?back=/accounts/account-details');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
}

test('a user turns two-step login on, logs in with a code and a recovery code, and turns it off', async ({
  page,
  browser,
  baseURL,
}) => {
  await typePassword(page);
  await page.getByRole('button', { name: 'Set Up Two-Step Login' }).click();
  await page.getByLabel('Your password').fill(person.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  const key = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
  await expectNoViolation(page, 'set-up');
  // The previous code, so that the current one is not used yet. It must not become two steps old meanwhile.
  await expect.poll(() => Date.now() % 30_000, { timeout: 15_000 }).toBeLessThan(20_000);
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(key, Date.now() - 30_000));
  await page.getByRole('button', { name: 'Turn On' }).click();
  const shown = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(shown).toHaveCount(10);
  const codes = await shown.allInnerTexts();
  await expectNoViolation(page, 'recovery codes');
  await page.getByRole('button', { name: 'I Have Kept Them' }).click();
  await expect(page.getByText('10 recovery codes left.')).toBeVisible();

  const [visitor, context] = await anotherPerson(browser, baseURL);
  await typePassword(visitor);
  await visitor.getByLabel('Code').fill('nonsense');
  await visitor.getByRole('button', { name: 'Log In' }).click();
  await expect(visitor.getByRole('alert')).toContainText('That code is not right');
  await expectNoViolation(visitor, 'code');
  await visitor.getByLabel('Code').fill(codeOf(key, Date.now()));
  await visitor.getByRole('button', { name: 'Log In' }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Account Details' })).toBeVisible();
  await context.close();

  await page.getByRole('button', { name: 'Turn Off' }).click();
  await page.getByLabel('Your password').fill(person.password);
  await page.getByRole('textbox', { name: 'Code' }).fill(codes[0]!);
  await page.getByRole('button', { name: 'Turn Off' }).click();
  await expect(page.getByRole('button', { name: 'Set Up Two-Step Login' })).toBeVisible();
});

test('a manager requires two-step login of the team, and an employee sets it up at the next log in', async ({
  page,
  browser,
  baseURL,
}) => {
  const employee = { email: 'pia.fableman@example.com', password: person.password };
  const authorization = await signInByRequest(page, 'stylist');
  const session = await page.request.get('/v1/session', { headers: { authorization } });
  const { memberships } = await session.json();
  await page.goto(`/agencies/${memberships[0].tenantId}/settings`);
  const rule = page.getByRole('switch', { name: 'Two-step login is required of everyone in the team' });
  await rule.click();
  await expect(page.getByRole('dialog')).toContainText('Everyone in the team sets it up when they next log in.');
  await expectNoViolation(page, 'require two-step login', opened);
  await page.getByRole('button', { name: 'Require it' }).click();
  await expect(rule).toBeChecked();

  const [visitor, context] = await anotherPerson(browser, baseURL);
  await typePassword(visitor, employee);
  await expect(visitor.getByRole('heading', { name: 'Set up two-step login' })).toBeVisible();
  await expectNoViolation(visitor, 'set-up at log in');
  const key = await visitor.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
  await visitor.getByRole('textbox', { name: 'Code' }).fill('000000');
  await visitor.getByRole('button', { name: 'Turn On and Log In' }).click();
  await expect(visitor.getByRole('alert')).toContainText('That code is not right');
  // The previous code, so that the current one is not used yet. It must not become two steps old meanwhile.
  await expect.poll(() => Date.now() % 30_000, { timeout: 15_000 }).toBeLessThan(20_000);
  await visitor.getByRole('textbox', { name: 'Code' }).fill(codeOf(key, Date.now() - 30_000));
  await visitor.getByRole('button', { name: 'Turn On and Log In' }).click();
  await expect(visitor.getByRole('heading', { name: 'Keep these recovery codes' })).toBeVisible();
  await visitor.getByRole('link', { name: 'I Have Kept Them' }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Account Details' })).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Turn Off' })).toHaveCount(0);

  await visitor.context().clearCookies();
  await typePassword(visitor, employee);
  await visitor.getByRole('textbox', { name: 'Code' }).fill(codeOf(key, Date.now()));
  await visitor.getByRole('button', { name: 'Log In' }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Account Details' })).toBeVisible();
  await context.close();

  await rule.click();
  await expect(rule).not.toBeChecked();
});

test('an admin impersonates a manager, makes a change under their own name, and stops', async ({ page }) => {
  await openAs(page, 'admin');
  await openUserMenu(page, 'admin');
  await page.getByRole('menuitem', { name: 'View as…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('View as').selectOption('A person');
  await dialog.getByRole('combobox', { name: 'Person' }).fill('mockridge');
  await page.getByRole('option', { name: /^Mia Mockridge/ }).click();
  await dialog.getByRole('button', { name: 'Start viewing' }).click();
  const banner = page.getByRole('region', { name: 'Viewing as' });
  await expect(banner).toContainText('You are viewing as Mia Mockridge. Changes are off.');

  await goTo(page, 'Dashboard');
  await page.getByRole('button', { name: 'All Referrals' }).click();
  await page.getByRole('link', { name: 'Team' }).click();
  await page.getByRole('button', { name: 'Give manager access: Omar Exemplar' }).click();
  await expect(page.getByText('You are viewing as someone else. Changes are off.')).toBeVisible();
  await banner.getByRole('button', { name: 'Turn changes on' }).click();
  await expectNoViolation(page, 'turn changes on', opened);
  await page.getByRole('dialog').getByRole('button', { name: 'Turn changes on' }).click();
  await expect(banner).toContainText('Changes are on, and logged under your name.');
  await page.getByRole('button', { name: 'Give manager access: Omar Exemplar' }).click();
  await page.getByRole('button', { name: 'Remove manager access: Omar Exemplar' }).click();
  await expect(page.getByRole('button', { name: 'Give manager access: Omar Exemplar' })).toBeVisible();
  await expectNoViolation(page, 'acting');
  await banner.getByRole('button', { name: 'Stop viewing' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'All Campaigns' })).toBeVisible();
});

test('Support links to the guide and the brochure, which anyone may read', async ({ page, browser, baseURL }) => {
  await openAs(page, 'manager');
  await openNavigation(page);
  await page.getByRole('button', { name: 'Support' }).click();
  const dialog = page.getByRole('dialog', { name: 'Support' });
  await expect(dialog.getByRole('link', { name: 'Promo brochure' })).toHaveCount(facts().hasPromoBrochure ? 1 : 0);
  await expectNoViolation(page, 'support', opened);
  await dialog.getByRole('link', { name: 'User guide' }).click();
  await page.getByRole('link', { name: 'Your team' }).click();
  await expect(page.getByRole('heading', { name: 'Your team' })).toBeInViewport();
  const picture = page.getByRole('img', { name: /^The team screen/ });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200);
  await expectNoViolation(page, 'guide');

  const [visitor, context] = await anotherPerson(browser, baseURL, true);
  await visitor.goto('/brochure');
  await expect(visitor.getByRole('heading', { level: 1, name: 'Pay for your campaign your way' })).toBeVisible();
  await expectNoViolation(visitor, 'brochure');
  await visitor.goto('/promo-brochure');
  const missing = visitor.getByRole('heading', { level: 1, name: 'Page not found' });
  await expect(visitor.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(missing).toHaveCount(facts().hasPromoBrochure ? 0 : 1);
  await context.close();
});
