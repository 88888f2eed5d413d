import { LoanCard } from '@kerb/web/features/loans/loan.card.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  campaign,
  campaignServer,
  fill,
  renderCards,
  sessions,
  type WireAgreement,
} from '../../../test/campaign-server.tsx';
import { problemResponse, type Seen, signedIn, usePage } from '../../../test/harness.tsx';
import { account, balance, contacts, lentCampaign, loan, loanRequests, type WireLoan } from '../../../test/loans.ts';

beforeEach(() => usePage());

type More = {
  who?: keyof typeof sessions;
  agreement?: Partial<WireAgreement>;
  view?: Partial<WireLoan>;
  people?: object;
  isClosed?: boolean;
  answers?: Record<string, (seen: Seen) => Response | object>;
};

async function show({ who = 'admin', agreement, view, people, answers, isClosed = false }: More = {}) {
  const server = campaignServer(campaign({ ...lentCampaign, ...agreement }));
  const calls = await signedIn({
    ...server.handlers,
    'GET /v1/agreements/10231/loan': ({ query }) => {
      const date = query.get('date');
      const shown = loan(view);
      return date
        ? { ...shown, balances: shown.balances && { ...shown.balances, onDate: balance(date, 300, 12.5) } }
        : shown;
    },
    'GET /v1/agreements/10231/loan-account': () => account(),
    'GET /v1/agreements/10231/loan-requests': () => loanRequests(),
    'POST /v2/loan/10231/get-loan-invoice-contacts': () => contacts(people),
    'POST /v2/loan/10231/send-invoice': () => ({ success: true, sentTo: ['vera@example.com'] }),
    ...answers,
  });
  renderCards((record) => <LoanCard record={record} standing={who} />, sessions[who]);
  if (!isClosed) await screen.findByRole('table', { name: 'What is owed' });
  return { calls, server, user: userEvent.setup() };
}

const dates = (changed: Partial<WireLoan['dates']>) => ({ dates: { ...loan().dates, ...changed } });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const sent = (calls: Seen[], method = 'PUT') => calls.filter((call) => call.method === method).map(({ body }) => body);
const facts = () => screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);

