import { expect, type Page, test } from '@playwright/test';
import { bodyOf } from './answers.ts';
import { card, files, type Raised, raiseCampaign } from './campaigns.ts';
import { agreeToPayUpfront, cardForm, expectPanel, press } from './checkout.ts';
import { cards, pressPay, sendPayUpfront, typeCard } from './paying.ts';
import { anotherPerson, openAs, people } from './people.ts';

const funds = ['Funds transfer preparing', 'Funds transfer ready', 'Funds transfer processing', 'Funds transferred'];

/** The checklist shows these steps: those before the current one are done, those after it are to come. */
async function expectChecklist(page: Page, labels: readonly string[], current: string): Promise<void> {
  const steps = card(page, 'Funds Checklist').getByRole('listitem');
  await expect(steps).toHaveCount(labels.length);
  const place = labels.indexOf(current);
  for (const [at, label] of labels.entries()) {
    await expect(steps.nth(at)).toContainText(label);
    const other = at < place ? 'done' : 'toCome';
    await expect(steps.nth(at)).toHaveAttribute('data-state', at === place ? 'current' : other);
  }
}

/** An employee sees the campaigns that are assigned to them. */
async function assignTo(page: Page, raised: Raised, name: string): Promise<void> {
  const headers = { authorization: raised.authorization };
  const [, , tenantId] = raised.path.split('/');
  const { items } = await bodyOf<{ items: { displayName: string; user: { href: string } }[] }>(
    await page.request.get(`/v1/tenants/${tenantId}/users`, { headers }),
  );
  const agentUser = items.find(({ displayName }) => displayName === name)?.user;
  await bodyOf(await page.request.put(`/v1/agreements/${raised.id}`, { headers, data: { agentUser } }));
}

async function payerOf(page: Page, raised: Raised): Promise<Page> {
  const browser = page.context().browser();
  if (!browser) throw new Error('no browser');
  const [payer] = await anotherPerson(browser, new URL(page.url()).origin, true);
  await payer.goto(await sendPayUpfront(page, raised));
  await agreeToPayUpfront(payer);
  return payer;
}

test('the funds checklist follows a card payment, for an admin, a manager and an employee', async ({ page }) => {
  test.setTimeout(180_000);
  const raised = await raiseCampaign(page, 'admin');
  const payer = await payerOf(page, raised);
  const steps = (method: string) => [method, 'Payment received', ...funds];
  await page.goto(raised.path);
  await expectChecklist(page, steps('Payment method chosen'), 'Payment method chosen');

  await press(payer, /^Card/);
  await typeCard(payer, cards.good);
  await page.reload();
  const byCard = steps('Payment method chosen: Credit Card');
  await expectChecklist(page, byCard, 'Payment received');

  await pressPay(cardForm(payer));
  await expectPanel(payer, /^Thank you\. You paid \$/);
  await payer.route('**/payment-confirmation', (route) => route.fulfill({ status: 404, body: '' }));
  await press(payer, 'Save your receipt (PDF)');
  await expect(payer.getByText('Invalid Agreement ID!')).toBeVisible();
  await expect(payer.getByRole('button', { name: 'Cancel Application' })).toHaveCount(0);
  await expect(payer.getByText(/To cancel, please call .+ or us on /)).toBeVisible();
  await payer.context().close();

  await page.reload();
  await expectChecklist(page, byCard, 'Funds transfer preparing');
  await assignTo(page, raised, people.employee);
  for (const who of ['manager', 'employee'] as const) {
    await page.context().clearCookies();
    await openAs(page, who, raised.path);
    await expectChecklist(page, byCard, 'Funds transfer preparing');
  }
});

test('the funds checklist follows a bank transfer', async ({ page }) => {
  test.setTimeout(180_000);
  const raised = await raiseCampaign(page, 'admin');
  const payer = await payerOf(page, raised);
  await press(payer, /^Bank transfer/);
  await expectPanel(payer, /^Please transfer \$4,200/);
  await expect(payer.getByText(/A transfer takes 1 to 3 business days/)).toBeVisible();
  const byBank = ['Payment method chosen: Bank Transfer', 'Remittance uploaded', 'Payment received', ...funds];
  await page.goto(raised.path);
  await expectChecklist(page, byBank, 'Remittance uploaded');

  await payer.context().close();
  const remittance = page.getByRole('group', { name: 'Remittance' });
  await remittance.locator('input[type="file"]').first().setInputFiles(files.page);
  await expect(remittance).toContainText(files.page.name);
  await expectChecklist(page, byBank, 'Payment received');

  const headers = { authorization: raised.authorization, 'idempotency-key': `transfer-${raised.id}` };
  const data = { financeOptionCode: 'pn', method: 'direct-deposit', amount: 4_200 };
  await bodyOf(await page.request.post(`/v1/agreements/${raised.id}/pay`, { headers, data }));
  await page.reload();
  await expectChecklist(page, byBank, 'Funds transfer preparing');
});
