import { expect, test } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';
import { card, raiseCampaign } from './campaigns.ts';
import { expectNoSidewaysScroll } from './lists.ts';
import { openAs, people } from './people.ts';

test('a manager is mentioned in a comment, hears of it at once, and answers', async ({ browser, page }) => {
  const { path } = await raiseCampaign(page, 'employee');
  await page.goto(path);
  const other = await browser.newContext();
  const managersPage = await other.newPage();
  await openAs(managersPage, 'manager', '/notifications');
  const bell = managersPage.getByRole('link', { name: /^Notifications/ });
  await expect(bell).toBeVisible();
  const before = await bell.getAttribute('aria-label');

  const comments = card(page, 'Comments');
  const text = comments.getByRole('textbox', { name: 'New comment' });
  await text.fill('Can you look at this, ');
  await text.press('End');
  await text.pressSequentially('@mia');
  await page.getByRole('option', { name: people.manager }).click();
  await expect(text).toHaveValue(`Can you look at this, @${people.manager} `);
  await expectNoViolation(page, 'a comment that is being written');
  await comments.getByRole('button', { name: 'Add comment' }).click();
  await expect(comments.getByRole('listitem')).toContainText('Can you look at this');

  await expect(bell).not.toHaveAccessibleName(before ?? '');
  const newest = managersPage.getByRole('main').getByRole('listitem').first();
  await expect(newest).toContainText(`${people.employee} mentioned you in a comment.`);
  await expectNoViolation(managersPage, 'notifications');
  await expectNoSidewaysScroll(managersPage);
  await newest.getByRole('link').click();
  await expect(managersPage).toHaveURL(new RegExp(`${path}#card-comments$`));
  const theirs = card(managersPage, 'Comments');
  await theirs.getByRole('textbox', { name: 'New comment' }).fill('Done.');
  await theirs.getByRole('button', { name: 'Add comment' }).click();
  await expect(comments.getByRole('listitem').last()).toContainText('Done.');
  await expectNoSidewaysScroll(page);
  await other.close();
});

test('an admin marks all notifications as read, and chooses a daily e-mail', async ({ page }) => {
  await openAs(page, 'admin', '/notifications');
  await expect(page.getByRole('link', { name: /^Notifications, \d+\+? unread$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Unread', exact: true }).click();
  await expect(page.getByText('You have read everything.')).toBeVisible();
  await page.getByLabel('E-mails about your notifications').selectOption('One e-mail each morning');
  await expect(page.getByText('Saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('E-mails about your notifications')).toHaveValue('daily');
  await page.getByLabel('E-mails about your notifications').selectOption('No e-mails');
  await expect(page.getByText('Saved')).toBeVisible();
});
