import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';
import { raiseCampaign } from './campaigns.ts';
import {
  agreeToAll,
  choose,
  expectPanel,
  expectQuestion,
  giveDetails,
  openLink,
  payerAt,
  pick,
  press,
  question,
  readAndSignHere,
  showDetails,
} from './checkout.ts';
import { facts } from './country.ts';
import { expectNoSidewaysScroll } from './lists.ts';
import { ask, codesTo, linkFor, sendWith, setStatus } from './payers.ts';
import { cards, pressPay, typeCard } from './paying.ts';
import { anotherPerson } from './people.ts';

/** With SHOTS, the journeys leave pictures of each screen, to be looked at. */
const shots = process.env.SHOTS;
async function shot(page: Page, name: string): Promise<void> {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(shots, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'light' });
}

async function look(page: Page, name: string): Promise<void> {
  await shot(page, name);
  await expectNoViolation(page, name);
  await expectNoSidewaysScroll(page);
}

test('a payer pays upfront in at most 8 taps and 4 fields, without a code', async ({ page, browser, baseURL }) => {
  const raised = await raiseCampaign(page, 'admin');
  await sendWith(page, raised, ['pn', 'pl']);
  const payer = await openLink(browser, baseURL, await linkFor(page, raised.payerEmail));
  expect(new URL(payer.page.url()).search).toBe('');
  await expectQuestion(payer.page, 'How would you like to pay?');
  await look(payer.page, '1-choose');
  await choose(payer.page, /^Now/);
  await expectQuestion(payer.page, 'Is this you?');
  await look(payer.page, '2-you');
  await press(payer.page, 'Yes, this is me');
  await expectQuestion(payer.page, 'The terms, in short');
  await look(payer.page, '3-terms');
  await agreeToAll(payer.page, 'Agree and continue');
  await expectQuestion(payer.page, /^Pay \$4,200/);
  await look(payer.page, '4-pay');
  await press(payer.page, /^Card/);
  await typeCard(payer.page, cards.good);
  await look(payer.page, '5-card');
  await pressPay(payer.page.getByRole('form', { name: 'Card payment' }));
  await expectPanel(payer.page, /^Thank you\. You paid \$4,/);
  await look(payer.page, '6-paid');
  expect(payer.effort.taps, 'taps').toBeLessThanOrEqual(8);
  expect(payer.effort.fields.size, [...payer.effort.fields].join()).toBeLessThanOrEqual(4);
  expect(payer.effort.ticks).toHaveLength(1);
  expect(await codesTo(page, raised.payerEmail), 'codes').toBe(0);
  await payer.context.close();
});

test('a payer applies for Pay Later in at most 18 taps and one code, and signs with one', async ({
  page,
  browser,
  baseURL,
}) => {
  const raised = await raiseCampaign(page, 'admin');
  await sendWith(page, raised, ['pn', 'pl']);
  const payer = await openLink(browser, baseURL, await linkFor(page, raised.payerEmail));
  await choose(payer.page, /^Later/);
  await expectQuestion(payer.page, 'About you');
  await look(payer.page, '7-about');
  await giveDetails(payer.page, {
    dateOfBirth: '31/3/1958',
    employment: 'I am retired',
    mortgage: 'I am not sure',
    codeTo: raised.payerEmail,
  });
  await agreeToAll(payer.page, 'Submit application');
  await expectPanel(payer.page, 'We have your application');
  expect(payer.effort.taps, 'taps').toBeLessThanOrEqual(18);
  expect(await codesTo(page, raised.payerEmail), 'codes to apply').toBe(1);
  await look(payer.page, '8-submitted');

  // The open page shows the approval, without a reload.
  await setStatus(page, raised, 'approved');
  await expectQuestion(payer.page, 'Read your agreement');
  await look(payer.page, '9-agreement');
  await readAndSignHere(payer.page, raised.payerEmail);
  await expectPanel(payer.page, 'Everybody has signed');
  expect(await codesTo(page, raised.payerEmail), 'codes to apply and to sign').toBe(2);
  const { ticks } = payer.effort;
  expect(ticks.length).toBeGreaterThan(0);
  expect(new Set(ticks).size, 'each tick once').toBe(ticks.length);
  await look(payer.page, '10-signed');
  await payer.context.close();
});

