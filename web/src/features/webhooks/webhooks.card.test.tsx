import { webhookEvents } from '@kerb/domain/webhooks/campaign-events.ts';
import { currentQuestion } from '@kerb/web/design/confirm.ts';
import { WebhooksCard } from '@kerb/web/features/webhooks/webhooks.card.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { admin, problemResponse, renderPart, signedIn, usePage } from '../../../test/harness.tsx';
import { versioned } from '../../../test/organisations.ts';

const at = '2026-11-01T00:00:00.000Z';
const aWebhook = (change: object = {}) => ({
  id: 5,
  href: '/v1/webhooks/5',
  tenant: { href: '/v1/tenants/7' },
  url: 'https://hooks.example.com/kerb',
  events: [...webhookEvents],
  active: true,
  disabledReason: null,
  disabledSinceDate: null,
  failingSinceDate: null,
  displayName: 'Mia Manager',
  creationDate: at,
  lastDeliveryDate: null,
  ...change,
});
const aDelivery = (change: object = {}) => ({
  id: 9,
  href: '/v1/webhook-deliveries/9',
  eventId: 'e-9',
  type: 'campaign_create',
  agreement: { href: '/v1/agreements/3' },
  state: 'failed',
  creationDate: at,
  deliveredDate: null,
  nextAttemptDate: null,
  requestBody: '{"type":"campaign_create"}',
  attempts: [
    {
      date: at,
      durationMs: 12,
      requestHeaders: { 'webhook-id': 'e-9' },
      responseStatus: 500,
      responseBody: 'out of order',
      reason: 'It answered 500.',
    },
  ],
  ...change,
});

type Handlers = Parameters<typeof signedIn>[0];
async function show(items: object[] = [aWebhook()], more: Handlers = {}) {
  const calls = await signedIn({
    'GET /v1/tenants/7/webhooks': () => ({ items }),
    'GET /v1/webhooks/5/deliveries': () => ({ items: [aDelivery()], totalItems: 1 }),
    'POST /v1/webhook-deliveries/9/resend': () => Response.json(aDelivery({ state: 'waiting' }), { status: 202 }),
    'POST /v1/webhooks/5/rotate-secret': () => ({ ...aWebhook(), secret: 'whsec_new' }),
    'PUT /v1/webhooks/5': () => aWebhook({ active: false }),
    'DELETE /v1/webhooks/5': () => undefined,
    ...more,
  });
  renderPart(<WebhooksCard tenantId={7} />, admin);
  return { calls, user: userEvent.setup() };
}
const answer = async (yes: boolean) => {
  await waitFor(() => expect(currentQuestion.get()).not.toBeNull());
  currentQuestion.get()!.answer(yes);
};

beforeEach(() => usePage());

