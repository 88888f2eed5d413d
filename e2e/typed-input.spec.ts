import { expect, type Locator, type Page, test } from '@playwright/test';
import { card, raiseCampaign } from './campaigns.ts';
import { facts } from './country.ts';
import { expectNoSidewaysScroll } from './lists.ts';
import { ask, sendWith, setStatus } from './payers.ts';
import { anotherPerson, openAs } from './people.ts';

const notAmounts = ['-5', '1e9', '12,345.678', '4.200,50', '4,200 + 10% GST', 'abc'];

/** Types or pastes each text: the field keeps it and says that it is no amount. */
async function expectsAnAmount(page: Page, field: Locator): Promise<void> {
  for (const text of notAmounts) {
    await field.fill('');
    // As a paste does it: the whole text in one input event.
    await field.focus();
    await page.keyboard.insertText(text);
    await field.blur();
    await expect(field).toHaveValue(text);
    await expect(field).toHaveAccessibleDescription(/Enter an amount\./);
  }
}

test('a budget that is no amount stays as typed and is not saved', async ({ page }) => {
  const raised = await raiseCampaign(page, 'manager');
  await page.goto(raised.path);
  const budget = card(page, 'Campaign Budget');
  const amount = budget.getByRole('textbox', { name: 'Campaign Budget', exact: true });
  await expectsAnAmount(page, amount);
  await amount.fill('');
  await amount.pressSequentially('1e9');
  await expect(amount).toHaveValue('1e9');
  await budget.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(budget.getByText('Enter an amount.')).toBeVisible();
  await expectNoSidewaysScroll(page);
  const headers = { authorization: raised.authorization };
  const kept = await (await page.request.get(`/v1/agreements/${raised.id}`, { headers })).json();
  expect(kept.campaignBudget).toBe(4_200);
});

test('an empty interest rate is refused, and the usual one is only named', async ({ page }) => {
  const raised = await raiseCampaign(page, 'admin');
  await sendWith(page, raised, ['pl']);
  await ask(page, raised, { path: `/v1/agreements/${raised.id}/choose-option`, data: { financeOptionCode: 'pl' } });
  await setStatus(page, raised, 'waiting-approval');
  await page.goto(raised.path);
  const finance = card(page, 'Pay Later Finance');
  await finance.getByRole('button', { name: 'Edit' }).click();
  const rate = finance.getByLabel('Interest Rate');
  await expect(rate).toHaveValue(/^\d+\.\d\d$/);
  const agreed = await rate.inputValue();
  await rate.fill('');
  await rate.blur();
  expect(await rate.getAttribute('placeholder')).toBeNull();
  await expect(rate).toHaveAccessibleDescription(/Enter the interest rate\./);
  await finance.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(finance.getByText('Enter the interest rate.').first()).toBeVisible();
  await expect(finance.getByRole('button', { name: 'Approve' })).toBeDisabled();
  await rate.fill(agreed);
  await expectsAnAmount(page, finance.getByLabel('Amount of Credit'));
});

test('a name in another script is refused under its field, and Māori is accepted', async ({ page }) => {
  const raised = await raiseCampaign(page, 'manager');
  await page.goto(raised.path);
  await page.getByRole('button', { name: 'Add payer' }).click();
  const dialog = page.getByRole('dialog');
  const first = dialog.getByLabel('First Name');
  await first.fill('王小明');
  await dialog.getByLabel('Surname').fill('Tāwhiri');
  await dialog.getByRole('textbox', { name: 'Email' }).fill(`other-${raised.payerEmail}`);
  await expect(first).toHaveAccessibleDescription(/Please enter the name in Latin letters/);
  await expect(first).toHaveValue('王小明');
  await first.fill('Hēmi');
  await dialog.getByRole('button', { name: 'Add payer' }).click();
  await expect(page.getByText('Hēmi Tāwhiri')).toBeVisible();
});

test('a business number that is too short says how many digits it has', async ({ page }) => {
  const { label, tooShort, words } = facts().businessNumber;
  await openAs(page, 'admin', '/agencies/2/settings');
  const number = page.getByLabel(label, { exact: true });
  await number.fill(tooShort);
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await expect(number).toHaveAccessibleDescription(words);
  await expect(number).toHaveValue(tooShort);
});

test('a password that is too short says how long it must be', async ({ page, browser, baseURL }) => {
  const address = `short.${test.info().project.name}@example.com`;
  await openAs(page, 'manager', '/agencies/2/users');
  await page.getByRole('button', { name: 'Invite Team Members' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First Name').fill('Shay');
  await dialog.getByLabel('Surname').fill('Short');
  await dialog.getByRole('textbox', { name: 'Email' }).fill(address);
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByText('Invitation Sent')).toBeVisible();
  const [visitor, context] = await anotherPerson(browser, baseURL);
  await visitor.goto('/sandbox/outbox');
  const message = visitor.getByRole('article').filter({ hasText: address }).first();
  await visitor.goto((await message.getByRole('link', { name: /accept-invitation/ }).getAttribute('href')) ?? '');
  await visitor.getByLabel('New password').fill('abcdefghi');
  await visitor.getByRole('button', { name: 'Accept Invitation' }).click();
  await expect(visitor.getByLabel('New password')).toHaveAccessibleDescription(/Use at least 10 characters\./);
  await context.close();
});
