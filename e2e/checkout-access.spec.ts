import { expect, type Page, test } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';
import { raiseCampaign } from './campaigns.ts';
import {
  agreeToAll,
  choose,
  enterCode,
  expectPanel,
  expectQuestion,
  payerAt,
  pick,
  press,
  question,
} from './checkout.ts';
import { expectNoSidewaysScroll } from './lists.ts';
import { linkFor, sendWith, setStatus } from './payers.ts';
import { cards, pressPay, typeCard } from './paying.ts';

/** What a thumb cannot hit, and what an older reader cannot read. Links within a sentence are exempt (WCAG 2.5.8). */
const tooSmall = (page: Page) =>
  page.evaluate(() => {
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const nameOf = (element: Element) => `${element.tagName} ${element.textContent?.trim().slice(0, 30)}`;
    const hasOwnText = (element: Element | null) =>
      [...(element?.childNodes ?? [])].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim());
    const isInSentence = (element: Element) => element.tagName === 'A' && hasOwnText(element.parentElement);
    // A box is as large as the label around it.
    const areaOf = (element: Element) =>
      element.matches('[type=radio], [type=checkbox]') ? element.closest('label') : element;
    const targets = [
      ...document.querySelectorAll('a:not(.skip), button, summary, select, textarea, input:not([type=file])'),
    ]
      .filter((element) => isSeen(element) && !isInSentence(element))
      .map((element) => areaOf(element) ?? element);
    const low = targets.filter((element) => {
      const { width, height } = element.getBoundingClientRect();
      return height < 44 || width < 44;
    });
    const texts = [...document.querySelectorAll('body *')].filter((element) => isSeen(element) && hasOwnText(element));
    const tiny = texts.filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < 16);
    return [...low.map((element) => `low: ${nameOf(element)}`), ...tiny.map((element) => `tiny: ${nameOf(element)}`)];
  });

/** The step fits a small phone and text of twice the size, has large targets and text, and nothing moves. */
async function expectEasy(page: Page, name: string): Promise<void> {
  expect(await tooSmall(page), name).toEqual([]);
  expect(await page.evaluate(() => document.getAnimations().length), `animations of ${name}`).toBe(0);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%', 'important'));
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page, `${name}, 200 % text on 320 px`);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.setViewportSize({ width: 390, height: 844 });
}

const named =
  /^\s*- (banner|main|contentinfo|heading|radio|checkbox|textbox|button|group|region|alert)(?: "(.*?)")?(?=[\s:[]|$)/;

/** What a screen reader reads of the page, in order: the role and the name of each landmark, heading and control. */
async function heard(page: Page, within = 'body'): Promise<string[]> {
  const snapshot = await page.locator(within).ariaSnapshot();
  return snapshot.split('\n').flatMap((line) => {
    const [, role, name = ''] = named.exec(line) ?? [];
    return role ? [`${role} ${name}`.trim()] : [];
  });
}

/** The landmarks of the page, in order, with one heading of the first level: the question, which has the focus. */
async function expectAnnounced(
  page: Page,
  name: string | RegExp,
  controls: readonly (string | RegExp)[],
): Promise<void> {
  await expectQuestion(page, name);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  const landmarks = (await heard(page)).filter((part) => /^(banner|main|contentinfo)/.test(part));
  expect(landmarks).toEqual(['banner', 'main', 'contentinfo']);
  const inMain = (await heard(page, 'main')).filter((part) => /^(heading|radio|checkbox|textbox|button)/.test(part));
  const unnamed = inMain.filter((part) => !part.includes(' '));
  expect(unnamed, 'controls without a name').toEqual([]);
  let from = 0;
  for (const control of controls) {
    const at = inMain.findIndex(
      (part, place) => place >= from && (typeof control === 'string' ? part === control : control.test(part)),
    );
    expect(at, `${control} after ${inMain.slice(0, from).join(', ')} in ${inMain.join(', ')}`).toBeGreaterThanOrEqual(
      from,
    );
    from = at + 1;
  }
}

test('a screen reader hears each step of paying now, the question first and its one action last', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const raised = await raiseCampaign(page, 'admin');
  await sendWith(page, raised, ['pn', 'pl']);
  const payer = await payerAt(browser, baseURL, await linkFor(page, raised.payerEmail));
  await expectAnnounced(payer, 'How would you like to pay?', [
    'heading How would you like to pay?',
    /^radio Now/,
    /^radio Later/,
    'button Continue',
  ]);
  await payer.getByText('See what each one costs').click();
  await expectEasy(payer, 'choose');
  // By keyboard alone.
  await payer.getByRole('radio', { name: /^Now/ }).focus();
  await payer.keyboard.press('Space');
  await payer.getByRole('button', { name: 'Continue' }).focus();
  await payer.keyboard.press('Enter');
  await expectAnnounced(payer, 'Is this you?', ['button Back', 'heading Is this you?', 'button Yes, this is me']);
  await expect(question(payer)).toBeFocused();
  await expectEasy(payer, 'you');
  await press(payer, 'Something is not right');
  await expectAnnounced(payer, 'Correct your details', ['textbox First name', 'textbox Last name', 'button Save']);
  await expectEasy(payer, 'correct');
  await payer.goBack();
  await press(payer, 'Yes, this is me');
  await expectAnnounced(payer, 'The terms, in short', [/^checkbox I have read/, 'button Agree and continue']);
  await expectEasy(payer, 'terms');
  await agreeToAll(payer, 'Agree and continue');
  await expectAnnounced(payer, /^Pay \$/, [/^button Card/, /^button Bank transfer/]);
  await expectEasy(payer, 'pay');
  await press(payer, /^Bank transfer/);
  await expectAnnounced(payer, /^Please transfer/, [/^button Copy Amount/, /^button Copy Reference/]);
  await expectEasy(payer, 'transfer');
  await press(payer, 'Pay by card instead');
  await typeCard(payer, cards.good);
  await expectEasy(payer, 'card');
  await pressPay(payer.getByRole('form', { name: 'Card payment' }));
  await expectPanel(payer, /^Thank you\. You paid/);
  await expectAnnounced(payer, /^Thank you\. You paid/, ['heading What happens next', /^button Save your receipt/]);
  await expectEasy(payer, 'paid');
  await press(payer, 'Payments and receipts');
  await expectAnnounced(payer, 'Payments and receipts', ['textbox Send the receipt to', 'button Send']);
  await expectEasy(payer, 'receipts');
});

