import { expect, type Page, test } from '@playwright/test';
import { country, facts } from './country.ts';
import { expectEach, expectNoSidewaysScroll, expectTotal, isPhone, range, savedBy, totalOn } from './lists.ts';
import { openAs, people } from './people.ts';

const ended = ['Complete', 'Cancelled', 'Declined'];

const cards = (page: Page) => page.getByRole('list', { name: 'Referrals' }).getByRole('article');
const shows = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openReferrals(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'All Referrals' }).click();
  await expect(page).toHaveURL(/\/agencies\/\d+\/applications$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Referrals' })).toBeVisible();
  await expect(cards(page).first()).toBeVisible();
}

/** On a phone, rarely used options are collapsed. */
async function unfold(page: Page): Promise<void> {
  if (isPhone()) await page.getByText('More options').click();
}

async function showInProgress(page: Page): Promise<void> {
  const total = await totalOn(page);
  await expect(shows(page, 'Show All')).toHaveAttribute('aria-pressed', 'true');
  await expect(cards(page).filter({ hasText: 'Complete' }).first()).toBeVisible();
  await shows(page, 'Show In Progress').click();
  await expect(shows(page, 'Show In Progress')).toHaveAttribute('aria-pressed', 'true');
  for (const status of ended) await expect(cards(page).filter({ hasText: status })).toHaveCount(0);
  await shows(page, 'Show All').click();
  await expectTotal(page, total);
}

async function filterCustom(page: Page): Promise<void> {
  await shows(page, 'Custom Filter').click();
  const panel = page.getByRole('dialog', { name: 'Custom Filter' });
  const apply = panel.getByRole('button', { name: 'Apply' });
  await expect(apply).toBeDisabled();
  await expect(panel.getByRole('switch', { name: 'Agent Action Suggested' })).not.toBeChecked();
  await panel.getByRole('button', { name: 'Clear all' }).click();
  await expect(panel.getByRole('status')).toHaveText('Switch on at least one status.');
  await panel.getByRole('switch', { name: 'Complete' }).click();
  await expect(panel.getByRole('status')).toHaveText('Switch on at least one finance option.');
  await panel.getByRole('switch', { name: 'Pay Later' }).click();
  await apply.click();
  await expect(shows(page, 'Custom Filter')).toHaveAttribute('aria-pressed', 'true');
  await expectEach(cards(page), 'Complete');
  await expectEach(cards(page), 'Pay Later');
  await shows(page, 'Show All').click();
}

async function chooseMember(page: Page, name: string): Promise<void> {
  const members = page.getByLabel('Team member');
  await expect(members.getByRole('option').first()).toHaveText('All Team Members');
  await members.selectOption(name);
  await expectEach(cards(page), name);
  await members.selectOption('All Team Members');
}

// biome-ignore format: a table
const orders: [by: string, descending: string, ascending: string][] = [
  ['Flow No.',             'Newest',                 'Oldest at top'],
  ['Funding Request Date', 'Upcoming',               'Previous at top'],
  ['Sent Date',            'Most recent',            'Oldest at top'],
  ['Status',               'Most progressed at top', 'Least progressed at top'],
];

async function sortEachWay(page: Page): Promise<void> {
  for (const [by, ...labels] of orders) {
    await page.getByLabel('Sort by').selectOption(by);
    await expect(page.getByLabel('Order').getByRole('option')).toHaveText(labels);
  }
  await page.getByLabel('Order').selectOption('Least progressed at top');
  await expect(cards(page).first()).toContainText(/Cancelled|Declined/);
  await page.getByLabel('Order').selectOption('Most progressed at top');
  await expect(cards(page).first()).toContainText('Complete');
}

async function turnPages(page: Page, total: number): Promise<void> {
  await page.getByLabel('Per page').selectOption('10');
  const above = page.getByRole('navigation', { name: 'Pages', exact: true });
  const below = page.getByRole('navigation', { name: 'Pages, below the list' });
  await expect(cards(page)).toHaveCount(10);
  const first = await cards(page).first().innerText();
  await below.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(range(page)).toHaveText(`11–20 of ${total}`);
  await expect(cards(page).filter({ hasText: first })).toHaveCount(0);
  await above.getByRole('button', { name: 'Page 1', exact: true }).click();
  await expect(range(page)).toHaveText(`1–10 of ${total}`);
}

/** A campaign with the action suggested flag, independent of the demo data and earlier journeys. */
async function flagOne(page: Page, authorization: string): Promise<string> {
  const found = await page.request.get('/v1/agreements?status=waiting-invite&perPage=1', {
    headers: { authorization },
  });
  const [sent] = (await found.json()).items as { id: number }[];
  const data = { actionSuggested: true };
  const saved = await page.request.put(`/v1/agreements/${sent?.id}`, { headers: { authorization }, data });
  expect(saved.ok()).toBe(true);
  return `${country()}${sent?.id}`;
}

