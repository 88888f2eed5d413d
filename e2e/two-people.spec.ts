import { expect, type Page, test } from '@playwright/test';
import { expectNoViolation, opened } from './accessibility.ts';
import { card, raiseCampaign, saveCard } from './campaigns.ts';
import { isPhone } from './lists.ts';
import { anotherPerson, openAs } from './people.ts';

test('two people can save different cards at once, and get a conflict in the same card', async ({
  page,
  browser,
  baseURL,
}) => {
  const { path } = await raiseCampaign(page, 'admin');
  const [managers, context] = await anotherPerson(browser, baseURL, isPhone());
  await openAs(managers, 'manager', path);
  await page.goto(path);
  const [mine, theirs] = [card(page, 'Property Listing'), card(managers, 'Property Listing')];

  await test.step('contacts and listing do not conflict', async () => {
    await theirs.getByLabel('Listing URL').fill('https://listing.example/first');
    await card(page, 'Contacts').getByRole('button', { name: 'Edit contacts' }).click();
    await card(page, 'Contacts').getByLabel('No agency').check();
    await saveCard(card(page, 'Contacts'));
    await saveCard(theirs);
    await expect(theirs.getByRole('link')).toHaveText('https://listing.example/first');
  });

  await test.step('the same card conflicts: nothing typed is lost, and it may overwrite the other save', async () => {
    await page.reload();
    await expect(mine.getByRole('link')).toHaveText('https://listing.example/first');
    await expect(card(page, 'Contacts')).toContainText('There is no agency.');
    await mine.getByLabel('Listing URL').fill('https://listing.example/mine');
    await theirs.getByLabel('Listing URL').fill('https://listing.example/theirs');
    await saveCard(theirs);
    await mine.getByRole('button', { name: 'Save' }).click();
    await expect(mine.getByRole('alert')).toContainText('Someone else has changed this since you opened it.');
    await expect(mine.getByLabel('Listing URL')).toHaveValue('https://listing.example/mine');
    await mine.getByRole('button', { name: 'Keep what I typed' }).click();
    await expect(mine.getByRole('alert')).toHaveCount(0);
    await expect(mine.getByRole('link')).toHaveText('https://listing.example/theirs');
    await saveCard(mine);
    await expect(mine.getByRole('link')).toHaveText('https://listing.example/mine');
  });
  await context.close();
});

const waitingFor = (page: Page, name: string) =>
  card(page, 'Waiting for a second person').getByRole('listitem').filter({ hasText: name });

test('one admin asks for a new admin, and only another admin can confirm it', async ({ page, browser, baseURL }) => {
  const name = `Nora ${test.info().project.name}`;
  const emailAddress = `nora.${test.info().project.name.toLowerCase().replaceAll(/\W/g, '')}@example.com`;
  await openAs(page, 'admin', '/admin/users');
  await page.getByRole('button', { name: 'Add User' }).click();
  const adding = page.getByRole('dialog');
  await adding.getByLabel('First Name').fill('Nora');
  await adding.getByLabel('Surname').fill(test.info().project.name);
  await adding.getByLabel('Email').fill(emailAddress);
  await adding.getByLabel('Role').selectOption('Administrator');
  await adding.getByRole('button', { name: 'Add User' }).click();
  await expect(adding.getByText('Write why, for the person who confirms it.')).toBeVisible();
  await expect(adding.getByLabel('Email')).toHaveValue(emailAddress);
  await adding.getByLabel('Reason').fill('Approves batches during the holidays');
  await expectNoViolation(page, 'a new admin with a reason', opened);
  await adding.getByRole('button', { name: 'Add User' }).click();
  await expect(page.getByText('Asked. Another admin has to confirm it.')).toBeVisible();
  await expect(page.getByRole('dialog').getByLabel('Role')).toHaveValue('tenant_user');
  await page.reload();
  const waiting = waitingFor(page, name);
  await expect(waiting).toContainText('You asked for this, so someone else has to confirm it.');
  await expect(waiting.getByRole('button', { name: 'Confirm' })).toHaveCount(0);
  await expect(waiting.getByRole('button', { name: 'Withdraw' })).toBeVisible();

  const [others, context] = await anotherPerson(browser, baseURL, isPhone());
  await openAs(others, 'adminTwo', '/admin/users');
  const theirs = waitingFor(others, name);
  await expect(theirs).toContainText('Approves batches during the holidays');
  await expectNoViolation(others, 'acts that wait for a second person');
  await theirs.getByRole('button', { name: 'Confirm' }).click();
  await others.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(theirs).toHaveCount(0);
  await others.getByLabel('Filter users').fill(emailAddress);
  await expect(others.getByText('Administrator').first()).toBeVisible();
  await context.close();
});
