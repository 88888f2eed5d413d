import { expect, test } from '@playwright/test';
import { expectNoViolation, opened } from './accessibility.ts';
import { expectNoSidewaysScroll } from './lists.ts';
import { openAs } from './people.ts';

test('an employee makes a calendar link, a calendar program reads it, and it ends', async ({ page, playwright }) => {
  await openAs(page, 'employee', '/accounts/account-details');
  const card = page.getByRole('region', { name: 'Calendar' });
  await card.getByRole('button', { name: 'Make a Link' }).click();
  const shown = page.getByRole('dialog', { name: 'Link of your calendar' });
  await expect(shown).toBeVisible();
  const url = await shown.getByText('/v1/calendar.ics?token=').innerText();
  await expectNoViolation(page, 'calendar link', opened);
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  await expect(card.getByText('and not read yet.')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page, 'account with a calendar link');

  // A program without any sign-in.
  const program = await playwright.request.newContext({ baseURL: new URL(page.url()).origin });
  const { pathname, search } = new URL(url);
  const read = (headers = {}) => program.get(`${pathname}${search}`, { headers });
  const first = await read();
  expect(first.headers()['content-type']).toContain('text/calendar');
  const text = await first.text();
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n/);
  expect(text).toMatch(/\r\nSUMMARY:.*(AU|NZ)\d+/);
  expect((await read({ 'if-none-match': first.headers().etag ?? '' })).status()).toBe(304);

  await page.reload();
  await card.getByRole('button', { name: 'End the Link' }).click();
  await page.getByRole('dialog', { name: 'End the link?' }).getByRole('button', { name: 'End it' }).click();
  await expect(card.getByText('You have no link yet.')).toBeVisible();
  expect((await read()).status()).toBe(404);
  await program.dispose();
});
