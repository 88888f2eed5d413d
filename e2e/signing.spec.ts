import { expect, type Page, test } from '@playwright/test';
import { expectNoViolation, opened } from './accessibility.ts';
import { card, files, type Raised, raiseCampaign } from './campaigns.ts';
import {
  addIdentity,
  agreeToAll,
  choose,
  expectPanel,
  expectQuestion,
  giveDetails,
  payerAt,
  pick,
  press,
  readAndSignHere,
  showDetails,
  typeHome,
} from './checkout.ts';
import { facts } from './country.ts';
import { expectNoSidewaysScroll } from './lists.ts';
import { ask, codeFor, codesTo, linkFor, messagesTo, sendWith, setStatus } from './payers.ts';

/** Types a payer's details, first with mistakes, and does not save them. */
async function typeDetails(page: Page): Promise<void> {
  const born = page.getByLabel('Date of birth');
  await press(page, 'Continue');
  await expect(born).toBeFocused();
  await born.fill('31/1/2019');
  await press(page, 'Continue');
  await expect(page.getByText('The date of birth must be between 17 and 120 years ago.')).toBeVisible();
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/flow') && answer.request().method() === 'PUT');
  await born.fill('31/1/1980');
  expect((await kept).ok()).toBe(true);
  await expectNoViolation(page, 'the details');
  await press(page, 'Continue');
  await expectQuestion(page, 'Your work and home');
  await pick(page, 'I am self-employed');
  const keptAgain = page.waitForResponse((answer) => answer.url().endsWith('/flow'));
  await typeHome(page);
  expect((await keptAgain).ok()).toBe(true);
  await expectNoViolation(page, 'work and home');
  await expectNoSidewaysScroll(page);
}

/** Opens a payer's details and the QR code of their link, as staff. */
async function lookAtPayer(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await card(page, 'Vendors').getByRole('button', { name: 'Details of Pat Field' }).click();
  await expect(page.getByRole('dialog', { name: 'Pat Field' }).getByLabel('Surname')).toHaveValue('Field');
  await expectNoViolation(page, 'the details of a payer', opened);
  await page.keyboard.press('Escape');
  await card(page, 'Vendors').getByRole('button', { name: 'QR code' }).first().click();
  await expect(page.getByRole('img', { name: /^QR code of the Payment URL/ })).toBeVisible();
  await expectNoViolation(page, 'the QR code', opened);
  await page.keyboard.press('Escape');
}

/** An admin creates a profile. The person fails the check on the provider's page, and the next check shows it. */
async function checkIdentity(page: Page, name: string): Promise<void> {
  const person = card(page, 'Identity Checks').getByRole('region', { name });
  await person.getByRole('button', { name: 'Create profile' }).click();
  await expect(person.getByRole('button', { name: 'Run check' })).toBeVisible();
  const profile = page.context().waitForEvent('page');
  await person.getByRole('link').click();
  const provider = await profile;
  await provider.getByRole('button', { name: 'Fail the check' }).click();
  await expect(provider.getByText(/The check has been failed/)).toBeVisible();
  await expectNoViolation(provider, 'the sandbox’s identity check');
  await provider.close();
  await person.getByRole('button', { name: 'Run check' }).click();
  await expect(person.getByText('Failed', { exact: true })).toBeVisible();
  await expectNoViolation(page, 'identity checks', `section[aria-label="${name}"]`);
}

/** A co-owner with a mobile applies: the only code of the application goes to it. */
async function applyWithMobile(payer: Page, mobile: string): Promise<void> {
  const before = await codesTo(payer, mobile);
  await choose(payer, /^Later/);
  await giveDetails(payer, {
    dateOfBirth: '28/2/1982',
    employment: 'I work full time',
    mortgage: 'I am not sure',
    codeTo: mobile,
  });
  await agreeToAll(payer, 'Submit application');
  await expectPanel(payer, 'We have your application');
  expect(await codesTo(payer, mobile)).toBe(before + 1);
}

/** Uploads an ID and submits it. */
async function answerRequest(payer: Page): Promise<void> {
  await expectQuestion(payer, 'Please send us your ID');
  await addIdentity(payer, files.picture);
  await press(payer, 'Submit');
}

/** Requests information of Pat and Perry. The request is open for each of them until each has answered. */
async function requestInformation(page: Page, raised: Raised, pat: Page, perry: Page): Promise<void> {
  await setStatus(page, raised, 'waiting-info');
  await pat.reload();
  await answerRequest(pat);
  await expectPanel(pat, "Thanks Pat! Now we're just waiting for Perry Field.");
  await page.goto(raised.path);
  await expect(page.getByText('Waiting for Perry Field.')).toBeVisible();
  await perry.reload();
  await answerRequest(perry);
  await expectPanel(perry, 'We have your application');
}

type Changed = { raised: Raised; email: string; mobile: string };