describe('Campaign Management', () => {
  it('shows what is owed today separately from the estimate for later', async () => {
    await show();
    const table = within(screen.getByRole('table', { name: 'What is owed' }));
    expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'TodayFri 31 Jul 2026 (estimate)',
      'Campaign Budget$10,000.00$10,000.00',
      'Pay Later Fee$550.00$550.00',
      'Security Registration Fee$184.00$184.00',
      'Interest$238.36$238.36',
      'Estimated Interest–$476.71',
      'Total due$10,972.36$11,449.07',
    ]);
    expect(screen.getByText('Interest so far $238.36')).toBeTruthy();
    expect(screen.getByText('Estimated ahead $476.71 until Fri 31 Jul 2026')).toBeTruthy();
  });

  it('shows what is to be paid on the settlement, on the due day and for each day', async () => {
    const ahead: WireLoan['ahead'] = {
      amounts: [
        { kind: 'settlement', day: '2026-05-01', total: 11_087.56, isEstimate: true },
        { kind: 'due', day: '2026-05-08', total: 11_115.37, isEstimate: true },
      ],
      interestPerDay: 3.97,
      interestFrom: null,
    };
    await show({ view: { ahead, ...dates({ settlementDate: '2026-05-01' }) } });
    expect(facts()).toEqual(
      expect.arrayContaining([
        'To pay on Fri 1 May 2026 (settlement, estimate): $11,087.56',
        'To pay on Fri 8 May 2026 (due, estimate): $11,115.37',
        'Interest for each day: $3.97',
      ]),
    );
  });

  it('shows the end of the longest term as the due day of a loan that has not settled', async () => {
    await show();
    expect(facts()).toContain('Payment due: Fri 31 Jul 2026, in 3 months');
    expect(facts()).toContain('To pay on Fri 31 Jul 2026 (due, estimate): $11,449.07');
  });

  it('says of a loan that was written off what it cost, what was repaid and what is lost', async () => {
    const closed = { ...dates({ repaidDate: '2026-04-02' }), writtenOff: 9_000, ahead: null };
    await show({ view: closed, isClosed: true });
    const table = within(await screen.findByRole('table', { name: 'What the loan cost' }));
    expect(table.getAllByRole('row').at(-1)?.textContent).toBe('Total$11,449.07');
    expect(facts()).toEqual(expect.arrayContaining(['Repaid: $2,449.07', 'Written off: $9,000.00']));
    expect(facts()).toContain('Written off: Thu 2 Apr 2026');
    expect(screen.queryByRole('table', { name: 'What was repaid' })).toBeNull();
  });

  it('says of a loan with a small rest that it was repaid', async () => {
    await show({ view: { ...dates({ repaidDate: '2026-04-02' }), writtenOff: 0.4 }, isClosed: true });
    expect(await screen.findByRole('table', { name: 'What was repaid' })).toBeTruthy();
    expect(facts()).toContain('Repaid: Thu 2 Apr 2026');
  });

  it('lets an admin set every date, and the repaid date once there is a drawdown', async () => {
    const { calls, user } = await show({ agreement: { campaignFinanceDrawdownDate: null } });
    await user.click(button('Edit dates'));
    const form = within(await screen.findByRole('form', { name: 'Loan dates' }));
    const date = (name: string) => form.getByLabelText<HTMLInputElement>(name);
    expect(date('Repaid').disabled).toBe(true);
    fill(date('Drawdown'), '2026-02-03');
    expect(date('Repaid').disabled).toBe(false);
    fill(date('Withdrawn'), '2026-04-01');
    expect(date('Settlement').disabled).toBe(true);
    expect(button('Save and Send').disabled).toBe(true);
    expect(button('Open Loan Invoice').disabled).toBe(true);
    await user.click(form.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved');
    expect(sent(calls)).toEqual([
      { campaignFinanceDrawdownDate: '2026-02-03', propertyWithdrawnFromSaleDate: '2026-04-01' },
    ]);
  });

  it("shows the server's errors under the date", async () => {
    const words = 'The loan cannot be repaid before it was drawn.';
    const refusal = {
      displayText: words,
      validation: { campaignFinanceRepaidDate: [{ type: 'notValid', message: words }] },
    };
    const { user } = await show({ answers: { 'PUT /v1/agreements/10231': () => problemResponse(400, refusal) } });
    await user.click(button('Edit dates'));
    const form = within(await screen.findByRole('form', { name: 'Loan dates' }));
    fill(form.getByLabelText('Repaid'), '2026-01-01');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(words)).toBeTruthy();
    expect(form.getByLabelText<HTMLInputElement>('Repaid').value).toBe('2026-01-01');
  });

  it('withdraws the campaign on the organisation’s today, after a confirmation', async () => {
    const { calls, user } = await show({ who: 'employee' });
    await user.click(button('Withdraw Campaign'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Withdraw Campaign' }));
    await screen.findByText('Saved');
    expect(sent(calls)).toEqual([{ propertyWithdrawnFromSaleDate: '2026-04-02' }]);
  });

  it('lets only admins change a withdrawn campaign', async () => {
    const view = dates({ withdrawnDate: '2026-04-01', dueDate: '2026-04-08', dueInDays: 6 });
    await show({ who: 'manager', agreement: { status: 'withdrawn' }, view });
    expect(screen.queryByRole('button', { name: /Settlement Details|Withdraw|Edit dates/ })).toBeNull();
    expect(facts()).toContain('Payment due: Wed 8 Apr 2026, in 6 days');
    expect(screen.getAllByRole<HTMLInputElement>('switch').every(({ disabled }) => disabled)).toBe(true);
  });

  it('does not let a repaid date in the future be chosen', async () => {
    const { user } = await show({ who: 'admin' });
    await user.click(screen.getByRole('button', { name: 'Edit dates' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Repaid')).max).toBe('2026-04-02');
  });

  it('shows nothing owed today for a loan that has not started', async () => {
    const server = campaignServer(campaign(lentCampaign));
    const early = loan(dates({ loanStartDate: '2026-07-01' }));
    await signedIn({ ...server.handlers, 'GET /v1/agreements/10231/loan': () => early });
    renderCards((record) => <LoanCard record={record} standing="vendor" />, sessions.vendor);
    const table = await screen.findByRole('table', { name: 'What will be owed' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Fri 31 Jul 2026 (estimate)']);
  });

  it('shows an organisation no interest rate', async () => {
    const { interestRate: _, ...rest } = lentCampaign;
    const server = campaignServer(campaign(rest));
    await signedIn({ ...server.handlers, 'GET /v1/agreements/10231/loan': () => loan() });
    renderCards((record) => <LoanCard record={record} standing="manager" />, sessions.manager);
    await screen.findByRole('table', { name: 'What is owed' });
    expect(screen.queryByText('Interest Rate')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Edit dates' })).toBeNull();
  });
});

describe('the settlement details', () => {
  const open = async (more: More = {}) => {
    const shown = await show(more);
    await shown.user.click(button('Settlement Details'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Settlement Details' }));
    return { ...shown, dialog };
  };

  it.each([
    ['admin', ''],
    ['manager', '2026-04-02'],
  ] as const)('can be saved once there is a date, which for a %s starts as %j', async (who, min) => {
    const { dialog, calls, user } = await open({ who });
    const date = dialog.getByLabelText<HTMLInputElement>('Settlement Date');
    expect(date.min).toBe(min);
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    fill(date, '2026-05-01');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved');
    expect(sent(calls)).toEqual([{ propertySettlementDate: '2026-05-01' }]);
    expect(calls.some(({ path }) => path.endsWith('/send-invoice'))).toBe(false);
  });

  it('can be saved and sent in one step', async () => {
    const { dialog, calls, user } = await open();
    fill(dialog.getByLabelText('Settlement Date'), '2026-05-01');
    await user.click(dialog.getByRole('button', { name: 'Save and Send' }));
    await screen.findByText('Sent');
    expect(sent(calls, 'POST')).toContainEqual({ type: 'standard' });
  });

  it('ask for the conveyancer’s address if they are the primary contact and have none', async () => {
    const message = 'No email for Conveyancer provided - Please hit save and our team will be in touch.';
    const primary = [{ type: 'campaignConveyancer', label: 'Campaign conveyancer', emails: [], message }];
    const { dialog, calls, user } = await open({ people: { primary } });
    expect(dialog.getByText(message)).toBeTruthy();
    fill(dialog.getByLabelText('Settlement Date'), '2026-05-01');
    fill(dialog.getByLabelText('First Name'), 'Cora');
    fill(dialog.getByLabelText('Surname'), 'Conway');
    fill(dialog.getByLabelText('Email'), 'cora@example.com');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved');
    expect(sent(calls)).toEqual([
      {
        propertySettlementDate: '2026-05-01',
        conveyancerFirstName: 'Cora',
        conveyancerSurname: 'Conway',
        conveyancerEmail: 'cora@example.com',
      },
    ]);
  });
});

describe('the loan invoice', () => {
  it('is sent to its contacts, on the occasions that are allowed now', async () => {
    const { calls, user } = await show();
    expect(await screen.findByText('vera@example.com')).toBeTruthy();
    expect(screen.getByText('settle@example.com')).toBeTruthy();
    await user.selectOptions(screen.getByLabelText('Invoice'), 'Pre-settlement reminder');
    expect(screen.getByText('Only before it.')).toBeTruthy();
    expect(button('Save and Send').disabled).toBe(true);
    await user.selectOptions(screen.getByLabelText('Invoice'), 'Loan invoice');
    await user.click(button('Save and Send'));
    await screen.findByText('Sent');
    expect(sent(calls, 'POST')).toContainEqual({ type: 'standard' });
  });

  it('shows what the last one comes to at settlement and when it is due', async () => {
    const { invoices } = loan();
    const last: NonNullable<NonNullable<WireLoan['invoices']>['last']> = {
      id: 1001,
      number: 'LI1001',
      type: 'pre_settlement',
      issueDate: '2026-04-02',
      dueDate: '2026-05-08',
      balance: balance('2026-04-02', 238.36),
      settlement: {
        amounts: [
          { kind: 'settlement', day: '2026-05-01', total: 11_087.56, isEstimate: true },
          { kind: 'due', day: '2026-05-08', total: 11_115.37, isEstimate: true },
        ],
        interestPerDay: 3.97,
        interestFrom: null,
      },
      total: 10_972.36,
      createdDate: '2026-04-02T00:00:00.000Z',
      sentDate: null,
      sentTo: [],
    };
    await show({ view: { invoices: invoices && { ...invoices, last } } });
    expect(screen.getByText(/^Last invoice LI1001/).textContent).toBe(
      'Last invoice LI1001: $10,972.36, issued 2 Apr 2026, at settlement on 1 May 2026 $11,087.56, due on 8 May 2026 $11,115.37, not sent.',
    );
  });

  it('is not sent without a primary contact', async () => {
    await show({ people: { primary: [], message: 'No primary contact configured' } });
    expect(await screen.findByText('No primary contact configured')).toBeTruthy();
    expect(button('Save and Send').disabled).toBe(true);
  });

  it('shows what is missing', async () => {
    const message =
      'We are currently unable to generate an invoice due to the following missing information: loan start date.';
    const actions = loan().invoices?.actions.map((action) => ({ ...action, isAllowed: false, because: message })) ?? [];
    await show({ view: { invoices: { actions, missing: ['loan start date'], message, last: null } } });
    expect(screen.getAllByText(message).length).toBeGreaterThan(0);
    expect(button('Generate Invoice').disabled).toBe(true);
  });

  it('shows both the error and that nothing was sent', async () => {
    const answers = {
      'POST /v2/loan/10231/send-invoice': () => problemResponse(503, { displayText: 'The mail is down.' }),
    };
    const { user } = await show({ answers });
    await waitFor(() => expect(button('Save and Send').disabled).toBe(false));
    await user.click(button('Save and Send'));
    expect(await screen.findByText('Error sending loan invoice.')).toBeTruthy();
    expect(screen.getByText('The mail is down.')).toBeTruthy();
  });
});

describe('the reminders of a loan', () => {
  it('can be switched separately, unless the organisation has them off', async () => {
    const { calls, user } = await show();
    const toggle = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name });
    expect(toggle('Pre-settlement reminders')).toMatchObject({ checked: false, disabled: true });
    expect(screen.getByText('Switched off for Harbour Estate: pre-settlement reminders.')).toBeTruthy();
    await user.click(toggle('Post-settlement reminders'));
    await screen.findByText('Saved');
    expect(sent(calls)).toEqual([{ postSettlementReminders: true }]);
  });

  it('are listed, sent and planned, each with the switch that controls it', async () => {
    await show();
    const list = within(screen.getByRole('list', { name: 'Messages of this loan' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '3 Mar 2026Loan live for 30 daysSentTo vera@example.com',
      '2 May 2026Loan live for 90 daysTo comeBy: Loan live reminders',
    ]);
  });
});

describe('a payout', () => {
  const letter = {
    id: 5,
    code: 'K7Q2M-9XW4P',
    payoutDate: '2026-04-20',
    validUntil: '2026-04-20',
    total: 11_046.5,
    createdDate: '2026-04-02T00:00:00.000Z',
    state: 'valid',
    href: '/v1/agreements/10231/payout-letters/5',
  } as const;

  it('is calculated line by line for any day, and its letter is issued and saved', async () => {
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:letter', revokeObjectURL: () => undefined }),
    );
    const answers = {
      'POST /v1/agreements/10231/payout-letters': () => letter,
      'GET /v1/agreements/10231/payout-letters/5/pdf': () => new Response('%PDF', { status: 200 }),
    };
    const { calls, user } = await show({ answers });
    fill(screen.getByLabelText('Payout date'), '2026-04-20');
    const table = within(await screen.findByRole('table', { name: 'If repaid on Mon 20 Apr 2026' }));
    expect(table.getByRole('row', { name: 'Total due $11,046.50' })).toBeTruthy();
    expect(table.getByRole('columnheader', { name: 'Estimate' })).toBeTruthy();
    await user.click(button('Download payout letter'));
    await waitFor(() => expect(save).toHaveBeenCalled());
    expect(sent(calls, 'POST')).toContainEqual({ date: '2026-04-20' });
    save.mockRestore();
  });

  it('shows under its date which days are not allowed for a letter', async () => {
    const words = 'Choose a day from 2 April 2026 to 1 June 2026.';
    const refusal = { displayText: words, validation: { date: [{ type: 'notValid', message: words }] } };
    const answers = { 'POST /v1/agreements/10231/payout-letters': () => problemResponse(400, refusal) };
    const { user } = await show({ answers });
    await user.click(button('Download payout letter'));
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('lists the issued letters, and whether they are still valid', async () => {
    const letters = [
      { ...letter, state: 'changed' as const },
      { ...letter, id: 6, code: 'A2B3C-4D5E6', state: 'ended' as const },
    ];
    await show({ view: { payout: { ...loan().payout, letters } } });
    const list = within(screen.getByRole('list', { name: 'Payout letters' }));
    expect(list.getByText('K7Q2M-9XW4P')).toBeTruthy();
    expect(list.getByText(/no longer valid: what is owed has changed/)).toBeTruthy();
    expect(list.getByText(/no longer valid: the loan is no longer running/)).toBeTruthy();
  });
});
