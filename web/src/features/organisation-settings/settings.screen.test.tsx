import type { Session } from '@kerb/domain/session/session.contract.ts';
import { currentQuestion } from '@kerb/web/design/confirm.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { admin, agent, problemResponse, renderApp, type Seen, signedIn, usePage } from '../../../test/harness.tsx';
import { aTenant, pageOfRows } from '../../../test/lists.ts';
import { theSettings, versioned } from '../../../test/organisations.ts';

const draft = {
  draftContent: { brandName: 'Harbour & Co' },
  pendingChanges: [
    {
      ...{ field: 'brandName', userName: 'Mia Manager', date: '2026-11-02T00:00:00.000Z' },
      ...{ isOwn: false, refusal: null, warnings: [] },
    },
  ],
};
const employee: Session = { ...agent, memberships: [{ ...agent.memberships[0]!, tenantUserType: 'employee' }] };

type Options = {
  session?: Session;
  settings?: object;
  newer?: object;
  onSave?: (seen: Seen) => Response;
};

async function show({ session = admin, settings = theSettings(), newer, onSave }: Options = {}) {
  let reads = 0;
  const calls = await signedIn({
    'GET /v1/tenants/7': () => aTenant(),
    'GET /v1/tenants/7/settings': () => {
      reads += 1;
      return reads > 1 && newer ? versioned(newer, 4) : versioned(settings);
    },
    'GET /v1/time-zones': () => ({
      timeZones: [{ identifier: 'Australia/Sydney', name: 'Sydney', offset: 39_600, offsetString: 'GMT+11:00' }],
      totalItems: 1,
    }),
    'PUT /v1/tenants/7/settings': (seen) => onSave?.(seen) ?? versioned({ ...settings, ...(seen.body as object) }, 4),
    'POST /v1/tenants/7/settings/apply': () => versioned(theSettings({ brandName: 'Harbour & Co' }), 4),
    'POST /v1/tenants/7/settings/stop-bank-change': () => versioned(theSettings(), 4),
    'POST /v1/tenants/7/settings/reject': () => versioned(theSettings(), 4),
    'DELETE /v1/tenants/7': () => undefined,
    'GET /v1/tenants/7/sign-in-rules': () => ({ requiresSecondFactor: false }),
    'PUT /v1/tenants/7/sign-in-rules': ({ body }) => body as object,
    'GET /v1/tenants/7/login-provider': () => ({ provider: null, domains: [], redirectUri: null, logoutUri: null }),
    'GET /v1/tenants/7/provisioning-tokens': () => ({ baseUrl: 'https://kerb.test/scim/v2', items: [] }),
    'GET /v1/tenants/7/finance-options': () => ({ items: [] }),
    'GET /v1/tenants/7/service-identities': () => ({ items: [] }),
    'GET /v1/tenants': () => ({ items: [], totalItems: 0 }),
    'GET /v1/agreements': () => pageOfRows(),
    'GET /v1/tenants/7/users': () => ({ items: [] }),
  });
  const router = renderApp('/agencies/7/settings', session);
  await screen.findByRole('heading', { level: 1 });
  return { calls, router, user: userEvent.setup() };
}
/** Pastes the text at once: these forms are long, and each key press would render all of it. */
async function fill(user: ReturnType<typeof userEvent.setup>, input: HTMLElement, text: string) {
  await user.click(input);
  await user.paste(text);
}
const sentBy = (calls: Seen[], method: string) => calls.find((call) => call.method === method)!;

beforeEach(() => usePage());

