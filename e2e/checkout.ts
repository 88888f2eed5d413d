import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { facts } from './country.ts';
import { codeFor, codesTo } from './payers.ts';
import { anotherPerson } from './people.ts';

/** What a payer has done by hand: taps, fields in which something was typed, and the words of each ticked box. */
export type Effort = { taps: number; fields: Set<string>; ticks: string[] };

/** Counts in every frame, also in the card provider's. A tap on a label counts once. */
async function count(context: BrowserContext): Promise<Effort> {
  const effort: Effort = { taps: 0, fields: new Set(), ticks: [] };
  await context.exposeBinding('countTap', () => {
    effort.taps += 1;
  });
  await context.exposeBinding('countField', (_, name: string) => {
    effort.fields.add(name);
  });
  await context.exposeBinding('countTick', (_, words: string) => {
    effort.ticks.push(words);
  });
  await context.addInitScript(() => {
    type Counting = Record<'countField' | 'countTick', (text: string) => void> & { countTap: () => void };
    const counting = window as unknown as Counting;
    addEventListener('pointerdown', () => counting.countTap(), true);
    addEventListener(
      'input',
      ({ target }) => {
        const field = target as HTMLInputElement;
        if (!/radio|checkbox|file/.test(field.type))
          counting.countField(`${location.origin} ${field.id || field.name}`);
        if (field.type === 'checkbox') counting.countTick(field.labels?.[0]?.textContent ?? '');
      },
      true,
    );
  });
  return effort;
}

export type Payer = { page: Page; effort: Effort; context: BrowserContext };

/** Always on a phone: payers open the link where they read the message. */
export async function openLink(browser: Browser, baseURL: string | undefined, link: string): Promise<Payer> {
  const [page, context] = await anotherPerson(browser, baseURL, true);
  const effort = await count(context);
  await page.goto(link);
  await expectQuestion(page, /./);
  return { page, effort, context };
}

/** The heading of the question or panel that the payer sees. */
export const question = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

/** The server draws the question before the page can be used. */
export async function expectQuestion(page: Page, name: string | RegExp): Promise<void> {
  await expect(question(page)).toHaveText(name);
  await expect(page.locator('html[data-ready]')).toBeAttached();
}

/** The panel on which a visit ends: in view and in focus. */
export async function expectPanel(page: Page, name: string | RegExp): Promise<void> {
  await expectQuestion(page, name);
  await expect(question(page)).toBeInViewport();
  await expect(question(page)).toBeFocused();
}

export const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('main')
    .getByRole('button', { name, exact: typeof name === 'string' })
    .click();

export const pick = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('radio', { name }).check();

/** Chooses how to pay. With only one way there is nothing to pick. */
export async function choose(page: Page, name: RegExp | null): Promise<void> {
  if (name) await pick(page, name);
  await press(page, 'Continue');
}

export async function agreeToAll(page: Page, button: string): Promise<void> {
  await expectQuestion(page, 'The terms, in short');
  for (const box of await page.getByRole('main').getByRole('checkbox').all()) await box.check();
  await press(page, button);
}

export async function enterCode(
  page: Page,
  to: string,
  {
    send,
    label = 'Code',
    confirm,
  }: {
    send: string;
    label?: string;
    confirm: string;
  },
): Promise<void> {
  await press(page, send);
  await expect(page.getByText(/^We sent a code/)).toBeVisible();
  await page.getByLabel(label, { exact: true }).fill(await codeFor(page, to));
  await press(page, confirm);
}

/** `codeTo` is null if a code was entered before: one is enough. */
type Borrower = { dateOfBirth: string; employment: string; mortgage: string | null; codeTo: string | null };

/** A borrower's details, the mortgage and the code. */
export async function giveDetails(page: Page, { dateOfBirth, employment, mortgage, codeTo }: Borrower): Promise<void> {
  await expectQuestion(page, 'About you');
  await page.getByLabel('Date of birth').fill(dateOfBirth);
  await press(page, 'Continue');
  await expectQuestion(page, 'Your work and home');
  await pick(page, employment);
  await pick(page, 'Yes');
  await press(page, 'Continue');
  if (mortgage) {
    await expectQuestion(page, 'Your mortgage');
    await pick(page, mortgage);
    await press(page, 'Continue');
  }
  if (codeTo === null) return;
  await expectQuestion(page, 'Confirm that it is you');
  await enterCode(page, codeTo, { send: 'Send me a code', confirm: 'Confirm' });
}

/** Reads the agreement on the page, and signs it with a code. */
export async function readAndSignHere(page: Page, to: string): Promise<void> {
  await expectQuestion(page, 'Read your agreement');
  await press(page, 'I have read it, continue');
  await expectQuestion(page, 'Sign your agreement');
  await enterCode(page, to, { send: 'Send me a code to sign', label: 'Code to sign', confirm: 'Sign' });
}

/** The page of a payer who has opened their link. */
export const payerAt = async (browser: Browser, baseURL: string | undefined, link: string): Promise<Page> =>
  (await openLink(browser, baseURL, link)).page;

/** A payer who pays upfront chooses it, confirms who they are and agrees to the terms. No code is asked for. */
export async function agreeToPayUpfront(page: Page, isChosen = false): Promise<void> {
  if (!isChosen) await choose(page, null);
  await expectQuestion(page, 'Is this you?');
  await press(page, 'Yes, this is me');
  await expectQuestion(page, 'The terms, in short');
  await expect(page.getByRole('checkbox')).toHaveCount(1);
  await agreeToAll(page, 'Agree and continue');
  await expectQuestion(page, /^Pay \$/);
}

/** The form in which a card is typed. */
export const cardForm = (page: Page) => page.getByRole('form', { name: 'Card payment' });

/** A payer who opens their link again sees their details after a code. */
export async function showDetails(page: Page, to: string): Promise<void> {
  const before = await codesTo(page, to);
  const box = page.getByRole('region', { name: 'Show my details' });
  await box.getByRole('button', { name: 'Show my details' }).click();
  await expect.poll(() => codesTo(page, to)).toBe(before + 1);
  await box.getByLabel('Code').fill(await codeFor(page, to));
  await box.getByRole('button', { name: 'Show my details' }).click();
  await expect(box).toHaveCount(0);
}

/** Types a home address other than the property's, with a state where the country has states. */
export async function typeHome(page: Page): Promise<void> {
  await pick(page, 'No, somewhere else');
  for (const [label, text] of Object.entries(facts().home)) {
    const name = label === 'Residential Address' ? 'Street address' : label;
    await page.getByRole('textbox', { name }).fill(text);
  }
  const state = page.getByRole('combobox');
  if ((await state.count()) > 0) await state.selectOption({ index: 1 });
}

/** Adds a picture as ID and submits it. */
export async function addIdentity(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.getByLabel('Add a photo or file').setInputFiles(file);
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: file.name })).toBeVisible();
}
