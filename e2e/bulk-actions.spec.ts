import { expect, type Page, test } from '@playwright/test';
import { expectNoViolation, opened } from './accessibility.ts';
import { expectNoSidewaysScroll, isPhone, savedBy } from './lists.ts';
import { openAs, people } from './people.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Selected campaigns' });
const boxes = (page: Page) => page.getByRole('checkbox', { name: /^Select / });
const outcomes = (page: Page) =>
  bar(page).getByRole('list', { name: 'Outcome of each campaign' }).getByRole('listitem');

async function beginSelecting(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await expect(bar(page).getByText('No campaign selected')).toBeVisible();
  await expect(boxes(page).first()).toBeVisible();
}

/** On a phone the bar stays in the window at each place of the list, and does not cover its last row. */
async function expectInReach(page: Page): Promise<void> {
  const last = boxes(page).last();
  const actions = bar(page).getByRole('button', { name: 'Export selected' });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
  await expect(actions).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(last).toBeInViewport({ ratio: 1 });
  const [row, foot] = [await last.boundingBox(), await bar(page).boundingBox()];
  expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
  await page.evaluate(() => scrollTo(0, 0));
}

/** Other journeys use the same campaigns. */
async function undoIfPossible(page: Page): Promise<void> {
  const undo = bar(page).getByRole('button', { name: 'Undo' });
  if (!(await undo.isVisible())) return;
  await undo.click();
  await expect(bar(page).getByRole('heading', { name: /^Undo: / })).toBeVisible();
}

test('a manager assigns selected campaigns, reads each outcome and takes it back', async ({ page }) => {
  await openAs(page, 'manager');
  await page.getByRole('button', { name: 'All Referrals' }).click();
  await beginSelecting(page);
  await boxes(page).nth(0).check();
  await boxes(page).nth(1).check();
  await expect(bar(page).getByText('2 campaigns selected')).toBeVisible();
  await bar(page).getByLabel('Assigned To').selectOption(people.employee);
  const assign = bar(page).getByRole('button', { name: 'Assign' });
  await assign.click();
  await expect(outcomes(page)).toHaveCount(2);
  await expect(bar(page).getByRole('heading', { name: `Assign to ${people.employee}: ` })).toBeVisible();
  await expect(assign).toBeFocused();
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page, 'outcome of assigning');
  await undoIfPossible(page);
  const { records } = await savedBy(page, () => bar(page).getByRole('button', { name: 'Export selected' }).click());
  expect(records).toHaveLength(2);
});

test('an admin marks follow-ups as done with the keyboard, and is asked before payers are reminded', async ({
  page,
}) => {
  await openAs(page, 'admin', '/?perPage=10');
  await beginSelecting(page);
  // Each box loads by itself, so the first that is visible may not be the first of the list.
  await expect(boxes(page)).toHaveCount(10);
  if (isPhone()) await expectInReach(page);
  if (isPhone()) await boxes(page).first().check();
  else {
    await page.getByRole('table', { name: 'Campaigns' }).getByRole('link').first().focus();
    await page.keyboard.press('x');
  }
  await expect(boxes(page).first()).toBeChecked();
  await bar(page).getByRole('button', { name: 'Mark follow-up done' }).click();
  await expect(outcomes(page)).toHaveCount(1);
  await undoIfPossible(page);
  const remind = bar(page).getByRole('button', { name: 'Remind payers' });
  await remind.click();
  const question = page.getByRole('dialog', { name: 'Remind the payers of 1 campaign?' });
  await expectNoViolation(page, 'question before reminding', opened);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(remind).toBeFocused();
  await remind.click();
  await question.getByRole('button', { name: 'Remind', exact: true }).click();
  await expect(bar(page).getByRole('heading', { name: /^Remind payers: 1 / })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page, 'outcome of reminding');
});
