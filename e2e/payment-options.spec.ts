import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';
import { bodyOf } from './answers.ts';
import { card, type Raised, raiseCampaign } from './campaigns.ts';
import { choose, expectQuestion } from './checkout.ts';
import { facts } from './country.ts';
import { expectNoSidewaysScroll, isPhone } from './lists.ts';
import { anotherPerson, signInByRequest } from './people.ts';
import { sendAsShown } from './sending.ts';

const preview = 'Vendor Payment Options Preview';
const labels = () => facts().options;
const optionSwitch = (within: Locator, label: string) => within.getByRole('switch', { name: `Offer ${label}` });

async function expectAccessible(page: Page) {
  await expectNoViolation(page, 'payment options');
  await expectNoSidewaysScroll(page);
}

/** Clicks a switch and waits until the server has saved it. */
async function turn(page: Page, within: Locator, label: string, said: 'Enabled' | 'Disabled') {
  await optionSwitch(within, label).click();
  await expect(page.getByText(said, { exact: true })).toBeVisible();
  await expect(optionSwitch(within, label)).toBeChecked({ checked: said === 'Enabled' });
}

async function saveBudget(page: Page, { id, authorization }: Raised, campaignBudget: number) {
  const data = { campaignBudget };
  const answer = await page.request.put(`/v1/agreements/${id}`, { headers: { authorization }, data });
  expect(answer.ok()).toBe(true);
  await page.reload();
}

test('an agency offers the options it may, and reads the reason where it may not', async ({ page }) => {
  const raised = await raiseCampaign(page, 'employee');
  await page.goto(raised.path);
  const panel = card(page, preview);
  await expect(panel.getByRole('switch')).toHaveCount(labels().length);
  await expect(optionSwitch(panel, 'Pay Later')).toBeChecked();

  await turn(page, panel, 'Pay Upfront', 'Disabled');
  if (labels().includes('Pay On Success')) {
    await turn(page, panel, 'Pay On Success', 'Enabled');
    await expect(panel).toContainText('$504 service fee now');
    await expect(panel).toContainText(/Pay Later costs more than Pay On Success from day 54/);
  }
  await page.reload();
  await expect(optionSwitch(panel, 'Pay Upfront')).not.toBeChecked();
  await expect(panel.getByText(/Interest rate|Comparison rate/)).toHaveCount(0);
  await expectAccessible(page);

  await saveBudget(page, raised, 999.99);
  const tooSmall = 'This campaign is not eligible for Pay Later Finance as the Campaign Budget is less than $1000.';
  await expect(optionSwitch(panel, 'Pay Later')).toBeEnabled({ enabled: !facts().hasSmallestPayLaterBudget });
  await expect(panel.getByText(tooSmall)).toHaveCount(facts().hasSmallestPayLaterBudget ? 1 : 0);
});

test('a payer sees the cost of each option, chooses one, and can change it until approval', async ({
  page,
  browser,
  baseURL,
}) => {
  const raised = await raiseCampaign(page, 'admin');
  await page.goto(raised.path);
  const panel = card(page, 'Payment Options');
  await expect(panel).toContainText(/Interest rate .*% a year\./);
  await expect(panel.getByText(/Comparison rate/)).toHaveCount(facts().hasComparisonRate ? 1 : 0);
  await turn(page, panel, 'Pay Later', 'Disabled');
  await turn(page, panel, 'Pay Upfront', 'Disabled');
  await expect(panel.getByText('Enable at least one payment option.')).toBeVisible();
  await turn(page, panel, 'Pay Later', 'Enabled');
  await turn(page, panel, 'Pay Upfront', 'Enabled');
  await sendAsShown(page, page.getByRole('button', { name: 'Send to 1 payer(s)' }));
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible();

  const [payer, context] = await anotherPerson(browser, baseURL, true);
  await payer.goto('/sandbox/outbox');
  const message = payer.getByRole('article').filter({ hasText: raised.payerEmail });
  await payer.goto((await message.getByRole('link', { name: /\/pay\// }).getAttribute('href')) ?? '');
  await expectQuestion(payer, 'How would you like to pay?');
  const choices = payer.getByRole('group', { name: 'How would you like to pay?' });
  await expect(choices).toContainText('$4,200');
  await expect(choices).toContainText('if it sells in 90 days');
  await payer.getByText('See what each one costs').click();
  await expect(payer.getByText('What it costs if it sells in 60 days')).toBeVisible();
  await expectAccessible(payer);
  await choose(payer, /^Later/);
  await expectQuestion(payer, 'About you');
  await payer.goBack();
  await expectQuestion(payer, 'How would you like to pay?');
  await choose(payer, /^Now/);
  await expectQuestion(payer, 'Is this you?');

  await page.reload();
  await optionSwitch(panel, 'Pay Later').focus();
  await expect(optionSwitch(panel, 'Pay Upfront')).toBeDisabled();
  const headers = { authorization: raised.authorization };
  const data = { status: 'approved' };
  await bodyOf(await page.request.post(`/v1/agreements/${raised.id}/set-status`, { headers, data }));
  await payer.reload();
  await expectQuestion(payer, 'Is this you?');
  await expect(payer.getByRole('button', { name: 'Back' })).toHaveCount(0);
  await context.close();
  await page.reload();
  // The card is finished, so it is folded.
  await panel.getByRole('button', { name: 'Show Payment Options' }).click();
  await expect(panel).toContainText('Selected option: Pay Upfront');
  await expect(optionSwitch(panel, 'Pay Later')).toBeDisabled();
  if (!isPhone()) await expectAccessible(page);
});

test('a manager sees a running interest-free offer, and one that has ended', async ({ page }) => {
  const headers = { authorization: await signInByRequest(page, 'stranger') };
  const answer = await page.request.get('/v1/tenants', { headers });
  const { items } = (await answer.json()) as { items: { id: number }[] };
  const states = [];
  for (const { id } of items) {
    const options = await page.request.get(`/v1/tenants/${id}/finance-options`, { headers });
    const later = (await options.json()).items.at(-1);
    expect(later).not.toHaveProperty('interestRate');
    states.push(later.interestFreeOfferExpiryDate > new Date().toISOString().slice(0, 10));
  }
  expect(states.toSorted()).toEqual([false, true]);
});
