import { expect, test } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';
import { raiseCampaign } from './campaigns.ts';
import { question } from './checkout.ts';
import { ask, linkFor, sendWith, setStatus } from './payers.ts';
import { anotherPerson } from './people.ts';

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
