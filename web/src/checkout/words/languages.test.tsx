import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { type Language, languageNames, languages } from '@kerb/domain/checkout/languages.ts';
import { countries } from '@kerb/domain/countries/countries.ts';
import { historyKindNames } from '@kerb/domain/history/history-kinds.ts';
import { payerSentences } from '@kerb/domain/history/history-of.ts';
import { defaultBudgetOwnerFeeName } from '@kerb/domain/loans/fees.ts';
import { fundingSentence, limitedRecourseWarning } from '@kerb/domain/loans/funding-words.ts';
import { accountNameLabel } from '@kerb/domain/organisations/bank-accounts.ts';
import { declineWords } from '@kerb/domain/payments/card-declines.ts';
import { agreeFirst, chooseFirst, nothingToPay, refundPending } from '@kerb/domain/payments/may-pay.ts';
import { propertyTypeLabels } from '@kerb/domain/properties/properties.contract.ts';
import { propertyLabels } from '@kerb/domain/properties/property-labels.ts';
import { mortgageChoiceLabels, mortgageQuestion } from '@kerb/domain/signing/mortgage-answer.ts';
import { methodOfSaleLabels } from '@kerb/domain/vocabulary/value-lists.ts';
import { App } from '@kerb/web/checkout/app.tsx';
import { render as renderOnServer } from '@kerb/web/checkout/render.tsx';
import { en, type Words } from '@kerb/web/checkout/words/en.ts';
import { type LoanWords, repaying } from '@kerb/web/checkout/words/en-repaying.ts';
import { speak } from '@kerb/web/checkout/words/words.ts';
import { catalogue as zhHans } from '@kerb/web/checkout/words/zh-hans/catalogue.ts';
import { repaying as repayingZhHans } from '@kerb/web/checkout/words/zh-hans/repaying.ts';
import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { textsIn } from '../../../test/catalogue.ts';
import { aCheckout, pageOf, stubCheckout } from '../../../test/checkout.tsx';
import { terms } from '../../../test/signing.ts';

afterEach(() => {
  speak(en);
  vi.unstubAllGlobals();
});

// biome-ignore format: a table
const translations: Record<Exclude<Language, 'en'>, { words: Words; loans: LoanWords; letters: RegExp; asInEnglish: readonly string[] }> = {
  'zh-Hans': { words: zhHans, loans: repayingZhHans, letters: /\p{Script=Han}/u, asInEnglish: ['BSB'] },
};

const markers = ['⟦a⟧', '⟦b⟧', '⟦c⟧', '⟦d⟧'];
const { money: _, longDay: __, listed: ___, said: ____, ...first } = en;
const english = { ...first, repaying };
/** English has no sentence there: it is only for readers of another language. */
const forOthers = ['draft', 'terms.inEnglish', 'agreement.inEnglish'];

const all = Object.values(countries);
// Refusals of a refund are shown to the team only.
const { 'refund-refused': _____, ...paying } = declineWords;
// biome-ignore format: a list
const fields = [
  'campaignBudget', 'campaignAdditionalAmount', 'caveatFee', 'serviceFee', 'methodOfSale', 'auctionDate',
] as const;
/** Everything with a fixed wording that the server sends to the page, or that the domain writes for it. */
// biome-ignore format: a list
const sentInEnglish: readonly string[] = [
  'Bank transfer', 'Reference', accountNameLabel, 'Interest', 'Estimated Interest', 'Repaid',
  'Amount financed', 'Written off', defaultBudgetOwnerFeeName,
  ...fields.map((name) => labelOfField(name)),
  ...all.flatMap(({ surcharges }) => surcharges.flatMap(({ rows }) => rows.map(({ label }) => label))),
  ...all.flatMap(({ bankAccountFields }) => bankAccountFields.map(({ label }) => label)),
  ...all.map(({ payLaterFeeLabel }) => payLaterFeeLabel),
  ...all.flatMap((country) => (['pl', 'pos'] as const).map((option) => fundingSentence(option, 'approved', country) ?? '')),
  ...Object.values(paying), ...Object.values(mortgageChoiceLabels),
  ...Object.values(propertyTypeLabels), ...Object.values(methodOfSaleLabels),
  propertyLabels.type, propertyLabels.bedrooms, propertyLabels.bathrooms, propertyLabels.carSpaces,
  ...payerSentences(historyKindNames), 'You', 'A payer', 'Nothing has happened yet.', 'Show older entries',
  'Your account', 'Log in to add or remove passkeys',
  'Come back without a code: add a passkey to your account. Then your fingerprint, your face or the PIN of your device shows that it is you.',
  'Is this your first time? Choose ‘Forgotten your password?’ on that page, and we send you a link. You do not need a password.',
  'Evidence of your signature', 'To save the evidence, enter the code that we send you.',
  mortgageQuestion, limitedRecourseWarning, agreeFirst, chooseFirst, nothingToPay, refundPending,
];