/** An admin saves other terms after Pat has signed, and is asked first. */
async function changeTerms(page: Page, raised: Raised): Promise<void> {
  await page.goto(raised.path);
  const finance = card(page, 'Pay Later Finance');
  await finance.getByRole('button', { name: 'Edit', exact: true }).click();
  await finance.getByRole('textbox', { name: 'Security Registration Fee' }).fill('199');
  await finance.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog', { name: 'Save and have it signed again?' });
  await expect(question.getByText(/^Pat Field has signed the agreement/)).toBeVisible();
  await expectNoViolation(page, 'the question before a signature ends', opened);
  await question.getByRole('button', { name: 'Save and ask again' }).click();
  await expect(card(page, 'Signatures').getByText('Not signed yet')).toHaveCount(2);
}

/** Pat signs first. The terms change, so Pat is told, reads the agreement again and signs again. */
async function signTwice(page: Page, pat: Page, { raised, email, mobile }: Changed): Promise<void> {
  const thanks = pat.getByText("Thanks Pat! Now we're just waiting for Perry Field.");
  await pat.reload();
  await readAndSignHere(pat, mobile);
  await expectPanel(pat, 'Thank you. You have signed.');
  await expect(thanks).toBeVisible();
  await changeTerms(page, raised);
  const told = 'was changed after you signed it';
  await expect.poll(async () => (await messagesTo(page, email)).map(({ text }) => text).join()).toContain(told);
  await pat.reload();
  await readAndSignHere(pat, mobile);
  await expect(thanks).toBeVisible();
}

/** The payer and an admin save the evidence of a signature. */
async function saveEvidence(payer: Page, admin: Page): Promise<void> {
  await press(payer, 'Documents');
  await expectNoViolation(payer, 'the documents of a signed campaign');
  const byPayer = payer.waitForEvent('download');
  await press(payer, 'Evidence of your signature');
  expect((await byPayer).suggestedFilename()).toMatch(/^Signature-Evidence_\d+\.json$/);
  const byAdmin = admin.waitForEvent('download');
  await card(admin, 'Signatures')
    .getByRole('button', { name: /^Download the evidence of Pat Field/ })
    .click();
  expect((await byAdmin).suggestedFilename()).toMatch(/^Signature-Evidence_\d+\.json$/);
}

test('a couple chooses Pay Later: two devices, two submissions, two codes, one agreement', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const raised = await raiseCampaign(page, 'admin');
  const other = `other-${raised.payerEmail}`;
  const { mobile, dialCode } = facts();
  await ask(page, raised, {
    path: `/v2/campaigns/${raised.id}/vendors`,
    data: { firstName: 'Pat', surname: 'Field', emailAddress: other, mobilePhone: mobile },
  });
  await sendWith(page, raised, ['pn', 'pl']);
  await lookAtPayer(page, raised.path);

  const perry = await payerAt(browser, baseURL, await linkFor(page, raised.payerEmail));
  await expectNoViolation(perry, 'the first question');
  await choose(perry, /^Later/);
  await typeDetails(perry);
  // Unsaved input on one device is restored on another, after a code.
  const elsewhere = await payerAt(browser, baseURL, await linkFor(page, raised.payerEmail));
  await expectQuestion(elsewhere, 'About you');
  await showDetails(elsewhere, raised.payerEmail);
  await expect(elsewhere.getByLabel('Date of birth')).toHaveValue('31/1/1980');
  await press(elsewhere, 'Continue');
  await expectQuestion(elsewhere, 'Your work and home');
  await pick(elsewhere, 'Yes');
  await press(elsewhere, 'Continue');
  await pick(elsewhere, 'I am not sure');
  await press(elsewhere, 'Continue');
  // The code that showed the details is the application's only code.
  await agreeToAll(elsewhere, 'Submit application');
  await expectPanel(elsewhere, "Thanks Perry! Now we're just waiting for Pat Field.");
  await expect(elsewhere.getByText('Pat Field has not started')).toBeVisible();

  const pat = await payerAt(browser, baseURL, await linkFor(page, other));
  const stored = mobile.replace(/^0/, dialCode).replaceAll(' ', '');
  await applyWithMobile(pat, stored);
  await requestInformation(page, raised, pat, elsewhere);

  await setStatus(page, raised, 'approved');
  await signTwice(page, pat, { raised, email: other, mobile: stored });
  await elsewhere.reload();
  await readAndSignHere(elsewhere, raised.payerEmail);
  await expectPanel(elsewhere, 'Everybody has signed');
  await expect(elsewhere.getByText('Pat Field has signed')).toBeVisible();
  await expectNoViolation(elsewhere, 'a signed campaign');

  await page.goto(raised.path);
  await expect(card(page, 'Signatures')).toContainText('authorised by SMS code');
  await expect(card(page, 'Signatures')).toContainText('authorised by email code');
  await saveEvidence(elsewhere, page);
  expect(await codesTo(page, other)).toBe(0);
  await checkIdentity(page, 'Pat Field');
  await expect.poll(async () => (await messagesTo(page, other)).map(({ text }) => text).join()).toContain('signed');
});

