import { type Browser, expect, type Page, test } from '@playwright/test';
import { bodyOf } from './answers.ts';
import { raiseCampaign } from './campaigns.ts';
import { facts } from './country.ts';
import { anotherPerson, openAs, people, signIn } from './people.ts';
import { sendAsShown } from './sending.ts';

const isPhone = () => test.info().project.name.endsWith('phone');

type PayerWords = { first: string; surname: string; email: string };

async function fillPayer(page: Page, slotName: string, payer: PayerWords) {
  const slot = page.getByRole('group', { name: slotName, exact: true });
  await slot.getByLabel('First Name').fill(payer.first);
  await slot.getByLabel('Surname').fill(payer.surname);
  await slot.getByLabel('Email').fill(payer.email);
}

async function createReferral(page: Page, [first, second]: readonly [PayerWords, PayerWords]) {
  await page.getByLabel('Office').selectOption({ label: facts().morgansAgency });
  await page.getByRole('button', { name: 'Create New Referral' }).click();
  const dialog = page.getByRole('dialog');
  const create = dialog.getByRole('button', { name: 'Create', exact: true });
  await expect(create).toBeDisabled();
  await expect(dialog.getByText('All registered owners on the title must be added')).toBeVisible();
  await dialog.getByLabel('Amount').fill('$4,200.50');
  await dialog.getByLabel('Funding Request Date').fill('2027-03-01');
  await fillPayer(page, 'Vendor', first);
  await dialog.getByRole('button', { name: 'Add another vendor' }).click();
  await fillPayer(page, 'Vendor 2', { ...second, email: first.email.toUpperCase() });
  await expect(dialog.getByText('Please use a different email address for each Vendor/Buyer').first()).toBeVisible();
  await expect(create).toBeDisabled();
  await fillPayer(page, 'Vendor 2', second);
  await create.click();
  await expect(page.getByText('Campaign Created')).toBeVisible();
}

/** The payer opens the message in the outbox on a phone and sees this campaign and no other. */
async function openAsPayer(phone: Page, campaignId: string, [own, other]: readonly [PayerWords, PayerWords]) {
  await phone.goto('/sandbox/outbox');
  for (const payer of [own, other]) await expect(phone.getByText(payer.email)).toHaveCount(1);
  const message = phone.getByRole('article').filter({ hasText: own.email });
  const link = await message.getByRole('link', { name: /\/pay\// }).getAttribute('href');
  await phone.goto(link ?? '');
  await expect(phone).toHaveURL(new RegExp(`/applications/${campaignId}$`));
  await expect(phone.getByText('$4,200.50').first()).toBeVisible();
  await expect(phone.getByText('Audit Log')).toHaveCount(0);
  await expect(phone.getByText(other.email)).toHaveCount(0);

  await phone.goto(`/applications/${Number(campaignId) - 1}`);
  await expect(phone.getByText("Sorry, you don't have access to this page.")).toBeVisible();
}

async function expectHidden(browser: Browser, baseURL: string | undefined, campaignPath: string) {
  for (const who of ['manager', 'stranger'] as const) {
    const [page, context] = await anotherPerson(browser, baseURL, isPhone());
    await openAs(page, who, campaignPath);
    await expect(
      page.getByText(/could not be found or you don't have access|don't have access to manage/).first(),
    ).toBeVisible();
    await context.close();
  }
}

async function readLog(admin: Page, campaignId: string) {
  await openAs(admin, 'admin');
  await admin.getByLabel('Flow No.').fill(campaignId);
  await admin.getByLabel('Flow No.').press('Enter');
  await expect(admin).toHaveURL(new RegExp(`/applications/${campaignId}$`));
  await admin.getByRole('button', { name: 'Show History' }).click();
  const log = admin.getByRole('region', { name: 'Audit Log' });
  await expect(log.getByText('Campaign created')).toHaveCount(1);
  await expect(log.getByText('Payer added')).toHaveCount(2);
  await expect(log.getByText('Campaign status changed')).toHaveCount(1);
  await expect(log.getByText('Payment URL sent')).toHaveCount(2);
  await expect(log.getByText(people.both).first()).toBeVisible();
}

test('a campaign is created, sent, opened by its payer, hidden from others, and recorded in the log', async ({
  page,
  browser,
  baseURL,
}) => {
  const tag = `${test.info().project.name}-${Date.now()}`;
  const payers = [
    { first: 'Dana', surname: 'Field', email: `dana-${tag}@example.com` },
    { first: 'Lee', surname: 'Field', email: `lee-${tag}@example.com` },
  ] as const;

  await test.step('the agent signs in, lands on the dashboard and creates a referral with two payers', async () => {
    await signIn(page, 'both');
    await expect(page).toHaveURL(/\/agencies\/dashboard/);
    await createReferral(page, payers);
  });

  await test.step('the agent lands on the campaign’s page and sends it to both payers', async () => {
    await expect(page).toHaveURL(/\/agencies\/\d+\/applications\/\d+$/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Dana Field & Lee Field');
    await expect(page.getByText('$4,200.50').first()).toBeVisible();
    await expect(page.getByText('Draft', { exact: true }).first()).toBeVisible();
    await sendAsShown(page, page.getByRole('button', { name: 'Send to 2 payer(s)' }));
    await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible();
    await expect(page.getByLabel('Payment URL', { exact: true }).first()).toHaveValue(/\/pay\/…$/);
  });
  const { pathname } = new URL(page.url());
  const campaignId = pathname.split('/').at(-1) ?? '';

  await test.step('the payer opens it on a phone from the outbox and sees no other campaign', async () => {
    const [phone, context] = await anotherPerson(browser, baseURL, true);
    await openAsPayer(phone, campaignId, payers);
    await context.close();
  });

  await test.step('team members of the agent’s other organisation and of another agency cannot see it', () =>
    expectHidden(browser, baseURL, pathname));

  await test.step('the admin finds it by its Flow No. and reads every step in the log', async () => {
    const [admin, context] = await anotherPerson(browser, baseURL, isPhone());
    await readLog(admin, campaignId);
    await context.close();
  });
});

test('sending a campaign without budget and date names what is missing and sends nothing', async ({ page }) => {
  const { id, path, authorization } = await raiseCampaign(page, 'admin');
  const data = { campaignBudget: null, campaignPlannedStartDate: null };
  await bodyOf(await page.request.put(`/v1/agreements/${id}`, { headers: { authorization }, data }));

  await page.goto(path);
  await page.getByRole('button', { name: /^Send to \d+ payer\(s\)$/ }).click();
  await expect(
    page.getByText(
      'The following information must be added before the agreement can be sent to a vendor for review: ' +
        'Marketing Budget, Funding Request Date',
    ),
  ).toBeVisible();
  await expect(page.getByText('Draft', { exact: true }).first()).toBeVisible();
});