describe('the webhooks of an organisation', () => {
  it('show their address, whether they work, and since when they do not', async () => {
    await show([
      aWebhook(),
      aWebhook({ id: 6, url: 'https://b.example.com/', failingSinceDate: at, events: ['invoice_pay'] }),
      aWebhook({
        id: 7,
        url: 'https://c.example.com/',
        active: false,
        disabledReason: 'failing',
        disabledSinceDate: at,
      }),
    ]);
    const [on, failing, off] = await screen.findAllByRole('listitem');
    expect(within(on!).getByText('On')).toBeTruthy();
    expect(within(on!).getByText('All events')).toBeTruthy();
    expect(within(failing!).getByText('Failing')).toBeTruthy();
    expect(within(failing!).getByText(`1 of ${webhookEvents.length} kinds of event`)).toBeTruthy();
    expect(within(off!).getByText('Switched off after failing')).toBeTruthy();
    expect(within(off!).queryByRole('button', { name: /^Send test/ })).toBeNull();
  });

  it('may be empty', async () => {
    await show([]);
    expect(await screen.findByText('There are no webhooks.')).toBeTruthy();
  });

  it('are registered for chosen events, and show their secret once', async () => {
    const { calls, user } = await show([], {
      'POST /v1/tenants/7/webhooks': () => Response.json({ ...aWebhook(), secret: 'whsec_once' }, { status: 201 }),
    });
    await user.click(screen.getByRole('button', { name: 'Register webhook' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/Address/), 'https://hooks.example.com/kerb');
    await user.click(dialog.getByRole('button', { name: 'Choose none' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Invoice paid' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Campaign created' }));
    await user.click(dialog.getByRole('button', { name: 'Register' }));
    expect(await dialog.findByText('whsec_once')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      url: 'https://hooks.example.com/kerb',
      events: ['campaign_create', 'invoice_pay'],
    });
    await user.click(dialog.getByRole('button', { name: 'I have copied it' }));
    await waitFor(() => expect(screen.queryByText('whsec_once')).toBeNull());
  });

  it('keep the typed values if the server refuses, with its message under the field', async () => {
    const message = 'This address is not on the public internet.';
    const { user } = await show([], {
      'POST /v1/tenants/7/webhooks': () =>
        problemResponse(400, { validation: { url: [{ type: 'notValid', message }] } }),
    });
    await user.click(screen.getByRole('button', { name: 'Register webhook' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/Address/), 'https://localhost/');
    await user.click(dialog.getByRole('button', { name: 'Register' }));
    expect(await dialog.findByText(message)).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>(/Address/).value).toBe('https://localhost/');
  });

  it("are saved with the version that was read, and never overwrite another user's change", async () => {
    let saves = 0;
    const { calls, user } = await show([aWebhook({ url: 'https://stale.example.com/' })], {
      'GET /v1/webhooks/5': () => versioned(aWebhook(), 3 + saves),
      'PUT /v1/webhooks/5': () => {
        saves += 1;
        return saves === 1 ? problemResponse(412, { type: '/problems/precondition-failed' }) : versioned(aWebhook(), 5);
      },
    });
    await user.click(await screen.findByRole('button', { name: /^Edit/ }));
    const address = await screen.findByLabelText<HTMLInputElement>(/Address/);
    expect(address.value).toBe('https://hooks.example.com/kerb');
    await user.type(address, '/2');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Keep what I typed' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep what I typed' })).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const put = calls.filter(({ method }) => method === 'PUT');
    expect(put.map(({ headers }) => headers.get('if-match'))).toEqual(['"3"', '"4"']);
    expect(put[1]?.body).toMatchObject({ url: 'https://hooks.example.com/kerb/2' });
  });

  it('get a new secret, are switched off and are deleted after a confirmation', async () => {
    const { calls, user } = await show();
    await user.click(await screen.findByRole('button', { name: /^New secret/ }));
    await answer(true);
    expect(await screen.findByText('whsec_new')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'I have copied it' }));
    await user.click(screen.getByRole('button', { name: /^Switch off/ }));
    await waitFor(() => expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ active: false }));
    await user.click(screen.getByRole('button', { name: /^Delete/ }));
    await answer(false);
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
    await user.click(screen.getByRole('button', { name: /^Delete/ }));
    await answer(true);
    await waitFor(() => expect(calls.some(({ method }) => method === 'DELETE')).toBe(true));
  });

  it('have a log of requests and responses, from which one can be sent again', async () => {
    const { calls, user } = await show();
    await user.click(await screen.findByRole('button', { name: /^Deliveries/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(await dialog.findByRole('button', { name: /^Show details/ }));
    expect(dialog.getByText('out of order')).toBeTruthy();
    expect(dialog.getByText(/webhook-id: e-9/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: /^Resend/ }));
    await waitFor(() => expect(calls.some(({ path }) => path === '/v1/webhook-deliveries/9/resend')).toBe(true));
    await user.selectOptions(dialog.getByLabelText('Show'), 'Failed');
    await waitFor(() => expect(calls.at(-1)?.query.get('state')).toBe('failed'));
  });
});

describe('a paused webhook', () => {
  it('says why, and is switched on after a look at its address', async () => {
    const paused = aWebhook({ active: false, disabledReason: 'person-left', disabledSinceDate: at });
    const { calls, user } = await show([paused]);
    expect(await screen.findByText('Paused')).toBeTruthy();
    expect(screen.getByText(/The person who chose this address may no longer change webhooks here\./)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: `Switch on: ${paused.url}` }));
    await waitFor(() => expect(currentQuestion.get()?.text).toContain(paused.url));
    expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
    await answer(true);
    await waitFor(() => expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ active: true }));
  });
});
