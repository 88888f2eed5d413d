import { expect, type Page, test } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';
import { facts } from './country.ts';
import { expectEach, expectNoSidewaysScroll, isPhone } from './lists.ts';
import { openAs } from './people.ts';

const office = (page: Page) => page.getByLabel('Office', { exact: true });
const chosenOrganisation = (page: Page) => office(page).getByRole('option', { selected: true });
const inProgress = (page: Page) => page.getByRole('region', { name: 'In Progress' });
const funded = (page: Page) => page.getByRole('region', { name: 'Total Funded' });
const allReferrals = (page: Page) => page.getByRole('button', { name: 'All Referrals' });
const create = (page: Page) => page.getByRole('button', { name: 'Create New Referral' });

/** The current financial year and the one before, by the month in which they begin. */
function yearLabels(): [last: string, current: string] {
  const { beginsIn, timeZone } = facts().financialYear;
  const { year, month } = Temporal.Now.plainDateISO(timeZone);
  const first = month >= beginsIn ? year : year - 1;
  const label = (from: number) => `FY${String(from).slice(-2)}/${String(from + 1).slice(-2)}`;
  return [label(first - 1), label(first)];
}

/** A click on the first segment of a bar lists its campaigns and changes the address. Back undoes it. */
async function pressSegment(page: Page): Promise<void> {
  const segment = inProgress(page).getByRole('button').first();
  const [, title = '', count = ''] =
    /^(.+): (\d+) campaigns?$/.exec((await segment.getAttribute('aria-label')) ?? '') ?? [];
  const listed = page.getByRole('list', { name: title, exact: true }).getByRole('article');
  await expect(listed).toHaveCount(0);
  await segment.click();
  await expect(segment).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('heading', { level: 2, name: `${title} (${count})` })).toBeVisible();
  await expect(listed).toHaveCount(Number(count));
  await expect(page).toHaveURL(/[?&]bar=[a-z-]+/);
  await expect(page).toHaveURL(/[?&]age=(red|yellow|green)/);
  await page.goBack();
  await expect(page).not.toHaveURL(/bar=/);
  await expect(segment).toHaveAttribute('aria-pressed', 'false');
  await expect(listed).toHaveCount(0);
  await page.goForward();
  await expect(listed).toHaveCount(Number(count));
  await page.reload();
  await expect(segment).toHaveAttribute('aria-pressed', 'true');
  await expect(listed).toHaveCount(Number(count));
  await page.goBack();
  await expect(segment).toHaveAttribute('aria-pressed', 'false');
  await expect(page).not.toHaveURL(/bar=/);
}