test('the first load of a payer is small, and nothing moves while it loads', async ({ page, browser, baseURL }) => {
  const raised = await raiseCampaign(page, 'admin');
  await sendWith(page, raised, ['pn', 'pl']);
  const link = await linkFor(page, raised.payerEmail);
  const context = await browser.newContext({ ...(baseURL && { baseURL }), viewport: { width: 390, height: 844 } });
  const fresh = await context.newPage();
  const requests: string[] = [];
  fresh.on('request', (request) => requests.push(request.url()));
  await fresh.addInitScript(() => {
    Object.assign(window, { moved: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        (window as unknown as { moved: number }).moved += (entry as PerformanceEntry & { value: number }).value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await fresh.goto(link);
  await fresh.locator('html[data-ready]').waitFor();
  const first = [...requests];
  const isRead = (url: string) => /\/v\d\//.test(url);
  await expect.poll(() => requests.filter(isRead)).toHaveLength(1);
  expect(first.length, first.join('\n')).toBeLessThanOrEqual(8);
  await fresh.waitForTimeout(3_000);
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(20);
  // Nothing is read before the page can be used; then it follows what others do.
  expect(requests.find(isRead)).toMatch(/\/events$/);
  expect(await fresh.evaluate(() => (window as unknown as { moved: number }).moved)).toBeLessThanOrEqual(0.05);
  await context.close();
});

test('a payer goes back, and goes on elsewhere', async ({ page, browser, baseURL }) => {
  const raised = await raiseCampaign(page, 'admin');
  await sendWith(page, raised, ['pn', 'pl']);
  const link = await linkFor(page, raised.payerEmail);
  const payer = await openLink(browser, baseURL, link);
  await choose(payer.page, /^Now/);
  await expectQuestion(payer.page, 'Is this you?');
  await payer.page.goBack();
  await expectQuestion(payer.page, 'How would you like to pay?');
  await expect(payer.page.getByRole('radio', { name: /^Now/ })).toBeChecked();
  await payer.page.goForward();
  await expectQuestion(payer.page, 'Is this you?');

  const elsewhere = await payerAt(browser, baseURL, link);
  await expectQuestion(elsewhere, 'Is this you?');
  await press(elsewhere, 'Something is not right');
  await expectQuestion(elsewhere, 'Correct your details');
  await elsewhere.getByLabel('Last name').fill('Fielding');
  await expectNoViolation(elsewhere, 'correct');
  await press(elsewhere, 'Save');
  await expectQuestion(elsewhere, 'Is this you?');
  await expect(elsewhere.getByText('Perry Fielding')).toBeVisible();
});

test('what a payer taps and picks while the page is loading is done when it has loaded', async ({
  page,
  browser,
  baseURL,
}) => {
  const raised = await raiseCampaign(page, 'admin');
  await sendWith(page, raised, ['pn', 'pl']);
  const [payer] = await anotherPerson(browser, baseURL, true);
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await payer.route('**/assets/*.js', async (route) => {
    await arrived;
    await route.continue();
  });
  await payer.goto(await linkFor(page, raised.payerEmail), { waitUntil: 'commit' });
  await payer.waitForFunction(() => 'kerbTaps' in window);
  await pick(payer, /^Now/);
  await press(payer, 'Continue');
  await expect(payer.locator('html[data-tapped]')).toBeAttached();
  await expect(question(payer)).toHaveText('How would you like to pay?');
  arrive();
  await expectQuestion(payer, 'Is this you?');
});

test('once a payer has applied, their link changes the name only after a code', async ({ page, browser, baseURL }) => {
  const raised = await raiseCampaign(page, 'admin');
  await sendWith(page, raised, ['pl']);
  const link = await linkFor(page, raised.payerEmail);
  const payer = await payerAt(browser, baseURL, link);
  await choose(payer, null);
  await giveDetails(payer, {
    dateOfBirth: '31/3/1958',
    employment: 'I am retired',
    mortgage: 'I am not sure',
    codeTo: raised.payerEmail,
  });
  await agreeToAll(payer, 'Submit application');
  await expectPanel(payer, 'We have your application');

  // Somebody else with the link has not entered a code.
  const elsewhere = await payerAt(browser, baseURL, link);
  await press(elsewhere, 'Correct your details');
  await expectQuestion(elsewhere, 'Correct your details');
  await expect(elsewhere.getByLabel('Last name')).not.toBeEditable();
  await expectNoViolation(elsewhere, 'details before a code');
  await showDetails(elsewhere, raised.payerEmail);
  await elsewhere.getByLabel('Last name').fill('Fielding');
  await press(elsewhere, 'Save');
  await expectQuestion(elsewhere, 'We have your application');
  await press(elsewhere, 'Correct your details');
  await expect(elsewhere.getByLabel('Last name')).toHaveValue('Fielding');
});

test('two payers on two phones see each other’s progress, by name and step', async ({ page, browser, baseURL }) => {
  test.setTimeout(120_000);
  const raised = await raiseCampaign(page, 'admin');
  const other = `other-${raised.payerEmail}`;
  await ask(page, raised, {
    path: `/v2/campaigns/${raised.id}/vendors`,
    data: { firstName: 'Pat', surname: 'Field', emailAddress: other, mobilePhone: facts().mobile },
  });
  await sendWith(page, raised, ['pl']);
  const perry = await payerAt(browser, baseURL, await linkFor(page, raised.payerEmail));
  await choose(perry, null);
  await giveDetails(perry, {
    dateOfBirth: '31/3/1958',
    employment: 'I am retired',
    mortgage: 'I am not sure',
    codeTo: raised.payerEmail,
  });
  await agreeToAll(perry, 'Submit application');
  await expectPanel(perry, "Thanks Perry! Now we're just waiting for Pat Field.");
  await expect(perry.getByText('Pat Field has not started')).toBeVisible();

  const pat = await payerAt(browser, baseURL, await linkFor(page, other));
  await choose(pat, null);
  await expectQuestion(pat, 'About you');
  // Perry's page shows it without a reload.
  await expect(perry.getByText('Pat Field is giving their details')).toBeVisible({ timeout: 25_000 });
  await expect(perry.getByText(other)).toHaveCount(0);
  await pat.getByLabel('Date of birth').fill('1/2/1960');
  await press(pat, 'Continue');
  await expectQuestion(pat, 'Your work and home');
  await pick(pat, 'I am retired');
});

test('an admin sees the page of a payer, and can change nothing on it', async ({ page }) => {
  const raised = await raiseCampaign(page, 'admin');
  await sendWith(page, raised, ['pn', 'pl']);
  await page.goto(`/applications/${raised.id}?viewAs=vendor:${raised.id}`);
  await expectQuestion(page, 'How would you like to pay?');
  await expect(page.getByText(/you are looking at this page as the payer/)).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'Continue' })).toBeDisabled();
  await expectNoViolation(page, 'a payer’s page for an admin');
  await page.getByRole('button', { name: 'Stop viewing' }).click();
  await expect(page.getByRole('banner').getByRole('button')).not.toHaveCount(0);
});
