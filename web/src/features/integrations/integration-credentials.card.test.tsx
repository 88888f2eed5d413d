import { currentQuestion } from '@kerb/web/design/confirm.ts';
import { IntegrationCredentialsCard } from '@kerb/web/features/integrations/integration-credentials.card.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { admin, agent as manager, renderPart, type Seen, signedIn, usePage } from '../../../test/harness.tsx';
import { aMember } from '../../../test/lists.ts';

const aCredential = (change: object = {}) => ({
  id: 50,
  href: '/v1/service-credentials/50',
  kind: 'secret',
  keyId: null,
  algorithm: null,
  creationDate: '2026-11-01T00:00:00.000Z',
  expiryDate: '2099-11-01T00:00:00.000Z',
  endedDate: null,
  endReason: null,
  lastUsageDate: null,
  ...change,
});
const aProgram = (change: object = {}) => ({
  id: 5,
  href: '/v1/service-identities/5',
  tenant: { href: '/v1/tenants/7' },
  clientId: 'kerb-abc',
  name: 'Campaign sync',
  scopes: ['campaigns:read', 'documents'],
  owner: { href: '/v1/users/12' },
  ownerName: 'Mia Manager',
  ownerLostDate: null,
  agentUser: null,
  agentUserName: null,
  creationDate: '2026-11-01T00:00:00.000Z',
  createdByName: 'Mia Manager',
  lastUsageDate: null,
  lastUsageNetwork: null,
  endedDate: null,
  endReason: null,
  credentials: [aCredential()],
  webhooks: [],
  ...change,
});

async function show(items: object[] = [aProgram()], session = manager) {
  const calls = await signedIn({
    'GET /v1/tenants/7/service-identities': () => ({ items }),
    'GET /v1/service-identities/5': () => Response.json(items[0], { headers: { etag: '"3"' } }),
    'GET /v1/tenants/7/users': () => ({
      items: [
        aMember({ userId: 2, displayName: 'Mia Manager' }),
        aMember({ userId: 13, displayName: 'Eli Employee', tenantUserType: 'employee' }),
      ],
    }),
    'POST /v1/tenants/7/service-identities': () =>
      Response.json({ ...aProgram({ id: 6 }), clientSecret: 'the-secret' }, { status: 201 }),
    'POST /v1/service-identities/5/credentials': () =>
      Response.json({ ...aProgram(), clientSecret: null }, { status: 201 }),
    'PUT /v1/service-identities/5': () => Response.json(aProgram(), { headers: { etag: '"4"' } }),
    'DELETE /v1/service-identities/5': () => undefined,
    'DELETE /v1/service-credentials/50': () => undefined,
  });
  renderPart(<IntegrationCredentialsCard tenantId={7} />, session);
  return { calls, user: userEvent.setup() };
}
const sent = (calls: Seen[], method: string) => calls.find((call) => call.method === method);

beforeEach(() => usePage());

