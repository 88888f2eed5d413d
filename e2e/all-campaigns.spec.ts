import { expect, type Locator, type Page, test } from '@playwright/test';
import { country, facts } from './country.ts';
import { expectEach, expectNoSidewaysScroll, expectTotal, goTo, isPhone, savedBy, totalOn } from './lists.ts';
import { openAs, openMoneyScreen } from './people.ts';

const ended = ['Complete', 'Cancelled', 'Declined'];
const open = [
  'Draft',
  'Sent',
  'Awaiting Vendor Info',
  'Submitted',
  'Awaiting Signature or Paid',
  'Signed',
  'Live',
  'Withdrawn',
  'Pending Settlement',
];

const table = (page: Page) => page.getByRole('table', { name: 'Campaigns' });
const cards = (page: Page) => page.getByRole('list', { name: 'Campaigns' }).getByRole('article');
/** The campaigns on the screen, without the table's header row. */
const rows = (page: Page): Locator =>
  isPhone()
    ? cards(page)
    : table(page)
        .getByRole('row')
        .filter({ hasNot: page.getByRole('columnheader') });
const search = (page: Page) => page.getByLabel('Search by status, property address or agent name');
/** The button of the filters. `count` is the number of groups that are not in their usual state. */
const filterButton = (page: Page, count: number) =>
  page.getByRole('button', { name: count === 0 ? 'Filters' : `Filters (${count})`, exact: true });

const numbers = async (page: Page): Promise<number[]> => {
  const texts = await rows(page).allInnerTexts();
  return texts.flatMap((text) => /\bD?(?:AU|NZ)(\d+)/.exec(text)?.slice(1).map(Number) ?? []);
};

async function sortByNumber(page: Page): Promise<void> {
  if (isPhone()) {
    await page.getByText('More options').click();
    await page.getByLabel('Sort by').selectOption('Flow No.');
    await page.getByLabel('Order').selectOption('Oldest at top');
    return;
  }
  const head = page.getByRole('columnheader', { name: 'Flow No.' });
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
}

/** The number of campaigns in a status, from the status bar above the list. */
async function volume(page: Page, status: string): Promise<number> {
  const name = await page
    .getByRole('group', { name: 'Campaigns by status' })
    .getByRole('button', { name: new RegExp(`^${status}: `) })
    .getAttribute('aria-label');
  return Number(/(\d+) campaigns?$/.exec(name ?? '')?.[1]);
}

async function expectWholeList(page: Page): Promise<void> {
  await expect(filterButton(page, 0)).toBeVisible();
  await page.getByLabel('Per page').selectOption('200');
  await expect(rows(page)).toHaveCount(await totalOn(page));
  for (const status of ended) await expect(rows(page).filter({ hasText: status })).toHaveCount(0);
  if (isPhone()) return;
  const volumes = await Promise.all(open.map((status) => volume(page, status)));
  await expectTotal(
    page,
    volumes.reduce((sum, count) => sum + count),
  );
}

async function filterByStatus(page: Page, status: string): Promise<void> {
  await filterButton(page, 0).click();
  const panel = page.getByRole('dialog', { name: 'Filters' });
  const apply = panel.getByRole('button', { name: 'Apply' });
  const complete = panel.getByRole('switch', { name: 'Complete' });
  await expect(apply).toBeDisabled();
  await complete.click();
  await expect(apply).toBeEnabled();
  await complete.click();
  await expect(apply).toBeDisabled();
  await panel.getByRole('button', { name: 'Clear all' }).click();
  await expect(panel.getByRole('status')).toHaveText('Switch on at least one status.');
  await expect(apply).toBeDisabled();
  await panel.getByRole('switch', { name: status, exact: true }).click();
  await expect(panel.getByRole('status')).toHaveText('Switch on at least one finance option.');
  const options = panel.getByRole('group', { name: 'Finance option' }).getByRole('switch');
  for (const option of await options.all()) await option.click();
  await apply.click();
  await expect(filterButton(page, 1)).toBeVisible();
  await expectEach(rows(page), status);
  if (!isPhone()) await expectTotal(page, await volume(page, status));
}

async function filterByStrip(page: Page, status: string): Promise<void> {
  const count = await volume(page, status);
  const button = page.getByRole('button', { name: new RegExp(`^${status}: `) });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expectTotal(page, count);
  await expectEach(rows(page), status);
  await button.click();
  await expect(filterButton(page, 0)).toBeVisible();
}

