import { expect, test } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';
import { card } from './campaigns.ts';
import { expectNoSidewaysScroll, isPhone, savedBy } from './lists.ts';
import { anotherPerson, openAs } from './people.ts';

test.beforeEach(({ page }) =>
  page.emulateMedia({ colorScheme: isPhone() ? 'dark' : 'light', reducedMotion: 'reduce' }),
);

test('an admin sees who was refused, what is unusual, and saves it as a spreadsheet', async ({
  page,
  browser,
  baseURL,
}) => {
  const [visitor, context] = await anotherPerson(browser, baseURL);
  await visitor.goto('/login');
  await visitor.getByLabel('Email address').fill('stylist@example.com');
  await visitor.getByLabel('Password').fill('not the password at all');
  await visitor.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(visitor.getByRole('alert')).toBeVisible();
  await context.close();

  await openAs(page, 'admin', '/admin/users');
  await page.getByRole('link', { name: 'Security Events' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Security Events' })).toBeVisible();
  const unusual = card(page, 'What is unusual');
  await expect(unusual).toContainText('One network opened many links that do not work');
  await expect(unusual).toContainText('203.0.113.50');
  await expect(card(page, 'By event')).toContainText('Log in refused');
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page, 'security events');

  const events = card(page, 'Events');
  await page.getByLabel('Event', { exact: true }).selectOption('Not allowed for the role');
  await expect(events.getByText('GET /v1/users').first()).toBeVisible();
  await expect(events.getByText('POST /login')).toHaveCount(0);
  await page.getByLabel('Event', { exact: true }).selectOption('All events');
  await card(page, 'Most active networks').getByRole('button', { name: '203.0.113.50' }).click();
  await expect(events.getByText('Link that does not work (31 times)')).toBeVisible();

  const saved = await savedBy(page, () => page.getByRole('button', { name: 'Export (.csv)' }).click());
  expect(saved.head).toContain('Time (UTC),Event,Account,Network');
  expect(saved.records.length).toBeGreaterThanOrEqual(3);
  expect(saved.records.every((record) => record.includes('203.0.113.50'))).toBe(true);

  await page.getByLabel('Email address of the account').fill('somebody.else@example.com');
  await expect(page.getByText('No event matches.')).toBeVisible();
  await expectNoViolation(page, 'no security events');
});