describe('the programs of an organisation', () => {
  it('show what they may do, who answers for them, and when and from where they were last used', async () => {
    await show([
      aProgram({ lastUsageDate: '2026-11-10T00:00:00.000Z', lastUsageNetwork: '203.0.113.7' }),
      aProgram({ id: 4, name: 'Report', agentUser: { href: '/v1/users/13' }, agentUserName: 'Eli Employee' }),
    ]);
    const first = within((await screen.findByText('Campaign sync')).closest('li')!);
    expect(first.getByText('Read campaigns, Documents')).toBeTruthy();
    expect(first.getByText('Mia Manager')).toBeTruthy();
    expect(first.getByText('All')).toBeTruthy();
    expect(first.getByText(/from 203\.0\.113\.7/)).toBeTruthy();
    expect(first.getByText('Active')).toBeTruthy();
    const second = within(screen.getByText('Report').closest('li')!);
    expect(second.getByText('Only those of Eli Employee')).toBeTruthy();
    expect(second.getAllByText('Never')).toHaveLength(2);
  });

  it('show why they no longer work, and then offer nothing', async () => {
    await show([
      aProgram({ endedDate: '2026-11-02T00:00:00.000Z', endReason: 'agent-left' }),
      aProgram({ id: 4, name: 'Old', credentials: [aCredential({ expiryDate: '2020-01-01T00:00:00.000Z' })] }),
    ]);
    const ended = within((await screen.findByText('Campaign sync')).closest('li')!);
    expect(ended.getByText(/no longer active here/)).toBeTruthy();
    expect(ended.queryByRole('button')).toBeNull();
    expect(within(screen.getByText('Old').closest('li')!).getByText('Expired')).toBeTruthy();
  });

  it('show why a secret has ended whose adder has left', async () => {
    const gone = { endedDate: '2026-11-02T00:00:00.000Z', endReason: 'adder-left' };
    await show([aProgram({ credentials: [aCredential(gone)] })]);
    const program = within((await screen.findByText('Campaign sync')).closest('li')!);
    expect(program.getByText(/the person who added it is no longer a manager here\. Make a new one\./)).toBeTruthy();
    expect(program.getByRole('button', { name: 'New secret or key: Campaign sync' })).toBeTruthy();
  });

  it('may be none', async () => {
    await show([]);
    expect(await screen.findByText('No program acts for this organisation.')).toBeTruthy();
  });

  it('are added with scopes and a secret that is shown once', async () => {
    const { calls, user } = await show();
    await user.click(screen.getByRole('button', { name: 'Add a program' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByRole('option', { name: 'Only those of Eli Employee' });
    expect(dialog.queryByRole('option', { name: 'Eli Employee' })).toBeNull();
    await user.type(dialog.getByLabelText(/^Name/), 'CRM');
    await user.click(dialog.getByLabelText('Documents'));
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await dialog.findByText('the-secret')).toBeTruthy();
    expect(sent(calls, 'POST')?.body).toEqual({
      name: 'CRM',
      scopes: ['campaigns:read', 'documents'],
      owner: { href: `/v1/users/${manager.userId}` },
      agentUser: null,
      publicKey: null,
      expiryDate: null,
    });
    await user.click(dialog.getByRole('button', { name: 'I have copied it' }));
    await waitFor(() => expect(screen.queryByText('the-secret')).toBeNull());
  });

  it('of one team member cannot have the settings or webhooks', async () => {
    const { user } = await show();
    await user.click(screen.getByRole('button', { name: 'Add a program' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText('Manage webhooks')).toBeTruthy();
    await dialog.findByRole('option', { name: 'Only those of Eli Employee' });
    await user.selectOptions(dialog.getByLabelText('Which campaigns'), 'Only those of Eli Employee');
    expect(dialog.queryByLabelText('Manage webhooks')).toBeNull();
  });

  it('need an owner whom an admin chooses', async () => {
    const { calls, user } = await show([], admin);
    await user.click(screen.getByRole('button', { name: 'Add a program' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect((dialog.getByLabelText(/Who answers for it/) as HTMLSelectElement).value).toBe('');
    await user.type(dialog.getByLabelText(/^Name/), 'CRM');
    await dialog.findByRole('option', { name: 'Mia Manager' });
    await user.selectOptions(dialog.getByLabelText(/Who answers for it/), 'Mia Manager');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await dialog.findByText('the-secret')).toBeTruthy();
    expect(sent(calls, 'POST')?.body).toMatchObject({ owner: { href: `/v1/users/${admin.userId}` } });
  });

  it('get a new key, and say what happens to the old secret', async () => {
    const { calls, user } = await show();
    await user.click(await screen.findByRole('button', { name: 'New secret or key: Campaign sync' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.selectOptions(dialog.getByLabelText('How it proves itself'), 'With its own key (private_key_jwt)');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await dialog.findByText('This is required.')).toBeTruthy();
    await user.type(dialog.getByLabelText(/^Public key/), 'PEM');
    await user.selectOptions(dialog.getByLabelText('The others'), 'End at once');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await dialog.findByText(/The key is stored/)).toBeTruthy();
    expect(sent(calls, 'POST')?.body).toEqual({ publicKey: 'PEM', expiryDate: null, endOthersInDays: 0 });
  });

  it('show the addresses of their webhooks, and can pause them with a new secret', async () => {
    const webhooks = [{ href: '/v1/webhooks/9', url: 'https://crm.example/events' }];
    const { calls, user } = await show([aProgram({ webhooks })]);
    expect(await screen.findByText('https://crm.example/events')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'New secret or key: Campaign sync' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByLabelText('Pause its webhooks'));
    expect(dialog.getByText(/https:\/\/crm\.example\/events/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(sent(calls, 'POST')?.body).toMatchObject({ pauseWebhooks: true }));
  });

  it('are changed without their scopes being sent again, which would ask for the password', async () => {
    const { calls, user } = await show();
    await user.click(await screen.findByRole('button', { name: 'Edit: Campaign sync' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit program' }));
    const name = await dialog.findByLabelText(/^Name/);
    await user.clear(name);
    await user.type(name, 'New name');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(calls, 'PUT')?.body).toEqual({ name: 'New name' }));
  });

  it('whose manager left are taken over', async () => {
    const { calls, user } = await show([aProgram({ owner: null, ownerLostDate: '2026-11-02T00:00:00.000Z' })]);
    expect(await screen.findByText('Nobody answers for it')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Take over: Campaign sync' }));
    await waitFor(() => expect(sent(calls, 'PUT')?.body).toEqual({ owner: { href: `/v1/users/${manager.userId}` } }));
  });

  it.each([
    ['End access: Campaign sync', '/v1/service-identities/5'],
    ['End: Secret of Campaign sync', '/v1/service-credentials/50'],
  ])('end after a confirmation: %s', async (button, path) => {
    const { calls, user } = await show();
    await user.click(await screen.findByRole('button', { name: button }));
    await waitFor(() => expect(currentQuestion.get()).not.toBeNull());
    currentQuestion.get()!.answer(true);
    await waitFor(() => expect(sent(calls, 'DELETE')?.path).toBe(path));
  });
});
