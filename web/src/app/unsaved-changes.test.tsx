import { useUnsavedChanges } from '@kerb/web/platform/unsaved-changes.ts';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { agent, renderApp, signedIn, usePage } from '../../test/harness.tsx';

function HalfTyped() {
  useUnsavedChanges(true);
  return null;
}

/** Something is typed on one screen, and another is wanted. */
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

describe('leaving a page with something typed on it', () => {
  it('asks first, and stays where one is told to', async () => {
    const router = await leave();
    await userEvent.click(screen.getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.pathname).toBe('/developer');
  });

  it('goes where one says so', async () => {
    const router = await leave();
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    expect(await screen.findByRole('heading', { name: 'Account Details' })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/accounts/account-details');
  });
});
