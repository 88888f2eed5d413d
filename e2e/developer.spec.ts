import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { expectNoViolation, opened } from './accessibility.ts';
import { openAs, people } from './people.ts';

const harbour = '/agencies/2/settings';

type Received = { headers: IncomingHttpHeaders; body: string };

/** A receiver of webhooks, on this machine. */
async function startReceiver() {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: Buffer.concat(await request.toArray()).toString() });
    response.writeHead(200).end('thanks');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${test.info().project.name}`;
  return { url, received, stop: () => server.close() };
}

/** Verifies a signature as the developer page describes it. */
function isGenuine(secret: string, { headers, body }: Received): boolean {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const own = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(signed)
    .digest('base64');
  return headers['webhook-signature'] === `v1,${own}`;
}

/** A value that a dialog shows only once, by its label. */
const shown = (page: Page, label: string) =>
  page
    .getByRole('dialog')
    .getByText(label, { exact: true })
    .locator('xpath=following-sibling::div//span[1]')
    .first()
    .innerText();

async function addProgram(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add a program' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('This is required.').first()).toBeVisible();
  await expectNoViolation(page, 'adding a program', opened);
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Create and change campaigns').check();
  await expect(dialog.getByLabel('Who answers for it').locator('option:checked')).toHaveText(people.manager);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('It is not shown again.', { exact: false })).toBeVisible();
  const credential = { id: await shown(page, 'Client ID'), secret: await shown(page, 'Client secret') };
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  return credential;
}

async function askForToken(request: APIRequestContext, { id, secret }: { id: string; secret: string }) {
  const answer = await request.post('/oauth/token', {
    form: { grant_type: 'client_credentials', client_id: id, client_secret: secret },
  });
  return { status: answer.status(), token: String((await answer.json()).access_token) };
}

async function registerWebhook(page: Page, url: string): Promise<string> {
  await page.getByRole('button', { name: 'Register webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill('not an address');
  await dialog.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(dialog.getByText('Enter a web address.')).toBeVisible();
  await expectNoViolation(page, 'registering a webhook', opened);
  await dialog.getByLabel('Address').fill(url);
  await dialog.getByRole('button', { name: 'Register', exact: true }).click();
  const secret = await shown(page, 'Secret');
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  return secret;
}

test('another system gets a token, creates a campaign, receives its webhook, and a delivery is sent again', async ({
  page,
  request,
}) => {
  const receiver = await startReceiver();
  await openAs(page, 'manager', harbour);
  const program = `Sync ${test.info().project.name}`;
  const credential = await addProgram(page, program);
  const { token } = await askForToken(request, credential);
  const headers = { authorization: `Bearer ${token}` };
  expect((await request.get('/v1/session', { headers })).status()).toBe(200);
  expect((await request.get('/v1/account', { headers })).status()).toBe(403);
  const secret = await registerWebhook(page, receiver.url);

  const made = await request.post('/v1/agreements', {
    headers,
    data: {
      campaignBudget: 4200,
      campaignPlannedStartDate: '2027-02-01',
      campaignBudgetFundsPurpose: 'marketing',
      tenant: { href: '/v1/tenants/2' },
    },
  });
  const { href } = await made.json();
  const created = () => receiver.received.filter(({ body }) => JSON.parse(body).type === 'campaign_create');
  await expect.poll(() => created().length, { timeout: 20_000 }).toBe(1);
  expect(isGenuine(secret, created()[0]!)).toBe(true);
  expect(JSON.parse(created()[0]!.body).agreement).toEqual({ href, externalRef: null, metadata: {} });

  await page.getByRole('button', { name: `Deliveries: ${receiver.url}` }).click();
  const log = page.getByRole('dialog', { name: 'Deliveries' });
  const delivery = log.getByRole('listitem').filter({ hasText: 'Campaign created' });
  await expect(delivery.getByText('Delivered')).toBeVisible();
  await delivery.getByRole('button', { name: /^Show details/ }).click();
  await expect(delivery.getByText('thanks')).toBeVisible();
  await expectNoViolation(page, 'the log of deliveries', opened);
  await delivery.getByRole('button', { name: /^Resend/ }).click();
  await expect.poll(() => created().length, { timeout: 20_000 }).toBe(2);
  expect(created()[1]!.headers['webhook-id']).toBe(created()[0]!.headers['webhook-id']);
  await log.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: `Delete: ${receiver.url}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText(receiver.url)).toHaveCount(0);
  receiver.stop();

  await page.getByRole('button', { name: `End access: ${program}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End access', exact: true }).click();
  await expect(
    page.getByRole('listitem').filter({ hasText: credential.id }).getByText('Ended by a person.'),
  ).toBeVisible();
  expect((await request.get('/v1/session', { headers })).status()).toBe(401);
  expect((await askForToken(request, credential)).status).toBe(401);
});

test('a manager reads the developer page and tries a call', async ({ page }) => {
  await openAs(page, 'manager', '/developer?view=reference');
  await page.getByLabel('Search endpoints').fill('campaignBudgetFundsPurpose marketing POST');
  await expect(page.getByRole('button', { name: /^POST \/v1\/agreements / })).toBeVisible();
  await page.getByLabel('Search endpoints').fill('signed in session');
  await page.getByRole('button', { name: 'GET /v1/session Read the signed-in user' }).click();
  await page.getByRole('button', { name: 'Try it out: GET /v1/session' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('status', { name: 'What came back' })).toContainText(people.manager);
  await expectNoViolation(page, 'a tried call');
  await page.getByRole('button', { name: 'Authentication' }).click();
  await expect(page.getByText('grant_type=client_credentials').first()).toBeVisible();
  await expectNoViolation(page, 'how to authenticate');
  await page.getByRole('button', { name: 'Webhooks', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Verify that it was us' })).toBeVisible();
  await expectNoViolation(page, 'webhooks');
  await page.getByRole('link', { name: /^Settings of/ }).click();
  await expect(page).toHaveURL(/\/agencies\/2\/settings$/);
});

test('a developer gets a test credential and runs the quick start as it is shown', async ({ page, request }) => {
  await openAs(page, 'manager', '/developer');
  await expectNoViolation(page, 'the quick start');
  await page.getByRole('button', { name: 'Create a test credential' }).click();
  const credential = page.getByRole('figure').filter({ hasText: 'Your credential' }).locator('pre');
  await expect(credential).toContainText('CLIENT_SECRET=');
  const [, id = '', secret = ''] =
    /CLIENT_ID=(\S+)\s+export CLIENT_SECRET=(\S+)/.exec(await credential.innerText()) ?? [];
  await page.getByRole('button', { name: 'JavaScript', exact: true }).click();
  const sample = page.getByRole('figure').filter({ hasText: 'quick-start.mjs' }).locator('pre');
  await expectNoViolation(page, 'a test credential');
  // Each project runs it in the same organisation, so each has a reference of its own.
  const text = (await sample.innerText()).replaceAll('js-listing-77', `js-${test.info().project.name}`);
  const env = { ...process.env, CLIENT_ID: id, CLIENT_SECRET: secret };
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', text], { env, encoding: 'utf8' });
  expect(run.stdout, run.stderr).toContain('Created /v1/agreements/');
  const collection = await request.get('/kerb.postman_collection.json');
  expect((await collection.json()).info.schema).toContain('getpostman');
  for (const [name, heading] of [
    ['Paging', 'Keep a copy'],
    ['Errors', 'Statuses'],
    ['Idempotency', 'Idempotency keys'],
    ['Words', 'One thing, several names'],
    ['Versions', 'Changes'],
    ['Sandbox', 'Test cards'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expectNoViolation(page, name);
  }
});
