import { expect, test } from '@playwright/test';
import { expectNoViolation, opened } from './accessibility.ts';
import { card } from './campaigns.ts';
import { expectNoSidewaysScroll, isPhone } from './lists.ts';
import { anotherPerson, openAs } from './people.ts';

/** A day for each project, more than a year ahead: no other journey moves the clock so far. */
const dayAhead = () =>
  Temporal.Now.plainDateISO('UTC')
    .add({ days: isPhone() ? 501 : 500 })
    .toString();

test('one admin previews and asks for a new rate, another confirms it, and it can be withdrawn', async ({
  page,
  browser,
  baseURL,
}) => {
  await openAs(page, 'admin', '/admin/users');
  await page.getByRole('link', { name: 'Rates and Fees' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rates and Fees' })).toBeVisible();
  await expect(card(page, 'Today')).toContainText('Security registration fee');
  await expect(card(page, 'History').getByRole('listitem')).toHaveCount(2);
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page, 'rates and fees');

  await page.getByRole('button', { name: 'Change Rates' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('From').fill(dayAhead());
  await dialog.getByLabel('Pay Later interest, a year').fill('16.25');
  await dialog.getByLabel('Reason').fill('The bank raised its rate.');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('→ 16.25%')).toBeVisible();
  await expect(dialog.getByText('keep their own')).toBeVisible();
  await expectNoViolation(page, 'preview of rates', opened);
  await dialog.getByRole('button', { name: 'Ask' }).click();
  const waiting = card(page, 'Waiting for a second person').getByRole('listitem').filter({ hasText: '16.25%' });
  await expect(waiting).toContainText('Change rates and fees');

  const [second, context] = await anotherPerson(browser, baseURL, isPhone());
  await openAs(second, 'adminTwo', '/admin/rates');
  await card(second, 'Waiting for a second person')
    .getByRole('listitem')
    .filter({ hasText: '16.25%' })
    .getByRole('button', { name: 'Confirm' })
    .click();
  await second.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  const coming = card(second, 'Coming').getByRole('listitem').filter({ hasText: '16.25%' });
  await expect(coming).toContainText('The bank raised its rate.');
  await coming.getByRole('button', { name: 'Withdraw' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(card(second, 'History')).toContainText('(withdrawn)');
  await context.close();
});
