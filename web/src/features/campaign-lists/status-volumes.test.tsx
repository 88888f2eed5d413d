import { openStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { admin, renderApp, signedIn, usePage } from '../../../test/harness.tsx';
import { aRow, pageOfRows } from '../../../test/lists.ts';

beforeEach(() => usePage());

async function show() {
  const calls = await signedIn({
    'GET /v1/agreements': () => pageOfRows(aRow()),
    'GET /v1/agreements/volumes': () => ({
      items: [...openStatuses, 'complete'].map((status, place) => ({ status, campaigns: place * 1_000 })),
    }),
  });
  const router = renderApp('/', admin);
  const strip = within(await screen.findByRole('group', { name: 'Campaigns by status' }));
  await strip.findAllByRole('button');
  return { calls, router, strip, user: userEvent.setup() };
}

describe('the strip of volumes', () => {
  it('has every open status in the order of progress, and no end status', async () => {
    const { strip } = await show();
    const names = strip.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
    expect(names).toHaveLength(openStatuses.length);
    expect(names[0]).toBe('Draft: 0 campaigns');
    expect(names).toContain('Awaiting Signature or Paid: 4,000 campaigns');
    expect(names.at(-1)).toBe('Pending Settlement: 8,000 campaigns');
  });

  it('shows the campaigns of a pressed status, and all open ones when it is released', async () => {
    const { calls, router, strip, user } = await show();
    const live = strip.getByRole('button', { name: /^Live/ });
    await user.click(live);
    await waitFor(() => expect(router.state.location.searchStr).toBe('?status=executed'));
    await waitFor(() => expect(live.getAttribute('aria-pressed')).toBe('true'));
    await waitFor(() => expect(calls.at(-1)?.query.get('status')).toBe('executed'));
    await user.click(live);
    await waitFor(() => expect(router.state.location.searchStr).toBe(''));
  });
});