async function markDone(page: Page, number: string): Promise<void> {
  const only = page.getByRole('dialog', { name: 'Custom Filter' });
  await shows(page, 'Custom Filter').click();
  await only.getByRole('switch', { name: 'Agent Action Suggested' }).click();
  await only.getByRole('button', { name: 'Apply' }).click();
  await expectEach(cards(page), 'Agent Action Suggested');
  await expect(cards(page).filter({ hasText: number })).toHaveCount(1);
  await shows(page, 'Show All').click();

  const card = cards(page).filter({ hasText: number });
  await expect(card).toContainText('Agent Action Suggested');
  await card.getByRole('button', { name: 'Mark done' }).click();
  await expect(page.getByText('Done', { exact: true })).toBeVisible();
  await expect(card).not.toContainText('Agent Action Suggested');
  await expect(card.getByRole('button', { name: 'Mark done' })).toHaveCount(0);
}

test('a manager filters, sorts, pages and exports the agency’s referrals, and marks an action as done', async ({
  page,
}) => {
  const asked = page.waitForRequest((request) => request.headers().authorization !== undefined);
  await openAs(page, 'manager');
  const flagged = await flagOne(page, (await asked).headers().authorization ?? '');
  await openReferrals(page);
  const total = await totalOn(page);

  await test.step('shows all, or those in progress', () => showInProgress(page));
  await test.step('filters by status and option', () => filterCustom(page));
  await unfold(page);
  await test.step('shows one member of the team', () => chooseMember(page, people.employee));
  await test.step('sorts by each column in both directions', () => sortEachWay(page));
  await test.step('changes pages at the top and at the bottom', () => turnPages(page, total));
  await test.step('saves all of them as CSV', async () => {
    const csv = await savedBy(page, () => page.getByRole('button', { name: 'Export CSV' }).click());
    expect(csv.fileName).toBe(`${facts().agency} ${facts().brand} Campaigns.csv`);
    expect(csv.records).toHaveLength(total);
  });
  for (const file of ['Invoices', 'Payments']) {
    await test.step(`saves the ${file.toLowerCase()} for the books`, async () => {
      await page.getByRole('button', { name: 'For bookkeeping (.csv)' }).click();
      const csv = await savedBy(page, () => page.getByRole('menuitem', { name: file }).click());
      expect(csv.fileName).toBe(`${facts().agency} ${facts().brand} ${file}.csv`);
      expect(csv.records.length).toBeGreaterThan(0);
    });
  }
  await page.getByLabel('Per page').selectOption('100');
  await test.step('marks an action as done in the list', () => markDone(page, flagged));
  if (isPhone()) await test.step('no element is wider than the phone', () => expectNoSidewaysScroll(page));
});

test('an employee sees only their own referrals', async ({ page }) => {
  await openAs(page, 'employee');
  await openReferrals(page);
  await expectEach(cards(page), people.employee);
  await unfold(page);
  await expect(page.getByLabel('Sort by')).toBeVisible();
  await expect(page.getByLabel('Team member')).toHaveCount(0);
});

test('a stylist gets the suggestion for stylists', async ({ page }) => {
  await openAs(page, 'stylist');
  await openReferrals(page);
  await expect(page.getByRole('button', { name: 'Create Styling Referral' })).toBeVisible();
  await shows(page, 'Custom Filter').click();
  const panel = page.getByRole('dialog', { name: 'Custom Filter' });
  await expect(panel.getByRole('switch', { name: 'Stylist Action Suggested' })).toBeVisible();
  await expect(panel.getByRole('switch', { name: /Agent/ })).toHaveCount(0);
});

test('a vendor sees how their campaigns are paid, and goes directly to a single campaign', async ({ page }) => {
  await openAs(page, 'vendor');
  await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
  const own = page.getByRole('list', { name: 'Campaigns' }).getByRole('article');
  // Four from the demo data, plus those of other journeys.
  await expect(own.nth(3)).toBeVisible();
  await expect(
    own
      .filter({
        hasText: /Paid by (Bank Transfer|Credit Card)|Awaiting (Bank Transfer|Credit Card|Payment)|POS Fee Paid/,
      })
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /Export|Create|Mark done/ })).toHaveCount(0);
  await own.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/applications\/\d+$/);

  await page.context().clearCookies();
  await openAs(page, 'vendorOfOne');
  await expect(page).toHaveURL(/\/applications\/\d+$/);
});