async function searchByWord(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeDisabled();
  await search(page).fill('  Erin Sampleton ');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  // Only the cards show the agent's name.
  if (!isPhone()) await page.getByRole('button', { name: 'List view' }).click();
  await expectEach(cards(page), 'Erin Sampleton');
  if (!isPhone()) await page.getByRole('button', { name: 'Table view' }).click();

  await search(page).fill('withdrawn');
  await search(page).press('Enter');
  await expectEach(rows(page), 'Withdrawn');
  if (!isPhone()) await expectTotal(page, await volume(page, 'Withdrawn'));
  await search(page).fill('nothing is called that');
  await search(page).press('Enter');
  await expect(page.getByText('There are no matching campaigns.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search', exact: true }).click();
  await expect(rows(page).first()).toBeVisible();
}

/** A phone has cards and no table toggle, and the first card is on the first screen. */
async function expectPhoneList(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Table view' })).toHaveCount(0);
  const top = (await cards(page).first().boundingBox())?.y ?? Number.POSITIVE_INFINITY;
  expect(top).toBeLessThan(560);
}

test('an admin filters, sorts and searches All Campaigns, and the address keeps the state', async ({ page }) => {
  await openAs(page, 'admin');
  await expect(rows(page).first()).toBeVisible();
  await expect(table(page)).toHaveCount(isPhone() ? 0 : 1);
  const total = await totalOn(page);
  if (isPhone()) await test.step('the phone begins with cards', () => expectPhoneList(page));

  await test.step('the list opens with nine statuses and no ended campaign', () => expectWholeList(page));
  if (!isPhone())
    await test.step('the status bar filters by one status, then shows all again', () => filterByStrip(page, 'Sent'));
  await test.step('a search word finds statuses and agents, and can be cleared', async () => {
    await searchByWord(page);
    await expectTotal(page, total);
  });
  await test.step('the status filter keeps its switches after Apply', () => filterByStatus(page, 'Live'));
  await test.step('the list is sorted by number', async () => {
    await sortByNumber(page);
    await expect(page).toHaveURL(/sortBy=id/);
    const oldestFirst = (await numbers(page)).toSorted((one, other) => one - other);
    expect(oldestFirst).toHaveLength(await totalOn(page));
    await expect.poll(() => numbers(page)).toEqual(oldestFirst);
  });
  await test.step('a reload, and a visit to another screen, keep the filters, sort and search', async () => {
    const ids = await numbers(page);
    const address = page.url();
    await page.reload();
    await expect.poll(() => numbers(page)).toEqual(ids);
    await goTo(page, 'Users');
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
    await goTo(page, 'Admin');
    await expect(page).toHaveURL(address);
    await expect.poll(() => numbers(page)).toEqual(ids);
    await expect(filterButton(page, 1)).toBeVisible();
  });
  if (isPhone()) await test.step('no element is wider than the phone', () => expectNoSidewaysScroll(page));
});

test('filters that only an address can set are named, and removed by a press', async ({ page }) => {
  await openAs(page, 'admin', '/?tenantId=3');
  const chips = page.getByRole('list', { name: 'Also filtered by' });
  await expect(chips).toHaveText(/^Organisation: [A-Z]/);
  const narrowed = await totalOn(page);
  await chips.getByRole('button', { name: /^Remove filter: Organisation / }).click();
  await expect(chips).toHaveCount(0);
  await expect.poll(() => totalOn(page)).toBeGreaterThan(narrowed);
});

async function chooseColumns(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Columns' }).click();
  const panel = page.getByRole('dialog', { name: 'Columns' });
  await panel.getByRole('switch', { name: 'Option' }).click();
  await expect(page.getByRole('columnheader', { name: 'Option' })).toHaveCount(0);
  await panel.getByRole('button', { name: 'Move Status up' }).click();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expectColumns(page, ['Flow No.', 'Campaign', 'Status', 'Organisation', 'Budget']);
}

async function expectColumns(page: Page, names: string[]): Promise<void> {
  const heads = page.getByRole('columnheader');
  await expect(heads.nth(names.length - 1)).toHaveText(names.at(-1) ?? '');
  expect((await heads.allInnerTexts()).slice(0, names.length)).toEqual(names);
}

