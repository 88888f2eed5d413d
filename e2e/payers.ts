import { type Browser, expect, type Page } from '@playwright/test';
import { card, type Raised } from './campaigns.ts';
import { facts } from './country.ts';
import { anotherPerson, authorizationOf } from './people.ts';

type Message = { to: string; text: string; links: string[] };

export async function messagesTo(page: Page, to: string): Promise<Message[]> {
  const { items } = await (await page.request.get('/v1/sandbox/messages?perPage=50')).json();
  return (items as Message[]).filter((message) => message.to === to);
}

/** The newest code that was sent to this address. */
export async function codeFor(page: Page, to: string): Promise<string> {
  const code = /\b\d{6}\b/;
  let found = '';
  await expect
    .poll(async () => {
      found =
        (await messagesTo(page, to))
          .map(({ text }) => (/code/.test(text) ? code.exec(text)?.[0] : undefined))
          .find(Boolean) ?? '';
      return found;
    })
    .not.toBe('');
  return found;
}

/** How many codes were sent to this address. */
export const codesTo = async (page: Page, to: string): Promise<number> =>
  (await messagesTo(page, to)).filter(({ text }) => /\b\d{6}\b/.test(text) && /code/.test(text)).length;

/** The newest link to this address, apart from the page that checks messages. */
export const linkFor = async (page: Page, to: string): Promise<string> =>
  (await messagesTo(page, to)).flatMap(({ links }) => links).find((link) => !link.endsWith('/check')) ?? '';

const sale = { natureOfOwnership: 'investment', methodOfSale: 'other', sellingPriceMin: 8e5, sellingPriceMax: 9e5 };

type Asked = { path: string; method?: 'PUT' | 'DELETE'; data?: object };

export async function ask(page: Page, { authorization }: Raised, { path, method, data = {} }: Asked): Promise<void> {
  const answer = await page.request.fetch(path, { method: method ?? 'POST', headers: { authorization }, data });
  expect(answer.ok(), `${path} ${await answer.text()}`).toBe(true);
}

/** Creates and sends a campaign that offers these options, for a property that can be financed, or for a deposit. */
export async function sendWith(
  page: Page,
  raised: Raised,
  offered: readonly string[],
  isBought = false,
): Promise<void> {
  const path = `/v1/agreements/${raised.id}`;
  await ask(page, raised, { path: `${path}/property`, data: { ...facts().property, ...(!isBought && sale) } });
  const { authorization } = raised;
  const options = await page.request.get(`${path}/finance-options`, { headers: { authorization } });
  const { items } = (await options.json()) as { items: { optionCode: string; href: string }[] };
  for (const optionCode of offered) {
    if (items.some((item) => item.optionCode === optionCode)) continue;
    await ask(page, raised, { path: `${path}/finance-options`, data: { optionCode } });
  }
  for (const { optionCode, href } of items) {
    if (!offered.includes(optionCode)) await ask(page, raised, { path: href, method: 'DELETE' });
  }
  await ask(page, raised, { path: `/v2/campaigns/${raised.id}/send-campaign` });
}

/** Another admin approves: the one who raised a campaign cannot approve its loan. */
export async function setStatus(page: Page, raised: Raised, status: string): Promise<void> {
  const authorization = status === 'approved' ? await authorizationOf('adminTwo') : raised.authorization;
  await ask(page, { ...raised, authorization }, { path: `/v1/agreements/${raised.id}/set-status`, data: { status } });
}

/** Always on a phone, because payers open the link where they read the message. */
export async function payerAt(browser: Browser, baseURL: string | undefined, link: string): Promise<Page> {
  const [page] = await anotherPerson(browser, baseURL, true);
  await page.goto(link);
  await expect(card(page, 'Your next steps')).toBeVisible();
  return page;
}

/** The card with the payer's guided flow. */
export const steps = (page: Page) => card(page, 'Your next steps');

export async function confirmContact(page: Page, to: string, button = 'Send code'): Promise<void> {
  await steps(page).getByRole('button', { name: button }).click();
  await expect(steps(page).getByText(`We have sent a code to ${to}`)).toBeVisible();
  await steps(page)
    .getByLabel('Code')
    .fill(await codeFor(page, to));
  await steps(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Verified', { exact: true }).last()).toBeVisible();
}

/** A payer who opens their link again sees their details after a code. */
export async function showDetails(page: Page, to: string): Promise<void> {
  const before = await codesTo(page, to);
  await steps(page).getByRole('button', { name: 'Show my details' }).click();
  await expect.poll(() => codesTo(page, to)).toBe(before + 1);
  const form = steps(page).getByRole('form', { name: 'Show my details' });
  await form.getByLabel('Code').fill(await codeFor(page, to));
  await form.getByRole('button', { name: 'Show my details' }).click();
  await expect(form).toHaveCount(0);
}

/** Without a property there is nothing to say yes to. */
const goOn = /^(Yes, c|C)ontinue$/;

export async function reviewAll(page: Page): Promise<void> {
  await expect(steps(page).getByRole('heading', { name: 'Review property' })).toBeVisible();
  await steps(page).getByRole('button', { name: goOn }).click();
  await expect(steps(page).getByRole('heading', { name: 'Review campaign' })).toBeVisible();
  await steps(page).getByRole('button', { name: goOn }).click();
}

export async function agree(page: Page, button: string): Promise<void> {
  await expect(steps(page).getByRole('button', { name: button })).toBeDisabled();
  for (const box of await steps(page).getByRole('checkbox').all()) await box.check();
  await steps(page).getByRole('button', { name: button }).click();
}

/** A payer who pays upfront reviews everything, confirms who they are and agrees to the terms. No code is asked for. */
export async function agreeToPayUpfront(page: Page): Promise<void> {
  await reviewAll(page);
  await expect(steps(page).getByRole('heading', { name: 'Is this you?' })).toBeVisible();
  await steps(page).getByRole('button', { name: 'Yes, this is me' }).click();
  await expect(steps(page).getByRole('checkbox')).toHaveCount(1);
  await expect(steps(page)).toContainText('can take 1 to 3 business days to settle');
  await agree(page, 'Agree and continue');
  await expect(steps(page).getByRole('button', { name: 'Go to payment' })).toBeVisible();
}

/** Answers the question that Pay Later asks about the mortgage. */
export async function answerMortgage(page: Page, answer: string): Promise<void> {
  await steps(page).getByRole('radio', { name: answer }).check();
  await steps(page).getByRole('button', { name: 'Continue' }).click();
}

/** Fills in the payer's details and submits the application. */
export async function enterDetailsAndSubmit(
  page: Page,
  dateOfBirth: string,
  employment: string,
  asksMortgage = true,
): Promise<void> {
  await page.getByLabel('Date of Birth').fill(dateOfBirth);
  await page.getByLabel('Employment').selectOption(employment);
  await page.getByRole('button', { name: 'Save and continue' }).click();
  if (asksMortgage) await answerMortgage(page, 'I am not sure');
  await agree(page, 'Submit application');
  await expect(page.getByText('Application Submitted').first()).toBeVisible();
}

export async function readAndSign(page: Page, to: string): Promise<void> {
  await page.reload();
  await steps(page).getByRole('button', { name: 'I have read it, continue' }).click();
  // The terms have not changed since the payer agreed to them, so they are not asked for again.
  await steps(page).getByRole('button', { name: 'Sign and submit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign' });
  await dialog.getByLabel('Authorisation code').fill(await codeFor(page, to));
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(dialog).toBeHidden();
}
