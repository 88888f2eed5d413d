import { currentQuestion } from '@kerb/web/design/confirm.ts';
import { LoginProviderCard } from '@kerb/web/features/organisation-settings/login-provider.card.tsx';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  admin,
  agent as manager,
  problemResponse,
  renderPart,
  type Seen,
  signedIn,
  usePage,
} from '../../../test/harness.tsx';

const aProvider = (change: object = {}) => ({
  issuer: 'https://login.agency.example',
  clientId: 'kerb',
  roleClaim: null,
  managerValues: [],
  isRequired: false,
  changedDate: '2026-11-01T00:00:00.000Z',
  changedByName: 'Mia Manager',
  confirmedDate: '2026-11-02T00:00:00.000Z',
  releaseAskedByName: null,
  ...change,
});
const aDomain = (change: object = {}) => ({
  id: 4,
  domain: 'agency.com.au',
  recordName: '_kerb-login.agency.com.au',
  recordText: 'kerb-login=abc',
  provenDate: null,
  provenBy: null,
  ...change,
});
const aLogin = (provider: object | null, domains: object[] = []) => ({
  provider,
  domains,
  redirectUri: provider && 'https://kerb.test/login/organisation/1/callback',
  logoutUri: provider && 'https://kerb.test/login/organisation/1/logout',
});

async function show(login: object, session = manager, more: Parameters<typeof signedIn>[0] = {}) {
  const same = () => login;
  const calls = await signedIn({
    'GET /v1/tenants/7/login-provider': same,
    'PUT /v1/tenants/7/login-provider': same,
    'DELETE /v1/tenants/7/login-provider': () => undefined,
    'PUT /v1/tenants/7/login-provider/required': same,
    'PUT /v1/tenants/7/login-provider/confirmation': same,
    'POST /v1/tenants/7/login-domains': same,
    'PUT /v1/tenants/7/login-domains/4/record': same,
    'PUT /v1/tenants/7/login-domains/4/mail': same,
    'PUT /v1/tenants/7/login-domains/4/code': same,
    'GET /v1/tenants/7/provisioning-tokens': () => ({ baseUrl: 'https://kerb.test/scim/v2', items: [] }),
    'POST /v1/tenants/7/provisioning-tokens': () => ({
      baseUrl: 'https://kerb.test/scim/v2',
      items: [],
      token: 'kerb-scim-once',
    }),
    ...more,
  });
  renderPart(<LoginProviderCard tenantId={7} />, session);
  return { calls, user: userEvent.setup() };
}
const sent = (calls: Seen[], method: string, path: string) =>
  calls.find((call) => call.method === method && call.path === `/v1/tenants/7/${path}`);

beforeEach(() => usePage());

describe('the login of an organisation', () => {
  it('is set up with what the provider says', async () => {
    const { calls, user } = await show(aLogin(null));
    await user.click(await screen.findByRole('button', { name: 'Set It Up' }));
    await user.type(screen.getByLabelText(/Issuer/), 'https://login.agency.example');
    await user.type(screen.getByLabelText(/Client ID/), 'kerb');
    await user.type(screen.getByLabelText(/Client secret/), 'secret');
    await user.type(screen.getByLabelText(/Claim for roles/), 'groups');
    await user.type(screen.getByLabelText(/Values that mean manager/), 'principals, owners');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent(calls, 'PUT', 'login-provider')?.body).toEqual({
        issuer: 'https://login.agency.example',
        clientId: 'kerb',
        clientSecret: 'secret',
        roleClaim: 'groups',
        managerValues: ['principals', 'owners'],
      }),
    );
  });

  it('shows a refusal of the issuer under its field', async () => {
    const validation = { issuer: [{ type: 'notValid', message: 'No OpenID Connect provider answers.' }] };
    const { user } = await show(aLogin(aProvider()), manager, {
      'PUT /v1/tenants/7/login-provider': () => problemResponse(400, { validation }),
    });
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('No OpenID Connect provider answers.')).toBeTruthy();
  });

  it('waits for an admin, who confirms it; a manager cannot', async () => {
    const waiting = aLogin(aProvider({ confirmedDate: null }));
    const { calls, user } = await show(waiting, admin);
    await user.click(await screen.findByRole('button', { name: 'Confirm This Login' }));
    await waitFor(() => expect(sent(calls, 'PUT', 'login-provider/confirmation')).toBeTruthy());
  });

  it('offers a manager no confirmation, and no switch before it', async () => {
    await show(aLogin(aProvider({ confirmedDate: null })));
    expect(await screen.findByText('Waits for confirmation')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Confirm This Login' })).toBeNull();
    expect(screen.getByRole('switch').hasAttribute('disabled')).toBe(true);
  });

  it('becomes the only one after a question', async () => {
    const { calls, user } = await show(aLogin(aProvider()));
    await user.click(await screen.findByRole('switch'));
    expect(currentQuestion.get()?.title).toBe('Make it the only login?');
    currentQuestion.get()?.answer(true);
    await waitFor(() => expect(sent(calls, 'PUT', 'login-provider/required')?.body).toEqual({ isRequired: true }));
  });

  it('says which admin asked to allow other logins', async () => {
    await show(aLogin(aProvider({ isRequired: true, releaseAskedByName: 'Ada Admin' })), admin);
    expect(await screen.findByText(/Ada Admin asked to let this team/)).toBeTruthy();
  });
});

describe('the domains of an organisation', () => {
  it('are proven by a record, or by a code', async () => {
    const { calls, user } = await show(aLogin(null, [aDomain()]));
    expect(await screen.findByText('Not proven')).toBeTruthy();
    expect(screen.getByText('kerb-login=abc')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Look for the Record' }));
    await waitFor(() => expect(sent(calls, 'PUT', 'login-domains/4/record')).toBeTruthy());
    await user.selectOptions(screen.getByLabelText('Or have a code sent to'), 'hostmaster');
    await user.click(screen.getByRole('button', { name: 'Send Code' }));
    await waitFor(() => expect(sent(calls, 'PUT', 'login-domains/4/mail')?.body).toEqual({ mailbox: 'hostmaster' }));
    await user.type(screen.getByLabelText('Code that was sent to agency.com.au'), 'the-code');
    await user.click(screen.getByRole('button', { name: 'Prove' }));
    await waitFor(() => expect(sent(calls, 'PUT', 'login-domains/4/code')?.body).toEqual({ code: 'the-code' }));
  });

  it('are added', async () => {
    const { calls, user } = await show(
      aLogin(null, [aDomain({ provenDate: '2026-11-01T00:00:00.000Z', provenBy: 'dns' })]),
    );
    expect(await screen.findByText('Proven')).toBeTruthy();
    await user.type(screen.getByLabelText('Domain of your email addresses'), 'agency.co.nz');
    await user.click(screen.getByRole('button', { name: 'Add Domain' }));
    await waitFor(() => expect(sent(calls, 'POST', 'login-domains')?.body).toEqual({ domain: 'agency.co.nz' }));
  });
});

it('the token of a directory is shown once', async () => {
  const { user } = await show(aLogin(null));
  await user.click(await screen.findByRole('button', { name: 'Make a Token' }));
  expect(await screen.findByText('kerb-scim-once')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'I have copied it' }));
  await waitFor(() => expect(screen.queryByText('kerb-scim-once')).toBeNull());
});