/** An admin sees the payer's ID on their details and opens it, which the log records. */
async function seeProofOfIdentity(page: Page, raised: Raised): Promise<void> {
  await page.goto(raised.path);
  await page.getByRole('button', { name: 'Details of Perry Field' }).click();
  const proof = page.getByRole('region', { name: 'Proof of identity' });
  await expect(proof.getByRole('list', { name: 'Files' })).toContainText(files.picture.name);
  await expectNoViolation(page, 'a payer’s ID', opened);
  await proof.getByRole('button', { name: files.picture.name, exact: true }).click();
  await expect(page.getByRole('img', { name: files.picture.name })).toBeVisible();
  const headers = { authorization: raised.authorization };
  const log = await page.request.get(`/v1/log-entries?targetAgreementId=${raised.id}&perPage=100`, { headers });
  expect(await log.text()).toContain('Identity document opened');
}

/** A payer of Pay On Success pays its fee next. */
const afterSigning = (option: string) => (option === 'pos' ? /^Pay \$/ : 'Everybody has signed');

test('a payer without a mobile uploads ID and signs with the newest e-mail code', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(150_000);
  const option = facts().followedOption;
  // Pay On Success is approved with its own document, or with an additional agreement signed by hand.
  const manualAgreement = option === 'pos';
  const raised = await raiseCampaign(page, 'admin');
  await sendWith(page, raised, [option]);
  const payer = await payerAt(browser, baseURL, await linkFor(page, raised.payerEmail));
  await choose(payer, null);
  await giveDetails(payer, {
    dateOfBirth: '15/6/1955',
    employment: 'I am retired',
    mortgage: option === 'pl' ? 'I am not sure' : null,
    codeTo: raised.payerEmail,
  });
  await agreeToAll(payer, 'Submit application');
  await expectPanel(payer, 'We have your application');

  await setStatus(page, raised, 'waiting-info');
  await payer.reload();
  await expectQuestion(payer, 'Please send us your ID');
  await press(payer, 'Submit');
  await expect(payer.getByText('Please add your ID first.')).toBeVisible();
  await addIdentity(payer, files.picture);
  await expectNoViolation(payer, 'documents');
  await press(payer, 'Submit');
  await expectPanel(payer, 'We have your application');

  await seeProofOfIdentity(page, raised);

  await ask(page, raised, { path: `/v1/agreements/${raised.id}`, method: 'PUT', data: { manualAgreement } });
  await setStatus(page, raised, 'approved');
  await payer.reload();
  await expectQuestion(payer, 'Read your agreement');
  await press(payer, 'I have read it, continue');
  await press(payer, 'Send me a code to sign');
  await expect(payer.getByText(/^We sent a code to p…@/)).toBeVisible();
  const first = await codeFor(page, raised.payerEmail);
  await press(payer, 'Send another code');
  await expect.poll(() => codeFor(page, raised.payerEmail)).not.toBe(first);
  const code = payer.getByLabel('Code to sign');
  await code.fill(first);
  await press(payer, 'Sign');
  await expect(payer.getByText('That code is not right, or has expired.').first()).toBeVisible();
  await expectNoViolation(payer, 'the code to sign');
  await code.fill(await codeFor(page, raised.payerEmail));
  await press(payer, 'Sign');
  await expectPanel(payer, afterSigning(option));
});

/** The organisation gives the only payer this mobile. */
async function giveMobile(page: Page, raised: Raised, mobilePhone: string): Promise<void> {
  const { authorization } = raised;
  const answer = await page.request.get(`/v1/signatories?agreementId=${raised.id}`, { headers: { authorization } });
  const { signatories } = (await answer.json()) as { signatories: { id: number }[] };
  await ask(page, raised, { path: `/v1/signatories/${signatories[0]?.id}`, method: 'PUT', data: { mobilePhone } });
}

test('a payer who opens the text message applies and signs with codes to the mailbox', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(150_000);
  const { followedOption: option, mobile, dialCode } = facts();
  // A number of its own, so that no other journey gets its messages.
  const stored = mobile.replace(/^0/, dialCode).replaceAll(' ', '').replace(/\d\d$/, '88');
  const raised = await raiseCampaign(page, 'admin');
  await giveMobile(page, raised, stored);
  await sendWith(page, raised, [option]);
  const link = await linkFor(page, stored);
  expect(await linkFor(page, raised.payerEmail)).toContain(`${link}.`);
  const payer = await payerAt(browser, baseURL, link);
  await choose(payer, null);
  await giveDetails(payer, {
    dateOfBirth: '15/6/1955',
    employment: 'I am retired',
    mortgage: option === 'pl' ? 'I am not sure' : null,
    codeTo: raised.payerEmail,
  });
  await agreeToAll(payer, 'Submit application');
  await expectPanel(payer, 'We have your application');

  const data = { manualAgreement: option === 'pos' };
  await ask(page, raised, { path: `/v1/agreements/${raised.id}`, method: 'PUT', data });
  await setStatus(page, raised, 'approved');
  await payer.reload();
  await readAndSignHere(payer, raised.payerEmail);
  await expectPanel(payer, afterSigning(option));
  expect(await codesTo(page, stored)).toBe(0);
  expect(await codesTo(page, raised.payerEmail)).toBe(2);
});
