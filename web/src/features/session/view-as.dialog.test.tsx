import { ViewAsDialog } from '@kerb/web/features/session/view-as.dialog.tsx';
import { viewing } from '@kerb/web/platform/view-as.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart, signedIn, usePage } from '../../../test/harness.tsx';
import { aCampaign, aUser } from '../../../test/lists.ts';

beforeEach(() => {
  usePage();
  vi.stubGlobal('location', { ...location, assign: vi.fn() });
});
afterEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

describe('impersonating a person', () => {
  it('finds them by name; admins and disabled users cannot be chosen', async () => {
    const calls = await signedIn({
      'GET /v1/tenants': () => ({ items: [], totalItems: 0 }),
      'GET /v1/users': () => ({
        items: [
          aUser(),
          aUser({ id: 13, displayName: 'Ada Admin', role: 'admin' }),
          aUser({ id: 14, displayName: 'Gone Person', disabledDate: '2026-11-01T00:00:00.000Z' }),
        ],
        totalItems: 3,
      }),
    });
    renderPart(<ViewAsDialog onClose={() => undefined} />);
    const user = userEvent.setup();
    await user.selectOptions(await screen.findByLabelText('View as'), 'A person');
    await user.click(screen.getByRole('combobox', { name: 'Person' }));
    await user.paste('mi');
    const options = await screen.findAllByRole('option', { name: /·/, hidden: true });
    expect(options.map(({ textContent }) => textContent)).toEqual(['Mia Manager · mia@kerb.test']);
    expect(calls.find(({ path }) => path === '/v1/users')?.query.get('filter')).toBe('mi');
    await user.click(options[0]!);
    await user.click(screen.getByRole('button', { name: 'Start viewing' }));
    expect(viewing()?.view).toEqual({ kind: 'user', userId: 12 });
  });
});

describe('impersonating a payer of a campaign', () => {
  it('starts only if the campaign exists', async () => {
    await signedIn({
      'GET /v1/tenants': () => ({ items: [], totalItems: 0 }),
      'GET /v1/agreements/10231': () => aCampaign(),
    });
    renderPart(<ViewAsDialog onClose={() => undefined} />);
    const user = userEvent.setup();
    await user.selectOptions(await screen.findByLabelText('View as'), screen.getByRole('option', { name: /vendor/i }));
    const field = screen.getByLabelText('Flow No.');
    await user.type(field, '999999{Enter}');
    expect(await screen.findByText('No campaign found with this ID.')).toBeTruthy();
    expect(viewing()).toBeNull();
    await user.clear(field);
    await user.type(field, '10231{Enter}');
    await waitFor(() => expect(viewing()?.view).toEqual({ kind: 'vendor', agreementId: 10231 }));
  });
});