/** The line below the bars lists the campaigns that are paid and wait for their transfer. */
async function listPaid(page: Page): Promise<void> {
  const line = inProgress(page).getByRole('button', { name: /^\d+ paid, waiting for (its|their) transfer$/ });
  const count = Number.parseInt((await line.textContent()) ?? '', 10);
  await line.click();
  const listed = page.getByRole('list', { name: 'Paid, waiting for their transfer' }).getByRole('article');
  await expect(listed).toHaveCount(count);
  await expect(listed.first().getByText('Paid', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/[?&]bar=paid/);
  await expectNoSidewaysScroll(page);
  await page.goBack();
  await expect(page).not.toHaveURL(/bar=/);
}

async function searchAll(page: Page): Promise<void> {
  const search = page.getByLabel('Search campaigns');
  await search.fill('nothing is called that');
  await search.press('Enter');
  await expect(page.getByText('No results', { exact: true })).toBeVisible();
  await search.fill('live');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const found = page.getByRole('list', { name: 'Search results' }).getByRole('article');
  await expect(found.first()).toContainText('Live');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(inProgress(page)).toBeVisible();
}

/** Each person of the team leads to their campaigns; the period changes the figures; the people are saved as a file. */
async function readTeam(page: Page): Promise<void> {
  const team = page.getByRole('region', { name: 'Team', exact: true });
  const person = team.getByRole('link').first();
  await expect(person).toBeVisible();
  await team.getByRole('button', { name: '12 months' }).click();
  await expect(team.getByRole('button', { name: '12 months' })).toHaveAttribute('aria-pressed', 'true');
  const steps = page.getByRole('table', { name: 'Campaigns by step' }).getByRole('row');
  await expect(steps).toHaveCount(6);
  await expect(page.getByRole('region', { name: 'Money', exact: true })).toContainText(/Payment day/);
  const saved = page.waitForEvent('download');
  await team.getByRole('button', { name: 'Save CSV' }).click();
  expect((await saved).suggestedFilename()).toBe('team-figures.csv');
  await expectNoViolation(page, 'the figures of a team');
  await person.click();
  await expect(page).toHaveURL(/\/agencies\/\d+\/applications\?agentUserId=\d+$/);
  await page.goBack();
  await expect(inProgress(page)).toBeVisible();
}

test('a manager finds the organisation selected, opens the bars, searches, and creates a referral for it', async ({
  page,
}) => {
  await openAs(page, 'manager');
  await expect(chosenOrganisation(page)).toHaveText(facts().agency);
  await test.step('a segment of a bar lists its campaigns', () => pressSegment(page));
  await test.step('the line below the bars lists what is paid', () => listPaid(page));
  await test.step('a search finds campaigns, or says that there are no results', () => searchAll(page));
  await test.step('the funded amount is shown beside last year’s', async () => {
    const [last, current] = yearLabels();
    await expect(funded(page)).toContainText(new RegExp(`\\$[\\d,.]+${current} so far, \\d+ campaigns?`));
    await expect(funded(page)).toContainText(new RegExp(`${last}: \\$[\\d,.]+ to the same date, \\$[\\d,.]+ in all`));
    await expect(funded(page).getByRole('list', { name: 'Years' }).getByRole('listitem')).toHaveText([last, current]);
  });
  await test.step('the figures of the team lead to its campaigns', () => readTeam(page));
  await test.step('a dismissed notice does not come back', async () => {
    const notice = page.getByRole('complementary', { name: 'Happy holidays from all of us' });
    const stored = page.waitForResponse('**/v1/account/dismissed-banners');
    await notice.getByRole('button', { name: 'Dismiss: Happy holidays from all of us' }).click();
    await stored;
    await expect(notice).toHaveCount(0);
    await page.reload();
    await expect(inProgress(page)).toBeVisible();
    await expect(notice).toHaveCount(0);
  });
  if (isPhone()) await test.step('no element is wider than the phone', () => expectNoSidewaysScroll(page));
  await test.step('a referral is created for the organisation, and one click lists all of its referrals', async () => {
    await create(page).click();
    const dialog = page.getByRole('dialog', { name: 'Create Marketing Referral' });
    await expect(dialog).toContainText(facts().agency);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await allReferrals(page).click();
    await expect(page).toHaveURL(/\/agencies\/\d+\/applications$/);
    await expect(page.getByRole('navigation', { name: facts().agency })).toBeVisible();
  });
});

test('an admin must choose an organisation first; a manager of two sees both until one is chosen', async ({ page }) => {
  await openAs(page, 'admin', '/agencies/dashboard');
  await expect(chosenOrganisation(page)).toHaveText('Choose an office');
  await expect(page.getByText('Choose an office to see its dashboard.')).toBeVisible();
  await expect(inProgress(page)).toHaveCount(0);
  for (const action of [allReferrals(page), create(page)]) await expect(action).toBeDisabled();
  await office(page).selectOption(facts().agency);
  await expect(inProgress(page).getByRole('button').first()).toBeVisible();
  await expect(page).toHaveURL(/tenantId=\d+/);
  for (const action of [allReferrals(page), create(page)]) await expect(action).toBeEnabled();

  await page.context().clearCookies();
  await openAs(page, 'stranger');
  const waiting = page.getByRole('article');
  const [one = '', other = ''] = facts().twoAgencies;
  await expect(office(page).getByRole('option')).toHaveText(['All Offices', one, other]);
  await expect(chosenOrganisation(page)).toHaveText('All Offices');
  for (const action of [allReferrals(page), create(page)]) await expect(action).toBeDisabled();
  for (const name of [one, other]) await expect(waiting.filter({ hasText: name }).first()).toBeVisible();
  await office(page).selectOption(one);
  await expectEach(waiting, one);
  for (const action of [allReferrals(page), create(page)]) await expect(action).toBeEnabled();
});