test('each step of Pay Later can be heard, and read on a small phone with large text', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const raised = await raiseCampaign(page, 'admin');
  await sendWith(page, raised, ['pl']);
  const payer = await payerAt(browser, baseURL, await linkFor(page, raised.payerEmail));
  await expectEasy(payer, 'the only way to pay');
  await choose(payer, null);
  await expectAnnounced(payer, 'About you', ['textbox First name', /^textbox Date of birth/, 'button Continue']);
  await expectEasy(payer, 'about you');
  await press(payer, 'Continue');
  // The mistake is named beside its field.
  await expect(payer.getByLabel('Date of birth')).toHaveAccessibleDescription(/Please fill this in\./);
  await payer.getByLabel('Date of birth').fill('31/3/1958');
  await press(payer, 'Continue');
  await expectAnnounced(payer, 'Your work and home', ['radio I work full time', 'radio Yes', 'button Continue']);
  await expect(question(payer)).toBeFocused();
  await expectEasy(payer, 'work and home');
  await pick(payer, 'I am retired');
  await pick(payer, 'Yes');
  await press(payer, 'Continue');
  await expectAnnounced(payer, 'Your mortgage', ['radio I am not sure', 'button Continue']);
  await expectEasy(payer, 'mortgage');
  await pick(payer, 'I am not sure');
  await press(payer, 'Continue');
  await expectAnnounced(payer, 'Confirm that it is you', ['button Send me a code']);
  await expectEasy(payer, 'code');
  await enterCode(payer, raised.payerEmail, { send: 'Send me a code', confirm: 'Confirm' });
  await expectQuestion(payer, 'The terms, in short');
  await expectEasy(payer, 'terms of a loan');
  await agreeToAll(payer, 'Submit application');
  await expectPanel(payer, 'We have your application');
  await expectEasy(payer, 'submitted');
  await setStatus(page, raised, 'approved');
  await expectAnnounced(payer, 'Read your agreement', ['button Save as PDF', 'button I have read it, continue']);
  await expectEasy(payer, 'agreement');
  await press(payer, 'I have read it, continue');
  await expectAnnounced(payer, 'Sign your agreement', ['button Send me a code to sign']);
  await press(payer, 'Send me a code to sign');
  // The heading stays while the code is sent.
  await expect(payer.getByLabel('Code to sign')).toBeVisible();
  await expectAnnounced(payer, 'Sign your agreement', [/^textbox Code to sign/, 'button Sign']);
  await expectEasy(payer, 'sign');
  await press(payer, 'Back');
  await payer.getByRole('button', { name: 'See the details' }).click();
  await expectQuestion(payer, 'About this campaign');
  await expectEasy(payer, 'about the campaign');
});
