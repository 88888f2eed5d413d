import { useUnsavedChanges } from '@kerb/web/platform/unsaved-changes.ts';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { agent, renderApp, signedIn, usePage } from '../../test/harness.tsx';

function HalfTyped() {
  useUnsavedChanges(true);
  return null;
}

/** Types on one screen and navigates to another. */
async function leave() {
  await signedIn({ 'GET /v1/openapi.json': () => ({ paths: {} }) });
  const router = renderApp('/developer', agent);
  render(<HalfTyped />);
  await screen.findByRole('heading', { name: 'Developer' });
  void router.navigate({ to: '/accounts/account-details' });
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  return router;
}

beforeEach(() => usePage());

describe('leaving a page with unsaved changes', () => {
  it('asks first, and stays if the answer is no', async () => {
    const router = await leave();
    await userEvent.click(screen.getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.pathname).toBe('/developer');
  });

  it('leaves if the answer is yes', async () => {
    const router = await leave();
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    expect(await screen.findByRole('heading', { name: 'Account Details' })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/accounts/account-details');
  });
});
