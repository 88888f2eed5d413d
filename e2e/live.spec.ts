import { expect, test } from '@playwright/test';
import { expectLoaded, expectNoViolation } from './accessibility.ts';
import { card, raiseCampaign, raiseElsewhere } from './campaigns.ts';
import { question } from './checkout.ts';
import { isPhone } from './lists.ts';
import { ask, linkFor, sendWith, setStatus } from './payers.ts';
import { anotherPerson, openAs } from './people.ts';

/** What the product promises. */
const soon = { timeout: 2_000 };

test('a payer’s open page shows what staff do', async ({ page, browser, baseURL }) => {
  const raised = await raiseCampaign(page, 'admin');
  await sendWith(page, raised, ['pl']);
  await ask(page, raised, { path: `/v1/agreements/${raised.id}/choose-option`, data: { financeOptionCode: 'pl' } });
  const [payer, context] = await anotherPerson(browser, baseURL, true);
  const following = payer.waitForResponse((answer) => answer.url().endsWith(`/v1/agreements/${raised.id}/events`));
  await payer.goto(await linkFor(page, raised.payerEmail));
  expect((await following).status()).toBe(200);

  await test.step('an admin approves', async () => {
    await setStatus(page, raised, 'approved');
    await expect(payer.getByText('Your campaign has been approved.')).toBeVisible(soon);
    await expect(question(payer)).toHaveText('Read your agreement', soon);
    await expectNoViolation(payer, 'a page that has just changed');
  });

  await test.step('an admin asks for information', async () => {
    const data = { status: 'waiting-info', reason: 'Your newest rates notice, please.' };
    await ask(page, raised, { path: `/v1/agreements/${raised.id}/set-status`, data });
    await expect(payer.getByText('We need more information from you. This page says what.')).toBeVisible(soon);
    await expect(payer.getByText('We asked you: Your newest rates notice, please.')).toBeVisible(soon);
  });

  await test.step('an admin cancels, and the page says why nothing works any more', async () => {
    await ask(page, raised, { path: `/v1/agreements/${raised.id}/set-status`, data: { status: 'cancelled' } });
    await expect(payer.getByRole('alert').filter({ hasText: 'cancelled' })).toBeVisible(soon);
  });
  await context.close();
});

test('a campaign page of staff shows what others do, and keeps what is typed', async ({ page, browser, baseURL }) => {
  const raised = await raiseCampaign(page, 'admin');
  await sendWith(page, raised, ['pl']);
  const path = `/v1/agreements/${raised.id}`;
  const [managers, context] = await anotherPerson(browser, baseURL, isPhone());
  const following = managers.waitForResponse((answer) => answer.url().endsWith(`${path}/events`));
  await openAs(managers, 'manager', raised.path);
  expect((await following).status()).toBe(200);
  const said = managers.getByRole('status');

  await test.step('what a person types stays where it is, and nobody else’s change overwrites it', async () => {
    const listing = card(managers, 'Property Listing').getByLabel('Listing URL');
    // Cards above it that still load would move it too.
    await expectLoaded(managers);
    await listing.fill('https://listing.example/mine');
    const before = await listing.boundingBox();
    const data = { externalListingUrl: 'https://listing.example/theirs' };
    await ask(page, raised, { path, method: 'PUT', data });
    await expect(said.getByText(/^Campaign changed by .*: Property Listing\.$/)).toBeVisible(soon);
    await expect(card(managers, 'Property Listing').getByText('Someone else has changed this')).toBeVisible(soon);
    await expect(listing).toHaveValue('https://listing.example/mine');
    await expect(listing).toBeFocused();
    // The page scrolls back before it paints, which a measurement between the two does not see.
    const moved = async () => Math.abs(((await listing.boundingBox())?.y ?? 0) - (before?.y ?? 0));
    await expect.poll(moved, soon).toBeLessThan(2);
    await expectNoViolation(managers, 'a campaign that somebody else has changed');
  });

  await test.step('a new status and a comment appear by themselves', async () => {
    await ask(page, raised, { path: `${path}/set-status`, data: { status: 'cancelled' } });
    await expect(said.getByText(/^Cancelled by /)).toBeVisible(soon);
    await expect(card(managers, 'Status').getByText('Cancelled').first()).toBeVisible(soon);
    await ask(page, raised, { path: `${path}/comments`, data: { body: 'We start again in May.', mentions: [] } });
    await expect(managers.getByText('We start again in May.')).toBeVisible(soon);
  });
  await context.close();
});

test('an open list follows what others do, and moves no row under the cursor', async ({ page, browser, baseURL }) => {
  const first = await raiseCampaign(page, 'manager');
  const [managers, context] = await anotherPerson(browser, baseURL, isPhone());
  const following = managers.waitForResponse((answer) => answer.url().includes('/v1/agreements/events'));
  await openAs(managers, 'manager', first.path.replace(/\/\d+$/, ''));
  expect((await following).status()).toBe(200);
  const rows = managers.getByRole('list', { name: 'Referrals' }).locator('article');
  const row = rows.filter({ has: managers.locator(`a[href$="/${first.id}"]`) });

  await test.step('a row changes in its place', async () => {
    await ask(page, first, { path: `/v1/agreements/${first.id}`, method: 'PUT', data: { campaignBudget: 4_321 } });
    await expect(row).toContainText('4,321', { timeout: 8_000 });
  });

  await test.step('a new row waits until it is asked for', async () => {
    await row.getByRole('link').first().focus();
    const { id } = await raiseElsewhere('manager');
    const added = managers.locator(`article a[href$="/${id}"]`);
    await expect(managers.getByText(/campaigns? changed$/)).toBeVisible({ timeout: 12_000 });
    await expect(added).toHaveCount(0);
    await expectNoViolation(managers, 'a list with changes that wait');
    await managers.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(added.first()).toBeVisible();
  });
  await context.close();
});