describe.each(Object.entries(translations))('the words in %s', (language, { words, loans, letters, asInEnglish }) => {
  const { money: _m, longDay: _d, listed: _l, said: _s, ...early } = words;
  const translated = { ...early, repaying: loans };
  const inEnglish = textsIn(english, '', markers);
  const texts = new Map(textsIn(translated, '', markers).map(({ path, text }) => [path, text]));

  it('are all there, each in the letters of the language', () => {
    const missing = inEnglish.filter(({ path }) => !letters.test(texts.get(path) ?? '')).map(({ path }) => path);
    expect(missing).toEqual([]);
    expect([...texts.keys()].toSorted()).toEqual(inEnglish.map(({ path }) => path).toSorted());
  });

  it('name every name, amount and day that the English words name', () => {
    const blanks = (text: string) => markers.filter((marker) => text.includes(marker));
    const different = inEnglish.filter(({ path, text }) => {
      const said = blanks(texts.get(path) ?? '');
      return !forOthers.includes(path) && blanks(text).some((marker) => !said.includes(marker));
    });
    expect(different.map(({ path }) => path)).toEqual([]);
  });

  it('cover what the server sends in English', () => {
    const missing = sentInEnglish.filter((text) => words.said(text) === text && !asInEnglish.includes(text));
    expect(missing).toEqual([]);
    expect(words.said('A sentence that nobody has translated.')).toBe('A sentence that nobody has translated.');
  });

  it('say that they are a draft, as long as they are one', () => {
    expect(words.draft !== '').toBe(languages[language as Language].isDraft);
  });

  it('are on the first paint and in the browser alike, and the terms stay in English and say so', async () => {
    const checkout = aCheckout({ screen: 'terms', option: 'pl', path: ['choose', 'details', 'terms'], terms: terms() });
    stubCheckout(() => checkout);
    const page = { ...pageOf(checkout), language: language as Language };
    const root = document.body.appendChild(document.createElement('div'));
    root.innerHTML = renderOnServer(page);
    expect(root.textContent).toContain(words.terms.inEnglish);
    expect(root.textContent).toContain(words.draft);
    const drawn = root.textContent;
    const onRecoverableError = vi.fn();
    await act(async () => void hydrateRoot(root, <App page={page} />, { onRecoverableError }));
    expect(onRecoverableError).not.toHaveBeenCalled();
    expect(root.textContent).toBe(drawn);
    for (const text of terms().inShort) {
      expect([...root.querySelectorAll('[lang=en]')].some((part) => part.textContent?.includes(text))).toBe(true);
    }
    root.remove();
  });
});

it('every language but English has a translation', () => {
  expect(['en', ...Object.keys(translations)]).toEqual(languageNames);
});

it('a country with another language greets and thanks in it, marked as that language', () => {
  const { greeting } = countries.NZ;
  const drawn = (checkout = aCheckout()) => renderOnServer({ ...pageOf(checkout), greeting });
  expect(drawn()).toContain('<span lang="mi">Kia ora</span>');
  expect(drawn(aCheckout({ screen: 'paid', option: 'pn', path: [] }))).toContain('lang="mi">Ngā mihi</p>');
  expect(greeting?.isDraft).toBe(true);
  expect(renderOnServer(pageOf(aCheckout()))).not.toContain('lang="mi"');
});