test('an admin saves the list as a named view, leaves it, opens it again and deletes it', async ({ page }) => {
  const name = `Live ${test.info().project.name}`;
  const views = page.getByRole('dialog', { name: 'Views' });
  await openAs(page, 'admin', '/?status=executed&sortBy=id&perPage=50');
  await expectEach(rows(page), 'Live');
  if (!isPhone()) await chooseColumns(page);
  const ids = await numbers(page);

  await page.getByRole('button', { name: 'Views' }).click();
  await views.getByLabel('Name of this view').fill(name);
  await views.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await page.getByRole('button', { name, exact: true }).click();
  await views.getByRole('button', { name: 'Leave this view' }).click();
  await expect(filterButton(page, 0)).toBeVisible();
  if (!isPhone()) await expectColumns(page, ['Flow No.', 'Campaign', 'Organisation', 'Status', 'Option']);

  await page.getByRole('button', { name: 'Views' }).click();
  await views.getByRole('button', { name, exact: true }).click();
  await expect.poll(() => numbers(page)).toEqual(ids);
  await expect(page.getByLabel('Per page')).toHaveValue('50');
  if (!isPhone()) await expectColumns(page, ['Flow No.', 'Campaign', 'Status', 'Organisation', 'Budget']);

  await page.getByRole('button', { name, exact: true }).click();
  await views.getByRole('button', { name: `Delete ${name}` }).click();
  const question = page.getByRole('dialog', { name: 'Delete this view?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Done', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Views' }).click();
  await expect(views.getByLabel('Name of this view')).toBeVisible();
  await expect(views.getByRole('button', { name, exact: true })).toHaveCount(0);
});

/** On a desktop with the keyboard: two rows down, one up, Enter. */
async function openFirst(page: Page): Promise<void> {
  if (isPhone()) return cards(page).first().getByRole('link').first().click();
  const link = (place: number) => rows(page).nth(place).getByRole('link').first();
  await page.keyboard.press('j');
  await expect(link(0)).toBeFocused();
  await page.keyboard.press('j');
  await expect(link(1)).toBeFocused();
  await page.keyboard.press('k');
  await expect(link(0)).toBeFocused();
  await page.keyboard.press('Enter');
}

test('an admin goes from one campaign of a filtered list to the next, and to any campaign by its Flow No.', async ({
  page,
}) => {
  await openAs(page, 'admin', '/?status=withdrawn&sortBy=id');
  await expectEach(rows(page), 'Withdrawn');
  const [first, second] = await numbers(page);
  const total = await totalOn(page);
  const at = (id: number | undefined) => expect(page).toHaveURL(new RegExp(`/agencies/\\d+/applications/${id}$`));

  await openFirst(page);
  await at(first);
  const trail = page.getByRole('navigation', { name: 'Campaigns of the list' });
  await expect(trail).toHaveText(`1 of ${total}`);
  await expect(trail.getByRole('link', { name: 'Previous campaign' })).toHaveCount(0);
  await trail.getByRole('link', { name: 'Next campaign' }).click();
  await at(second);
  await expect(trail).toHaveText(`2 of ${total}`);
  await trail.getByRole('link', { name: 'Previous campaign' }).click();
  await at(first);

  await goTo(page, 'Admin');
  const box = page.getByLabel('Flow No.');
  const warning = page.getByText('No campaign found with this ID.');
  await box.press('Enter');
  await page.getByRole('button', { name: 'Go', exact: true }).click();
  await expect(page).toHaveURL(/\/\?/);
  await expect(warning).toHaveCount(0);
  await box.fill('999999999');
  await box.press('Enter');
  await expect(warning).toBeVisible();
  await box.fill(`${country()}${second}`);
  await page.getByRole('button', { name: 'Go', exact: true }).click();
  await at(second);
});

test('an admin saves the list and a report as CSV, and sees what is owed', async ({ page }) => {
  await openAs(page, 'admin');
  await expect(rows(page).first()).toBeVisible();
  const campaigns = await savedBy(page, () => page.getByRole('button', { name: 'Export campaigns as CSV' }).click());
  expect(campaigns.fileName).toBe(`${facts().brand} Campaigns.csv`);
  expect(campaigns.startsWithMark).toBe(true);
  expect(campaigns.head).toMatch(/^\uFEFF"?Flow No\./);
  expect(campaigns.records).toHaveLength(await totalOn(page));

  await page.getByRole('button', { name: 'Reports (.csv)' }).click();
  const item = page.getByRole('menuitem', { name: 'Organisations' });
  const organisations = await savedBy(page, () => item.click());
  expect(organisations.fileName).toBe(`${facts().brand} Organisations.csv`);
  expect(organisations.records.join()).toContain('Cushion & Co Styling');
  const typed = await savedBy(page, async () => {
    await page.goto('/reports/organisations');
  });
  expect(typed.fileName).toBe(organisations.fileName);
  await page.getByRole('main').getByRole('link', { name: 'All Campaigns' }).click();

  await openMoneyScreen(page, 'Batch Payments');
  await expect(page.getByRole('heading', { level: 1, name: 'Batch Payments' })).toBeVisible();
  await expect(page.getByText(/^Due to organisations now: \$[\d,.]+\. Total owed: \$[\d,.]+\.$/)).toBeVisible();
});
