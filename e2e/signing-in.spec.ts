import { expect, test } from '@playwright/test';
import { expectNoViolation, opened } from './accessibility.ts';
import { isPhone } from './lists.ts';
import { linkFor } from './payers.ts';
import { anotherPerson, openAs, people, signIn } from './people.ts';

const password = 'three words in a row';

test('a person who leaves the page is asked, stays, and later goes on with what they typed', async ({
  page,
  context,
}) => {
  await page.clock.install();
  await signIn(page, 'employee', '/accounts/account-details');
  await page.clock.fastForward('58:10');
  const question = page.getByRole('dialog', { name: 'Are you still there?' });
  await expect(question).toContainText('you will be logged out in two minutes');
  await expectNoViolation(page, 'idle', opened);
  await question.getByRole('button', { name: 'Stay Logged In' }).click();
  await expect(question).toBeHidden();

  const typed = page.getByRole('textbox', { name: 'Current password' });
  await typed.fill('half a password');
  await page.getByRole('textbox', { name: 'New password' }).fill(password);
  const elsewhere = await context.newPage();
  await elsewhere.goto('/logout');
  await elsewhere.getByRole('button', { name: 'Log Out' }).click();
  await expect(elsewhere.getByText('You are logged out.')).toBeVisible();
  await elsewhere.close();
  await page.clock.fastForward('01:01:00');
  const strip = page.getByRole('alert').filter({ hasText: 'Your session has expired.' });
  await expect(strip).toContainText('what you typed here is kept');
  await expectNoViolation(page, 'expired');

  const opening = context.waitForEvent('page');
  await strip.getByRole('link', { name: 'Log In Again' }).click();
  const tab = await opening;
  await tab.getByRole('button', { name: people.employee }).click();
  await expect(tab.getByRole('banner').getByRole('button', { name: people.employee })).toBeVisible();
  await tab.close();
  await page.bringToFront();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(strip).toBeHidden();
  await expect(typed).toHaveValue('half a password');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('That is not your current password.')).toBeVisible();
});

test('a new email address is told to both, and works when it is confirmed from its mailbox', async ({
  page,
  browser,
  baseURL,
}) => {
  const project = test.info().project.name;
  const [before, after] = [`mona.${project}@example.com`, `mona.new.${project}@example.com`];
  await openAs(page, 'admin', '/admin/users');
  await page.getByRole('button', { name: 'Add User' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First Name').fill('Mona');
  await dialog.getByLabel('Surname').fill(project);
  await dialog.getByLabel('Email').fill(before);
  await dialog.getByLabel('Role').selectOption('tenant_user');
  await dialog.getByRole('button', { name: 'Add User' }).click();
  await expect(page.getByRole('dialog', { name: /^Edit User/ })).toBeVisible();

  const [mona, context] = await anotherPerson(browser, baseURL, isPhone());
  await mona.goto(await linkFor(mona, before));
  await mona.getByLabel('New password').fill(password);
  await mona.getByRole('button', { name: 'Save Password' }).click();
  await expect(mona.getByRole('banner').getByRole('button', { name: 'Mona' })).toBeVisible();

  await dialog.getByLabel('Email').fill(after);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(`must confirm ${after}`)).toBeVisible();
  await expect(dialog.getByLabel('Email')).toHaveValue(before);
  await expectNoViolation(page, 'an address that waits', opened);

  await mona.goto(await linkFor(mona, after));
  await expect(mona.getByRole('main')).toContainText(after);
  await expectNoViolation(mona, 'confirm');
  await mona.getByRole('button', { name: 'Confirm' }).click();
  await expect(mona.getByRole('heading', { name: 'Email address confirmed' })).toBeVisible();
  await expectNoViolation(mona, 'confirmed');
  // Somebody else asked for the address, so the password of the old mailbox's owner has ended.
  await expect(mona.getByRole('main')).toContainText('it no longer works');
  await mona.getByRole('link', { name: 'Log in' }).click();
  await mona.getByLabel('Email address').fill(after);
  await mona.getByLabel('Password').fill(password);
  await mona.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(mona.getByRole('alert')).toBeVisible();
  await mona.goto(await linkFor(mona, after));
  await mona.getByLabel('New password').fill(`${password} again`);
  await mona.getByRole('button', { name: 'Save Password' }).click();
  await expect(mona.getByRole('banner').getByRole('button', { name: 'Mona' })).toBeVisible();
  await context.close();
});

test('a login in a new browser is told by mail, and its link ends that login', async ({ page, browser, baseURL }) => {
  const email = 'tala.specimen@example.com';
  const logIn = async (tab: typeof page) => {
    await tab.goto('/login?back=/accounts/account-details');
    await tab.getByLabel('Email address').fill(email);
    await tab.getByLabel('Password').fill('kerb-demo-2026');
    await tab.getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(tab.getByRole('heading', { level: 1, name: 'Account Details' })).toBeVisible();
  };
  await logIn(page);
  const [stranger, context] = await anotherPerson(browser, baseURL, isPhone());
  await logIn(stranger);
  await expect(page.getByText('Where you are logged in')).toBeVisible();

  const [mail, mailbox] = await anotherPerson(browser, baseURL, isPhone());
  await mail.goto('/sandbox/outbox');
  const message = mail.getByRole('article').filter({ hasText: email }).filter({ hasText: 'New login' }).first();
  await mail.goto((await message.getByRole('link', { name: /end-sign-in/ }).getAttribute('href')) ?? '');
  await expect(mail.getByRole('heading', { name: 'End this login?' })).toBeVisible();
  await expectNoViolation(mail, 'end a login');
  await mail.getByRole('button', { name: 'End This Login' }).click();
  await expect(mail.getByRole('status')).toContainText('That browser is logged out.');
  await expectNoViolation(mail, 'login ended');
  await stranger.reload();
  await expect(stranger.getByRole('heading', { name: /^Log in to/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Account Details' })).toBeVisible();
  await mailbox.close();
  await context.close();
});
