import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectNoViolation, opened } from './accessibility.ts';
import { card, files, type Raised, raiseCampaign } from './campaigns.ts';
import { country, expectNoSidewaysScroll } from './lists.ts';
import { anotherPerson } from './people.ts';

type Message = { to: string; text: string; links: string[] };
const mobiles = { au: ['0412 345 601', '0412 345 602'], nz: ['021 345 601', '021 345 602'] };
const address = {
  au: { 'Residential Address': '7 Banksia Way', Suburb: 'Yass', Postcode: '2582' },
  nz: { 'Residential Address': '7 Rata Lane', City: 'Auckland', Postcode: '1024' },
};

async function messagesTo(page: Page, to: string): Promise<Message[]> {
  const { items } = await (await page.request.get('/v1/sandbox/messages?perPage=50')).json();
  return (items as Message[]).filter((message) => message.to === to);
}

/** The newest code that was sent there. */
async function codeFor(page: Page, to: string): Promise<string> {
  const code = /\b[2-9A-HJ-NP-Z]{6}\b/;
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

const linkFor = async (page: Page, to: string): Promise<string> =>
  (await messagesTo(page, to)).find(({ links }) => links[0])?.links[0] ?? '';

const property = {
  au: { address: '12 Wattle St', city: 'Yass', state: 'NSW', postalCode: '2582' },
  nz: { address: '12 Nikau Street', address2: 'Mount Eden', city: 'Auckland', postalCode: '1024' },
};
const sale = { natureOfOwnership: 'investment', methodOfSale: 'other', sellingPriceMin: 8e5, sellingPriceMax: 9e5 };

type Asked = { path: string; method?: 'PUT' | 'DELETE'; data?: object };

async function ask(page: Page, { authorization }: Raised, { path, method, data = {} }: Asked): Promise<void> {
  const answer = await page.request.fetch(path, { method: method ?? 'POST', headers: { authorization }, data });
  expect(answer.ok(), `${path} ${await answer.text()}`).toBe(true);
}

/** A campaign of a property that may be lent for, sent with these ways of paying. */
async function sendWith(page: Page, raised: Raised, offered: readonly string[]): Promise<void> {
  const path = `/v1/agreements/${raised.id}`;
  await ask(page, raised, { path: `${path}/property`, data: { ...property[country()], ...sale } });
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

const setStatus = (page: Page, raised: Raised, status: string) =>
  ask(page, raised, { path: `/v1/agreements/${raised.id}/set-status`, data: { status } });

/** On a phone wherever it runs: payers open the link where they read the message. */
async function payerAt(browser: Browser, baseURL: string | undefined, link: string): Promise<Page> {
  const [page] = await anotherPerson(browser, baseURL, true);
  await page.goto(link);
  await expect(card(page, 'Your next steps')).toBeVisible();
  return page;
}

const steps = (page: Page) => card(page, 'Your next steps');

async function confirmContact(page: Page, to: string): Promise<void> {
  await steps(page).getByRole('button', { name: 'Send code' }).click();
  await expect(steps(page).getByText(`We have sent a code to ${to}`)).toBeVisible();
  await steps(page)
    .getByLabel('Code')
    .fill((await codeFor(page, to)).toLowerCase());
  await steps(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Verified', { exact: true }).last()).toBeVisible();
}

async function reviewAll(page: Page): Promise<void> {
  await expect(steps(page).getByRole('heading', { name: 'Review property' })).toBeVisible();
  await steps(page).getByRole('button', { name: 'Yes, continue' }).click();
  await expect(steps(page).getByRole('heading', { name: 'Review campaign' })).toBeVisible();
  await steps(page).getByRole('button', { name: 'Yes, continue' }).click();
}

async function agree(page: Page, button: string): Promise<void> {
  await expect(steps(page).getByRole('button', { name: button })).toBeDisabled();
  for (const box of await steps(page).getByRole('checkbox').all()) await box.check();
  await steps(page).getByRole('button', { name: button }).click();
}

async function readAndSign(page: Page, to: string): Promise<void> {
  await page.reload();
  await steps(page).getByRole('button', { name: 'I have read it, continue' }).click();
  await agree(page, 'I agree, continue');
  await steps(page).getByRole('button', { name: 'Sign and submit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign' });
  await dialog.getByLabel('Authorisation code').fill(await codeFor(page, to));
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Types a payer's details, wrongly first, and leaves them unsaved. */
async function typeDetails(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Your details' });
  await form.getByRole('button', { name: 'Save and continue' }).click();
  await expect(form.getByLabel('Date of Birth')).toBeFocused();
  await form.getByLabel('Date of Birth').fill('2019-01-31');
  await form.getByLabel('Date of Birth').blur();
  await expect(form.getByText('The date of birth must be between 17 and 120 years ago.')).toBeVisible();
  await form.getByLabel('Employment').selectOption('self');
  await form.getByLabel('My residential address is different').check();
  for (const [label, text] of Object.entries(address[country()])) {
    await form.getByRole('textbox', { name: label }).fill(text);
  }
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/flow') && answer.request().method() === 'PUT');
  await form.getByLabel('Date of Birth').fill('1980-01-31');
  expect((await kept).ok()).toBe(true);
  await expectNoViolation(page, 'the details');
  await expectNoSidewaysScroll(page);
}

test('a couple pays later: two devices, two submissions, two codes, one agreement', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const raised = await raiseCampaign(page, 'admin');
  const other = `other-${raised.payerEmail}`;
  const [mobile] = mobiles[country()];
  await ask(page, raised, {
    path: `/v2/campaigns/${raised.id}/vendors`,
    data: { firstName: 'Pat', surname: 'Field', emailAddress: other, mobilePhone: mobile },
  });
  await sendWith(page, raised, ['pn', 'pl']);

  const perry = await payerAt(browser, baseURL, await linkFor(page, raised.payerEmail));
  await expectNoViolation(perry, 'the first step');
  await reviewAll(perry);
  await steps(perry).getByRole('button', { name: 'Compare and choose' }).click();
  await card(perry, 'How would you like to pay?').getByRole('button', { name: 'Choose Pay Later' }).click();
  await confirmContact(perry, raised.payerEmail);

  await typeDetails(perry);
  // Typed on one device and not saved, it stands on another.
  const elsewhere = await payerAt(browser, baseURL, await linkFor(page, raised.payerEmail));
  await expect(elsewhere.getByLabel('Date of Birth')).toHaveValue('1980-01-31');
  await elsewhere.getByLabel('My residential address is different').uncheck();
  await elsewhere.getByRole('button', { name: 'Save and continue' }).click();
  await agree(elsewhere, 'Submit application');
  await expect(steps(elsewhere).getByText("Thanks Perry! Now we're just waiting for Pat Field.")).toBeVisible();
  await expect(elsewhere.getByText('It is now Pat Field’s turn.')).toBeVisible();
  await expect(elsewhere.getByText('It is your turn')).toHaveCount(0);

  const pat = await payerAt(browser, baseURL, await linkFor(page, other));
  await reviewAll(pat);
  await confirmContact(pat, other);
  await pat.getByLabel('Date of Birth').fill('1982-02-28');
  await pat.getByLabel('Employment').selectOption('full');
  await pat.getByRole('button', { name: 'Save and continue' }).click();
  const stored = mobile!.replace(/^0/, { au: '+61', nz: '+64' }[country()]).replaceAll(' ', '');
  await confirmContact(pat, stored);
  await agree(pat, 'Submit application');
  await expect(pat.getByText('Application Submitted').first()).toBeVisible();

  await setStatus(page, raised, 'approved');
  await readAndSign(pat, stored);
  const thanks = "Thanks Pat! Now we're just waiting for Perry Field.";
  await expect(card(pat, 'Signatures').getByText(thanks)).toBeVisible();
  await readAndSign(elsewhere, raised.payerEmail);
  await expect(elsewhere.getByText('Application Signed and Submitted').first()).toBeVisible();
  await expect(card(elsewhere, 'Signatures').getByText('Signed', { exact: true })).toHaveCount(2);
  await expectNoViolation(elsewhere, 'a signed campaign');

  await page.goto(raised.path);
  await expect(card(page, 'Signatures')).toContainText('authorised by SMS code');
  await expect(card(page, 'Signatures')).toContainText('authorised by email code');
  await expect.poll(async () => (await messagesTo(page, other)).map(({ text }) => text).join()).toContain('signed');
});

test('a payer without a mobile is asked for ID, and signs by email once the code is the newest', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(150_000);
  const option = { au: 'pos', nz: 'pl' }[country()];
  // Pay On Success is approved with its own document, or with one that is signed by hand besides.
  const manualAgreement = option === 'pos';
  const raised = await raiseCampaign(page, 'admin');
  await sendWith(page, raised, [option]);
  const payer = await payerAt(browser, baseURL, await linkFor(page, raised.payerEmail));
  await reviewAll(payer);
  await steps(payer).getByRole('button', { name: 'Do this later' }).click();
  await payer.getByLabel('Date of Birth').fill('1955-06-15');
  await payer.getByLabel('Employment').selectOption('retired');
  await payer.getByRole('button', { name: 'Save and continue' }).click();
  await agree(payer, 'Submit application');
  await expect(payer.getByText('Application Submitted').first()).toBeVisible();

  await setStatus(page, raised, 'waiting-info');
  await payer.reload();
  await steps(payer).getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(payer.getByText('Please add your ID first.')).toBeVisible();
  await steps(payer).locator('input[type="file"]').first().setInputFiles(files.picture);
  await expect(steps(payer).getByRole('list', { name: 'Files' })).toContainText(files.picture.name);
  await expectNoViolation(payer, 'documents');
  await steps(payer).getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(payer.getByText('Application Submitted').first()).toBeVisible();

  await ask(page, raised, { path: `/v1/agreements/${raised.id}`, method: 'PUT', data: { manualAgreement } });
  await setStatus(page, raised, 'approved');
  await payer.reload();
  await steps(payer).getByRole('button', { name: 'I have read it, continue' }).click();
  await agree(payer, 'I agree, continue');
  await steps(payer).getByRole('button', { name: 'Sign and submit' }).click();
  const dialog = payer.getByRole('dialog', { name: 'Sign' });
  await expect(dialog.getByText(/We have sent a code by email to p…@/)).toBeVisible();
  const first = await codeFor(page, raised.payerEmail);
  await dialog.getByRole('button', { name: 'Send another code' }).click();
  await expect.poll(() => codeFor(page, raised.payerEmail)).not.toBe(first);
  await dialog.getByLabel('Authorisation code').fill(first);
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(dialog.getByText('That code is not right, or has expired.')).toBeVisible();
  await expectNoViolation(payer, 'the code to sign', opened);
  await dialog.getByLabel('Authorisation code').fill(await codeFor(page, raised.payerEmail));
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(payer.getByText('Application Signed and Submitted').first()).toBeVisible();
});
