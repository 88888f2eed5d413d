import { currentQuestion } from '@kerb/web/design/confirm.ts';
import { IntegrationCredentialsCard } from '@kerb/web/features/integrations/integration-credentials.card.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { admin, renderPart, signedIn, usePage } from '../../../test/harness.tsx';
import { aMember } from '../../../test/lists.ts';

const credential = (change: object = {}) => ({
  id: 5,
  href: '/v1/integration-credentials/5',
  clientId: 'kerb-abc',
  user: { href: '/v1/users/12' },
  displayName: 'Mia Manager',
  creationDate: '2026-11-01T00:00:00.000Z',
  lastUsageDate: null,
  expiryDate: null,
  disabledSinceDate: null,
  ...change,
});
const member = aMember({ userId: 12, displayName: 'Mia Manager' });

async function show(items: object[] = [credential()]) {
  const calls = await signedIn({
    'GET /v1/tenants/7/integration-credentials': () => ({ items }),
    'GET /v1/tenants/7/users': () => ({ items: [member] }),
    'POST /v1/tenants/7/integration-credentials': () =>
      Response.json({ ...credential({ id: 6 }), clientSecret: 'the-secret' }, { status: 201 }),
    'DELETE /v1/integration-credentials/5': () => undefined,
  });
  renderPart(<IntegrationCredentialsCard tenantId={7} />, admin);
  return { calls, user: userEvent.setup() };
}

beforeEach(() => usePage());

describe('integration credentials', () => {
  it('show their owner, and when they were created and last used', async () => {
    await show([
      credential(),
      credential({ id: 4, clientId: 'kerb-old', disabledSinceDate: '2026-11-02T00:00:00.000Z' }),
      credential({ id: 3, clientId: 'kerb-older', expiryDate: '2020-01-01T00:00:00.000Z' }),
    ]);
    const [first, second, third] = await screen.findAllByRole('listitem');
    expect(within(first!).getByText('Mia Manager')).toBeTruthy();
    expect(within(first!).getAllByText('Never')).toHaveLength(2);
    expect(within(second!).getByText('Revoked')).toBeTruthy();
    expect(within(third!).getByText('Expired')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^Revoke/ })).toHaveLength(1);
  });

  it('may be empty', async () => {
    await show([]);
    expect(await screen.findByText('There are no integration credentials.')).toBeTruthy();
  });

  it('show their secret once', async () => {
    const { calls, user } = await show();
    await user.click(screen.getByRole('button', { name: 'Create credential' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByRole('option', { name: 'Mia Manager' });
    await user.selectOptions(dialog.getByLabelText(/Associated user/), 'Mia Manager');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await dialog.findByText('the-secret')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      user: { href: '/v1/users/12' },
      expiryDate: null,
    });
    await user.click(dialog.getByRole('button', { name: 'I have copied it' }));
    await waitFor(() => expect(screen.queryByText('the-secret')).toBeNull());
  });

  it('are revoked after a confirmation', async () => {
    const { calls, user } = await show();
    await user.click(await screen.findByRole('button', { name: /^Revoke/ }));
    await waitFor(() => expect(currentQuestion.get()).not.toBeNull());
    currentQuestion.get()!.answer(true);
    await waitFor(() => expect(calls.some(({ method }) => method === 'DELETE')).toBe(true));
  });
});
