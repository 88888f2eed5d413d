import { expect, type Page, test } from '@playwright/test';
import { expectNoViolation, opened } from './accessibility.ts';
import { expectNoSidewaysScroll, isPhone } from './lists.ts';
import { anotherPerson, openAs, signInByRequest, withoutScreen } from './people.ts';

const panel = (page: Page) => page.getByRole('dialog', { name: 'Views', exact: true });
const sharedList = (page: Page) => panel(page).getByRole('list', { name: 'Views shared with the team' });
const inProgress = (page: Page) => page.getByRole('button', { name: 'Show In Progress', exact: true });

async function openReferrals(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'All Referrals' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
}

async function openViews(page: Page, name: string | RegExp = 'Views'): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await expect(panel(page).getByLabel('Name of this view')).toBeVisible();
  await expect(panel(page).getByText('Shared with the team')).toBeVisible();
}

async function saveAndShare(page: Page, name: string): Promise<void> {
  await inProgress(page).click();
  await openViews(page);
  // The demo has a view of each agency.
  await expect(sharedList(page).getByRole('button', { name: 'Waiting for the payer', exact: true })).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Stop sharing Waiting for the payer' })).toHaveCount(0);
  await panel(page).getByLabel('Name of this view').fill(name);
  await panel(page).getByRole('button', { name: 'Save' }).click();
  await openViews(page, name);
  await panel(page)
    .getByRole('button', { name: `Share ${name} with the team` })
    .click();
  await expect(sharedList(page).getByRole('button', { name, exact: true })).toBeVisible();
}

/** To a manager of other agencies the views of this team are not there. */
const expectHiddenFromOthers = (tenantId: string | undefined): Promise<void> =>
  withoutScreen(async (request) => {
    const authorization = await signInByRequest({ request }, 'stranger');
    const answer = await request.get(`/v1/tenants/${tenantId}/shared-views`, { headers: { authorization } });
    expect(answer.status()).toBe(404);
  });

test('an employee shares a view, and a manager opens it, changes it and stops sharing it', async ({
  page,
  browser,
  baseURL,
}) => {
  const name = `Ours ${test.info().project.name}`.slice(0, 60);
  await openAs(page, 'employee');
  await openReferrals(page);
  await saveAndShare(page, name);
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page, 'views of a team', opened);
  await expectHiddenFromOthers(/\/agencies\/(\d+)\//.exec(page.url())?.[1]);

  const [manager] = await anotherPerson(browser, baseURL, isPhone());
  await openAs(manager, 'manager');
  await openReferrals(manager);
  await openViews(manager);
  await sharedList(manager).getByRole('button', { name, exact: true }).click();
  await expect(inProgress(manager)).toHaveAttribute('aria-pressed', 'true');
  await manager.getByRole('button', { name: 'Show All', exact: true }).click();
  await openViews(manager, /changed since it was saved$/);
  await panel(manager).getByRole('button', { name: 'Save the changes for the team' }).click();
  await expect(manager.getByText('Saved for the team')).toBeVisible();

  await openViews(manager, name);
  await panel(manager)
    .getByRole('button', { name: `Stop sharing ${name}` })
    .click();
  const question = manager.getByRole('dialog', { name: 'Stop sharing this view?' });
  await question.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(manager.getByText('Done', { exact: true })).toBeVisible();

  // The employee's own view stays.
  await page.reload();
  await openViews(page, name);
  await expect(sharedList(page).getByRole('button', { name, exact: true })).toHaveCount(0);
  await panel(page)
    .getByRole('button', { name: `Delete ${name}` })
    .click();
  await page.getByRole('dialog', { name: 'Delete this view?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Done', { exact: true })).toBeVisible();
});
