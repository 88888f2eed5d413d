import { expect, test } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';
import { card } from './campaigns.ts';
import { expectNoSidewaysScroll, isPhone } from './lists.ts';
import { openAs } from './people.ts';

test.beforeEach(({ page }) =>
  page.emulateMedia({ colorScheme: isPhone() ? 'dark' : 'light', reducedMotion: 'reduce' }),
);

test('an admin sees what runs and what failed, sends a message again and retries a row', async ({ page }) => {
  await openAs(page, 'admin', '/admin/users');
  await page.getByRole('link', { name: 'System' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible();
  await expect(card(page, 'Servers')).toContainText('Running');
  await expect(card(page, 'Providers')).toContainText('Identity checks');
  await expect(card(page, 'Storage')).toContainText('Free in the data folder');
  await expect(card(page, 'Deployment')).toContainText('Sandbox');
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page, 'the System page');

  const log = card(page, 'Audit log');
  await expect(log).toContainText('SHA-256');
  await log.getByRole('button', { name: 'Verify now' }).click();
  await expect(log).toContainText(/Unchanged/);

  const messages = card(page, 'Undelivered messages');
  await page.getByLabel('State').selectOption('Failed');
  const failed = messages.getByLabel('Receipt to m…@example.com');
  // The held message stays in the list until the filtered page arrives, so the row is named.
  await messages
    .getByRole('listitem')
    .filter({ hasText: 'The mail server could not be reached.' })
    .getByRole('button', { name: /^Show recipient/ })
    .click();
  await messages.getByLabel('Receipt to manager@example.com').check();
  await messages.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('1 message sent.')).toBeVisible();
  await expect(failed).toHaveCount(0);

  const rows = card(page, 'Rows that failed');
  await expect(rows).toContainText('remind-payers: no settlement date');
  await rows
    .getByRole('button', { name: /^Retry loan/ })
    .first()
    .click();
  await expect(page.getByText('remind-payers runs now and retries it.')).toBeVisible();
  await expectNoViolation(page, 'the System page after the actions');
});
