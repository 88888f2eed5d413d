import { expect, type Page, test } from '@playwright/test';
import { raiseCampaign } from './campaigns.ts';
import { cardForm, expectQuestion, openLink, type Payer, pick, question } from './checkout.ts';
import { codeFor, linkFor, sendWith, setStatus } from './payers.ts';
import { cards, typeCard } from './paying.ts';

const changes = /\/v\d\/(?!.*\/events)/;

/**
 * Cuts the network at each request of a step: at first before the server gets it, then before the page gets the answer.
 * Returns a function that begins the next step.
 */
async function cutEachRequest(page: Page): Promise<() => void> {
  const times = new Map<string, number>();
  await page.route(/\/events$/, (route) => route.abort());
  await page.route(changes, async (route) => {
    const name = `${route.request().method()} ${new URL(route.request().url()).pathname}`;
    const before = times.get(name) ?? 0;
    times.set(name, before + 1);
    if (before === 0) return route.abort('internetdisconnected');
    if (before > 1 || name.startsWith('GET')) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  return () => times.clear();
}

/** All that was typed, ticked and picked. */
const typedIn = (page: Page) =>
  page
    .getByRole('main')
    .evaluate((main) =>
      [...main.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')].map((field) => [
        field.name,
        field.type === 'radio' || field.type === 'checkbox' ? (field as HTMLInputElement).checked : field.value,
      ]),
    );

/** A payer presses the button again and again, as the page asks, until the next step is there. */
function pressingBy(page: Page, nextStep: () => void) {
  return async (button: string | RegExp, isNext: () => Promise<boolean>): Promise<void> => {
    nextStep();
    for (let presses = 1; presses < 12; presses++) {
      const typed = await typedIn(page);
      const pressed = page.getByRole('main').getByRole('button', { name: button, exact: true });
      await expect
        .poll(async () => {
          if (await isNext()) return true;
          await pressed.hover();
          return pressed.evaluate((element) => element.matches(':hover'));
        })
        .toBe(true);
      if (await isNext()) return;
      await pressed.click();
      const alert = page.getByRole('main').getByRole('alert');
      await expect.poll(async () => (await isNext()) || (await alert.count()) > 0, { timeout: 20_000 }).toBe(true);
      if (await isNext()) return;
      await expect(alert).toContainText('Nothing that you typed is lost.');
      expect(await typedIn(page)).toEqual(typed);
    }
    throw new Error(`${button} never led on`);
  };
}

function walkOf({ page }: Payer, nextStep: () => void) {
  const press = pressingBy(page, nextStep);
  const heading = (name: string | RegExp) => async () => {
    const text = (await question(page).textContent()) ?? '';
    return typeof name === 'string' ? text === name : name.test(text);
  };
  return {
    to: (button: string | RegExp, next: string | RegExp) => press(button, heading(next)),
    until: press,
  };
}

test('a payer who pays by card loses the network at each request, and nothing else', async ({
  page,
  browser,
  baseURL,
}) => {
  const raised = await raiseCampaign(page, 'admin');
  await sendWith(page, raised, ['pn', 'pl']);
  const payer = await openLink(browser, baseURL, await linkFor(page, raised.payerEmail));
  const { to, until } = walkOf(payer, await cutEachRequest(payer.page));
  await pick(payer.page, /^Now/);
  await to('Continue', 'Is this you?');
  await to('Yes, this is me', 'The terms, in short');
  await payer.page.getByRole('checkbox').check();
  await to('Agree and continue', /^Pay \$/);
  await until(/^Card/, () => cardForm(payer.page).isVisible());
  await typeCard(payer.page, cards.good);
  await to(/^Pay \$/, /^Thank you\. You paid/);
  const { authorization } = raised;
  const answer = await page.request.get(`/v1/agreements/${raised.id}/payments`, { headers: { authorization } });
  expect((await answer.json()).items, 'charged once').toHaveLength(1);
});

test('a payer who applies for Pay Later and signs loses the network at each request, and nothing else', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const raised = await raiseCampaign(page, 'admin');
  await sendWith(page, raised, ['pn', 'pl']);
  const payer = await openLink(browser, baseURL, await linkFor(page, raised.payerEmail));
  const nextStep = await cutEachRequest(payer.page);
  const { to, until } = walkOf(payer, nextStep);
  await pick(payer.page, /^Later/);
  await to('Continue', 'About you');
  await payer.page.getByLabel('Date of birth').fill('31/3/1958');
  await to('Continue', 'Your work and home');
  await pick(payer.page, 'I am retired');
  await pick(payer.page, 'Yes');
  await to('Continue', 'Your mortgage');
  await pick(payer.page, 'I am not sure');
  await to('Continue', 'Confirm that it is you');
  const code = payer.page.getByLabel('Code', { exact: true });
  await until('Send me a code', () => code.isVisible());
  await code.fill(await codeFor(page, raised.payerEmail));
  // The code is right; what was typed is saved next.
  await until('Confirm', () => payer.page.getByRole('button', { name: 'Continue' }).isVisible());
  await to('Continue', 'The terms, in short');
  for (const box of await payer.page.getByRole('checkbox').all()) await box.check();
  await to('Submit application', 'We have your application');
  await setStatus(page, raised, 'approved');
  await payer.page.reload();
  await expectQuestion(payer.page, 'Read your agreement');
  await to('I have read it, continue', 'Sign your agreement');
  const toSign = payer.page.getByLabel('Code to sign', { exact: true });
  await until('Send me a code to sign', () => toSign.isVisible());
  await toSign.fill(await codeFor(page, raised.payerEmail));
  await to('Sign', 'Everybody has signed');
});