describe('the settings of an organisation', () => {
  it('send only an admin’s changes, with the version that was read', async () => {
    const { calls, user } = await show();
    await fill(user, await screen.findByLabelText('Legal name'), 'Harbour Pty Ltd');
    await user.click(screen.getByRole('checkbox', { name: 'Enable deposits' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved')).toBeTruthy();
    const { body, headers } = sentBy(calls, 'PUT');
    expect(body).toEqual({ legalName: 'Harbour Pty Ltd', enableDeposits: true });
    expect(headers.get('if-match')).toBe('"3"');
  });

  it('let a manager require two-step login of the team, after asking', async () => {
    const { calls, user } = await show({ session: agent });
    const input = await screen.findByLabelText<HTMLInputElement>(/^Two-step login is required/);
    await user.click(input);
    await user.click(await screen.findByRole('button', { name: 'Require it' }));
    await waitFor(() => expect(input.checked).toBe(true));
    expect(sentBy(calls, 'PUT').body).toEqual({ requiresSecondFactor: true });
  });

  it('are closed to an employee, who sees no link to them', async () => {
    await show({ session: employee }).catch(() => undefined);
    expect(await screen.findByText("Sorry, you don't have access to this page.")).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Settings' })).toBeNull();
  });

  it('show a manager as text the settings that only admins change', async () => {
    await show({ session: agent });
    expect(await screen.findByLabelText('Legal name')).toBeTruthy();
    expect(screen.queryByRole('checkbox', { name: 'Enable deposits' })).toBeNull();
    expect(screen.getByText('Enable deposits')).toBeTruthy();
    expect(screen.getByText('No Batch - Daily')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Submit changes' })).toBeTruthy();
  });

  it('show the server’s errors under their fields, and keep the typed values', async () => {
    const validation = { abn: [{ type: 'notValid', message: 'That ABN is not valid.' }] };
    const { user } = await show({ onSave: () => problemResponse(400, { validation }) });
    await fill(user, await screen.findByLabelText('ABN'), '51 824 753 557');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('That ABN is not valid.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('ABN').value).toBe('51 824 753 557');
  });

  it('show a conflict if another user saved first', async () => {
    const { user } = await show({ onSave: () => problemResponse(412, { type: '/problems/precondition-failed' }) });
    await fill(user, await screen.findByLabelText('Legal name'), 'Mine');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('button', { name: 'Keep what I typed' })).toBeTruthy();
  });

  it('keep what an admin typed if a manager’s draft arrives meanwhile, and show no draft value as live', async () => {
    let saves = 0;
    const { calls, user } = await show({
      newer: theSettings(draft),
      onSave: ({ body }) => {
        saves += 1;
        if (saves === 1) return problemResponse(412, { type: '/problems/precondition-failed' });
        return versioned(theSettings(body as object), 5);
      },
    });
    await fill(user, await screen.findByLabelText('Legal name'), 'Mine');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Keep what I typed' }));
    expect(await screen.findByText('Pending changes exist.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Legal name').value).toBe('Mine');
    expect(screen.getByLabelText<HTMLInputElement>('Brand name').value).toBe('');
    expect(screen.getByText('Saving clears the pending changes.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved')).toBeTruthy();
    const { body, headers } = calls.filter(({ method }) => method === 'PUT').at(-1)!;
    expect([body, headers.get('if-match')]).toEqual([{ legalName: 'Mine' }, '"4"']);
  });

  it('allow a back link only if its box is ticked', async () => {
    const { user } = await show();
    const link = await screen.findByLabelText<HTMLInputElement>('Custom back link');
    expect(link.disabled).toBe(true);
    await user.click(screen.getByRole('checkbox', { name: 'Use a custom back link' }));
    expect(link.disabled).toBe(false);
  });

  it('list time zones with their offsets', async () => {
    await show();
    expect(await screen.findByRole('option', { name: 'Sydney (GMT+11:00)' })).toBeTruthy();
  });

  it('differ by country', async () => {
    usePage({ country: 'NZ' });
    await show({ settings: theSettings({ defaultTimeZone: 'Pacific/Auckland' }, 'NZ') });
    expect(await screen.findByLabelText('NZBN')).toBeTruthy();
    for (const part of ['Bank', 'Branch', 'Account', 'Suffix', 'Address line 2', 'City', 'Trade Me account ID']) {
      expect(screen.getByRole('textbox', { name: part }), part).toBeTruthy();
    }
    for (const part of ['State', 'BSB', 'Batch payment schedule', 'Xero contact reference']) {
      expect(screen.queryByLabelText(part), part).toBeNull();
    }
    expect(screen.getByRole('checkbox', { name: 'Recommend lawyer' })).toBeTruthy();
  });
});

describe('a setting that depends on another:', () => {
  it('a partner that accepts vendors sets the default response to yes', async () => {
    const { user } = await show({ settings: theSettings({ recommendConveyancer: true }) });
    const answer = await screen.findByLabelText<HTMLSelectElement>('Default conveyancer response');
    for (const [partner, held] of [
      ['landmark', 'yes'],
      ['settle-easy', ''],
      ['conveyu', 'yes'],
    ] as const) {
      await user.selectOptions(screen.getByLabelText('Partner'), partner);
      expect(answer.value).toBe(held);
    }
  });

  it('if the agent is not asked, the default response is no', async () => {
    const { user } = await show({ settings: theSettings({ amlDelegation: true }) });
    await user.click(await screen.findByRole('checkbox', { name: 'Ask the agent' }));
    expect(screen.getByLabelText<HTMLSelectElement>('Default AML response').value).toBe('no');
    expect(screen.queryByRole('option', { name: 'Agent must select' })).toBeNull();
  });

  it('another primary contact resets the others, except the settlements team', async () => {
    const { user } = await show();
    await user.click(await screen.findByRole('checkbox', { name: 'Campaign vendors' }));
    await user.selectOptions(screen.getByLabelText('Primary contact'), 'campaignConveyancer');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Campaign vendors' }).checked).toBe(false);
    const team = screen.getByRole<HTMLInputElement>('checkbox', { name: 'KerbPay settlements team' });
    expect([team.checked, team.disabled]).toEqual([true, true]);
  });

  it('a monthly schedule offers its days', async () => {
    const { user } = await show();
    await user.selectOptions(await screen.findByLabelText('Batch payment schedule'), 'Monthly');
    expect(within(screen.getByLabelText('Day of the month')).getAllByRole('option')).toHaveLength(28);
  });

  it('a padded BSB must be confirmed before it is sent', async () => {
    const { calls, user } = await show();
    await fill(user, await screen.findByLabelText('Account name'), 'Trust');
    await fill(user, screen.getByLabelText('BSB'), '62000');
    await fill(user, screen.getByLabelText('Account number'), '12345678');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(String(currentQuestion.get()?.text)).toContain('062-000 12345678'));
    currentQuestion.get()!.answer(false);
    expect(calls.filter(({ method }) => method === 'PUT')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(currentQuestion.get()).not.toBeNull());
    currentQuestion.get()!.answer(true);
    await waitFor(() =>
      expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toMatchObject([
        { bankAccountConfirmed: true },
      ]),
    );
  });
});

describe('pending changes', () => {
  it('are marked for the manager, who may view the live values', async () => {
    const { user } = await show({ session: agent, settings: theSettings(draft) });
    expect(await screen.findByText('Pending changes exist.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Brand name').value).toBe('Harbour & Co');
    expect(screen.getByText('Pending. Live: None')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Apply all' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Live' }));
    expect(screen.queryByLabelText('Brand name')).toBeNull();
    expect(screen.queryByText('Harbour & Co')).toBeNull();
  });

  it('ask before the user switches to the live values with unsaved input', async () => {
    const { user } = await show({ session: agent, settings: theSettings(draft) });
    await fill(user, await screen.findByLabelText('Legal name'), 'Mine');
    await user.click(screen.getByRole('button', { name: 'Live' }));
    await waitFor(() => expect(currentQuestion.get()?.title).toBe('Leave without saving?'));
    currentQuestion.get()!.answer(false);
    await waitFor(() => expect(currentQuestion.get()).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('Legal name').value).toBe('Mine');
  });

  it('can be applied one by one', async () => {
    const { calls, user } = await show({ settings: theSettings(draft) });
    await user.click(await screen.findByRole('button', { name: 'Apply: Brand name' }));
    expect(await screen.findByText('Done')).toBeTruthy();
    expect(sentBy(calls, 'POST')).toMatchObject({
      path: '/v1/tenants/7/settings/apply',
      body: { fields: ['brandName'] },
    });
    expect(screen.queryByText('Pending changes exist.')).toBeNull();
  });

  it('can be rejected all at once', async () => {
    const { calls, user } = await show({ settings: theSettings(draft) });
    await user.click(await screen.findByRole('button', { name: 'Reject all' }));
    await waitFor(() =>
      expect(sentBy(calls, 'POST')).toMatchObject({ path: '/v1/tenants/7/settings/reject', body: {} }),
    );
  });

  const bankDraft = {
    draftContent: { bankAccount: { accountName: 'Trust', bsbNumber: '062000', accountNumber: '12345678' } },
    pendingChanges: [{ ...draft.pendingChanges[0], field: 'bankAccount' }],
  };

  it('of a bank account are applied with a note about the call', async () => {
    const { calls, user } = await show({ settings: theSettings(bankDraft) });
    await user.click(await screen.findByRole('button', { name: 'Apply: Bank account' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm the new bank account' });
    expect(dialog.textContent).toContain('It takes effect 24 hours after you confirm it.');
    await fill(user, within(dialog).getByLabelText(/Call-back note/), 'Called Mia on the number of the contract.');
    await user.click(within(dialog).getByRole('button', { name: 'Confirm account' }));
    await waitFor(() =>
      expect(sentBy(calls, 'POST')).toMatchObject({
        path: '/v1/tenants/7/settings/apply',
        body: { fields: ['bankAccount'], callBackNote: 'Called Mia on the number of the contract.' },
      }),
    );
  });

  it('of a bank account that were confirmed are shown until they take effect, and can be stopped', async () => {
    const account = { accountName: 'New Trust', bsbNumber: '062000', accountNumber: '87654321' };
    const bankAccountNext = { account, date: '2026-11-17T02:00:00.000Z', callBackNote: null };
    const { calls, user } = await show({ session: agent, settings: theSettings({ bankAccountNext }) });
    expect(await screen.findByText(/Until then we pay the present one\./)).toBeTruthy();
    expect(screen.getByText(/New Trust/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Stop the change' }));
    await waitFor(() => expect(currentQuestion.get()?.title).toBe('Stop this change?'));
    currentQuestion.get()!.answer(true);
    await waitFor(() => expect(sentBy(calls, 'POST')?.path).toBe('/v1/tenants/7/settings/stop-bank-change'));
    await waitFor(() => expect(screen.queryByText(/Until then we pay the present one\./)).toBeNull());
  });

  it('of a bank account say why an admin cannot confirm them', async () => {
    const refusal = 'You made or changed this person’s account. Another admin must confirm it.';
    const pendingChanges = [{ ...bankDraft.pendingChanges[0], refusal }];
    await show({ settings: theSettings({ ...bankDraft, pendingChanges }) });
    expect(await screen.findByText(refusal)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Apply: Bank account' }).disabled).toBe(true);
  });

  it('of a bank account are confirmed by another person', async () => {
    const bankAccount = { accountName: 'Trust', bsbNumber: '062000', accountNumber: '12345678' };
    const pendingChanges = [{ ...draft.pendingChanges[0], field: 'bankAccount', isOwn: true, warnings: ['Check.'] }];
    await show({ settings: theSettings({ draftContent: { bankAccount }, pendingChanges }) });
    expect(await screen.findByText('Someone else must confirm this.')).toBeTruthy();
    expect(screen.getByText('Check.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Apply: Bank account' }).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Apply all' }).disabled).toBe(true);
  });
});

describe('the brand colour', () => {
  const field = () => screen.findByLabelText<HTMLInputElement>('Brand colour');

  it('shows the shades that the payers’ page will use, and is saved', async () => {
    const { calls, user } = await show();
    await fill(user, await field(), '#FFD500');
    expect(
      screen.getByText(/So that everybody can read them, buttons are #[0-9a-f]{6} on a light page\./),
    ).toBeTruthy();
    const [light, dark] = screen.getAllByText('Continue');
    expect(dark!.style.backgroundColor).toBe('rgb(255, 213, 0)');
    expect(light!.style.backgroundColor).not.toBe('rgb(255, 213, 0)');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(sentBy(calls, 'PUT').body).toEqual({ brandColour: '#ffd500' });
  });

  it('can be chosen from the browser’s palette', async () => {
    await show({ settings: theSettings({ brandColour: '#1a6b54' }) });
    fireEvent.change(await screen.findByLabelText('Brand colour: choose'), { target: { value: '#a33b2f' } });
    expect((await field()).value).toBe('#a33b2f');
  });

  it('is refused under its field if it is no colour', async () => {
    const { calls, user } = await show();
    await fill(user, await field(), 'green');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(async () => expect((await field()).getAttribute('aria-invalid')).toBe('true'));
    expect(screen.queryByText('Continue')).toBeNull();
    expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
  });

  it('that waits says what is live', async () => {
    const pendingChanges = [{ ...draft.pendingChanges[0], field: 'brandColour' }];
    const settings = { brandColour: '#1a6b54', draftContent: { brandColour: '#a33b2f' }, pendingChanges };
    await show({ session: agent, settings: theSettings(settings) });
    expect((await field()).value).toBe('#a33b2f');
    expect(screen.getByText('Pending. Live: #1a6b54')).toBeTruthy();
  });
});

describe('deleting an organisation', () => {
  it('asks first, and is possible without campaigns', async () => {
    const { calls, router, user } = await show({ settings: theSettings({ lastAgreementCreateDate: null }) });
    await user.click(await screen.findByRole('button', { name: 'Delete organisation' }));
    await waitFor(() => expect(currentQuestion.get()?.text).toBe('Permanently delete Harbour Estate?'));
    currentQuestion.get()!.answer(true);
    expect(await screen.findByText('Organisation Deleted')).toBeTruthy();
    expect(sentBy(calls, 'DELETE').path).toBe('/v1/tenants/7');
    expect(router.state.location.pathname).toBe('/agencies');
  });

  it('is not offered for other organisations', async () => {
    await show();
    expect(await screen.findByLabelText('Legal name')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete organisation' })).toBeNull();
  });
});
