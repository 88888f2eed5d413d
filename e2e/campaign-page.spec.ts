import { expect, type Page, test } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';
import { card, files, raiseCampaign, saveCard } from './campaigns.ts';
import { headingsFor } from './cards.ts';
import { expectQuestion } from './checkout.ts';
import { facts } from './country.ts';
import { expectNoSidewaysScroll, isPhone } from './lists.ts';
import { printedText } from './paper.ts';
import { anotherPerson, openAs, people } from './people.ts';
import { sendAsShown } from './sending.ts';

const supporting = 'Supporting Documents (visible to payers)';

/** Each screen width uses its own house number. */
const anAddress = () => facts().addressAt(isPhone() ? 26 : 24);

async function addProperty(page: Page) {
  const { typed, whole } = anAddress();
  await page.getByRole('button', { name: 'Add property (optional)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Property' });
  const search = dialog.getByRole('combobox', { name: 'Property Address' });
  await search.fill(typed);
  await expect(dialog.getByRole('option', { name: whole })).toBeVisible();
  await search.press('ArrowDown');
  await search.press('Enter');
  await expect(dialog.getByText(whole)).toBeVisible();

  const low = dialog.getByLabel('Search Price Low');
  const high = dialog.getByLabel('Search Price High');
  await low.fill('1.2');
  await high.fill('1.1');
  await expect(low).toHaveValue('1,200,000');
  await dialog.getByLabel('Nature of Ownership').selectOption({ label: 'Investment' });
  await dialog.getByRole('button', { name: 'Add Property' }).click();
  await expect(dialog.getByText('Search Price High should be higher than Search Price Low.')).toBeVisible();
  await high.fill('1.35');
  await dialog.getByRole('button', { name: 'Add Property' }).click();

  await expect(page.getByText('Property Added')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(whole);
  await expect(card(page, 'Property')).toContainText(whole);
  await expect(card(page, 'Property')).toContainText('$1,350,000');
}

async function addPhoto(page: Page) {
  const property = card(page, 'Property');
  const chooser = page.getByLabel('Photo of the property: choose a file');
  await chooser.setInputFiles(files.picture);
  await expect(property.getByText(/^The photo is too small\./)).toBeVisible();
  await chooser.setInputFiles(files.photo);
  await expect(page.getByText('Photo saved')).toBeVisible();
  const shown = { name: anAddress().whole };
  await expect(property.getByRole('img', shown)).toBeVisible();
  await expect(card(page, 'Campaign').getByRole('img', shown)).toBeVisible();
  await expectNoViolation(page, 'a campaign with a photo');
  await property.getByRole('button', { name: 'Remove photo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove photo' }).click();
  await expect(page.getByText('Photo removed')).toBeVisible();
  await expect(page.getByRole('img', shown)).toHaveCount(0);
}

async function editContacts(page: Page) {
  const contacts = card(page, 'Contacts');
  await contacts.getByRole('button', { name: 'Edit contacts' }).click();
  const agent = contacts.getByRole('group', { name: 'Agent', exact: true });
  await expect(contacts.getByRole('group', { name: facts().conveyancer, exact: true })).toBeVisible();
  await agent.getByLabel('First Name').fill('Noor');
  await agent.getByLabel('Surname').fill('Proverb');
  await agent.getByRole('textbox', { name: 'Email', exact: true }).fill('noor@example.com');
  const copies = agent.getByLabel('Agent CC emails');
  await copies.fill('one@example.com;two@example');
  await agent.getByLabel('Organisation').fill('Proverb & Co');
  await expect(agent.getByText('That email address is not valid.')).toBeVisible();
  await expect(contacts.getByRole('button', { name: 'Save' })).toBeDisabled();
  await expect(agent.getByLabel('First Name')).toHaveValue('Noor');
  await expect(copies).toHaveValue('one@example.com, two@example');
  await copies.fill('one@example.com;two@example.com');
  await contacts.getByLabel(`No ${facts().conveyancer.toLowerCase()}`).check();
  await saveCard(contacts);
  await expect(contacts).toContainText('Noor Proverb');
  await expect(contacts).toContainText('one@example.com, two@example.com');
  await expect(contacts).toContainText(`There is no ${facts().conveyancer.toLowerCase()}.`);
}

async function changeBudget(page: Page) {
  const budget = card(page, 'Campaign Budget');
  const notice = budget.getByText('A Marketing Schedule is required for campaigns over $10,000. Please add it here.');
  const amount = budget.getByRole('textbox', { name: 'Campaign Budget', exact: true });
  await expect(notice).toHaveCount(0);
  await amount.fill('$12,345.50');
  await saveCard(budget);
  await expect(amount).toHaveValue('12,345.50');
  await expect(card(page, 'Funding')).toContainText('$12,345.50');
  await expect(notice).toHaveCount(facts().needsMarketingSchedule ? 1 : 0);
}

async function fileDocuments(page: Page) {
  const internal = card(page, 'Internal Documents');
  await page.getByLabel('Internal Documents: choose files').setInputFiles([files.picture, files.tooLarge]);
  await expect(internal.getByText('File too large. Maximum upload size 8MB', { exact: true })).toBeVisible();
  await internal.getByRole('button', { name: files.picture.name, exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('img', { name: files.picture.name })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByLabel(`${supporting}: choose files`).setInputFiles(files.page);
  await card(page, supporting).getByRole('button', { name: files.page.name, exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Open in a new tab' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await internal.getByRole('button', { name: `Delete: ${files.picture.name}` }).click();
  const question = page.getByRole('dialog');
  await expect(question.getByText('Permanently delete this file?')).toBeVisible();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(internal.getByText('No documents have been added yet.')).toBeVisible();
}

async function writeNotesAndListing(page: Page) {
  const notes = card(page, 'Campaign Notes');
  await notes.getByLabel('Notes', { exact: true }).fill('Rang the agent.');
  await saveCard(notes);
  await expect(page.getByText('Saved Notes')).toBeVisible();
  const listing = card(page, 'Property Listing');
  await listing.getByLabel('Listing URL').fill('https://listing.example/24');
  await saveCard(listing);
  await expect(listing.getByRole('link')).toHaveAttribute('href', 'https://listing.example/24');
}

async function readHistory(page: Page) {
  await page.getByRole('button', { name: 'Show History' }).click();
  const log = card(page, 'Audit Log');
  await expect(log.getByText('Property attached')).toBeVisible();
  for (const happened of ['Document added', 'Document removed', 'Photo of the property removed']) {
    await expect(log.getByText(happened).first()).toBeVisible();
  }
  const closed = log.getByRole('button', { name: 'Show Details' });
  for (let left = await closed.count(); left > 0; left -= 1) await closed.first().click();
  // On a phone a log entry is a list item too and contains its changes.
  const changes = log.getByRole('listitem').filter({ hasNot: page.getByRole('listitem') });
  for (const change of [
    'Campaign Budget $4,200 → $12,345.50',
    'Search Price Low nothing → $1,200,000',
    'Nature of Ownership nothing → Investment',
    'Agent First Name nothing → Noor',
    `No ${facts().conveyancer} No → Yes`,
    'Property Listing nothing → https://listing.example/24',
    'Campaign Notes nothing → Rang the agent.',
  ]) {
    await expect(changes.filter({ hasText: change })).toHaveCount(1);
  }
}

async function printCampaign(page: Page) {
  await page.getByRole('button', { name: 'More actions' }).click();
  const loaded = page.waitForFunction(() => new Promise((resolve) => window.addEventListener('beforeprint', resolve)));
  await page.getByRole('menuitem', { name: 'Print', exact: true }).click();
  await loaded;
  const text = await printedText(page);
  for (const part of [
    anAddress().whole,
    'Flow No.',
    'Draft',
    'Perry Field',
    'Noor Proverb',
    'noor@example.com',
    '$12,345.50',
    'Pay Upfront',
    'Funding Request Date',
    'Mon 1 Mar 2027',
    files.page.name,
    'Rang the agent.',
  ]) {
    expect(text).toContain(part);
  }
  for (const other of ['More actions', 'Organisations', 'Save', 'Edit', 'Audit Log', '/pay/', 'Not loaded']) {
    expect(text).not.toContain(other);
  }
}

test('an admin fills in a campaign’s page card by card, and reads every change in the history', async ({ page }) => {
  const { path } = await raiseCampaign(page, 'admin');
  await page.goto(path);
  await test.step('the property is found by its address, which becomes the title', () => addProperty(page));
  await test.step('a photo of the property is shown, and removed again', () => addPhoto(page));
  await test.step('wrong contacts are refused and keep what was typed', () => editContacts(page));
  await test.step('a large budget needs a schedule in Australia', () => changeBudget(page));
  await test.step('documents are uploaded, previewed and deleted', () => fileDocuments(page));
  await test.step('notes and listing are saved', () => writeNotesAndListing(page));
  await test.step('the history describes the changes in words', () => readHistory(page));
  if (isPhone()) await expectNoSidewaysScroll(page);
  await test.step('on paper is what a person needs, and nothing else', () => printCampaign(page));
});

async function expectCards(page: Page, names: string[]) {
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(names);
  const sidebar = page.getByRole('complementary', { name: 'Status and funding' });
  await expect(sidebar).toHaveCount(names.includes('Status') && !isPhone() ? 1 : 0);
  await expectNoSidewaysScroll(page);
}

test('each reader sees exactly the cards that are theirs', async ({ page, browser, baseURL }) => {
  const { path, payerEmail } = await raiseCampaign(page, 'employee');
  await page.goto(path);
  await test.step(`the employee who is the campaign’s agent, ${people.employee}`, () =>
    expectCards(page, headingsFor('team', 'draft')));
  await sendAsShown(page, page.getByRole('button', { name: 'Send to 1 payer(s)' }));
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible();

  for (const [who, reader] of [
    ['manager', 'team'],
    ['admin', 'admin'],
  ] as const) {
    const [theirs, context] = await anotherPerson(browser, baseURL, isPhone());
    await openAs(theirs, who, path);
    await test.step(who, () => expectCards(theirs, headingsFor(reader, 'waiting-invite')));
    await context.close();
  }

  const [payer, context] = await anotherPerson(browser, baseURL, isPhone());
  await payer.goto('/sandbox/outbox');
  const message = payer.getByRole('article').filter({ hasText: payerEmail });
  await payer.goto((await message.getByRole('link', { name: /\/pay\// }).getAttribute('href')) ?? '');
  await expectQuestion(payer, 'How would you like to pay?');
  await payer.getByRole('button', { name: 'See the details' }).click();
  const consent = payer.getByRole('checkbox', { name: /may correct the details of the property/ });
  await consent.click();
  await expect(payer.getByText('Saved', { exact: true })).toBeVisible();
  await expect(consent).toBeChecked();
  await context.close();
});
