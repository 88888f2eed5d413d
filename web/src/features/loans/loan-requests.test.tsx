import { LoanRequests } from '@kerb/web/features/loans/loan-requests.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { campaign, campaignServer, fill, renderCards, sessions } from '../../../test/campaign-server.tsx';
import { problemResponse, type Seen, signedIn, usePage } from '../../../test/harness.tsx';
import { lentCampaign, loanRequests, type WireRequests, waitingRequest } from '../../../test/loans.ts';

beforeEach(() => usePage());

const path = '/v1/agreements/10231/loan-requests';
const waiting = { ...waitingRequest, mayAnswer: true };
type Answers = Record<string, (seen: Seen) => Response | object>;

async function show(changed: Partial<WireRequests>, answers: Answers = {}) {
  const calls = await signedIn({
    ...campaignServer(campaign(lentCampaign)).handlers,
    [`GET ${path}`]: () => loanRequests(changed),
    ...answers,
  });
  renderCards((record) => <LoanRequests record={record} />, sessions.admin);
  return { calls, user: userEvent.setup() };
}

const openDialog = async (user: ReturnType<typeof userEvent.setup>, button: string, name: string) => {
  await user.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog', { name }));
};
const sent = (calls: Seen[]) => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);

describe('requests for more time', () => {
  it('say by when the law wants an answer, and in red once that day has passed', async () => {
    await show({ items: [{ ...waiting, isLate: true }] });
    const late = await screen.findByText('Answer overdue since 23 Apr 2026');
    expect(late.closest('[data-tone]')?.getAttribute('data-tone')).toBe('danger');
    expect(screen.getByText('I lost my job')).toBeTruthy();
  });

  it('are granted with the wished day or another one', async () => {
    const { calls, user } = await show({ items: [waiting] }, { [`POST ${path}/5/answer`]: () => loanRequests() });
    const dialog = await openDialog(user, 'Answer', 'Answer a request');
    expect(dialog.getByText('The law asks for an answer by 23 Apr 2026.')).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>('New due date').value).toBe('2026-08-01');
    fill(dialog.getByLabelText('New due date'), '2026-09-01');
    await user.type(dialog.getByLabelText('Words for the payers'), 'Get well soon');
    await user.click(dialog.getByRole('button', { name: 'Send answer' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(calls)).toEqual([{ outcome: 'granted', newDueDate: '2026-09-01', answer: 'Get well soon' }]);
  });

  it('are declined without a day, and keep the words that the server refuses', async () => {
    const refusal = 'Write why, for the payer.';
    const problem = { displayText: refusal, validation: { answer: [{ type: 'notValid', message: refusal }] } };
    const { calls, user } = await show(
      { items: [waiting] },
      { [`POST ${path}/5/answer`]: () => problemResponse(400, problem) },
    );
    const dialog = await openDialog(user, 'Answer', 'Answer a request');
    await user.selectOptions(dialog.getByLabelText('Answer'), 'Decline');
    expect(dialog.queryByLabelText('New due date')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Send answer' }));
    expect(await dialog.findByText(refusal)).toBeTruthy();
    expect(sent(calls)).toMatchObject([{ outcome: 'declined', newDueDate: null }]);
  });

  it('are recorded for a payer who called', async () => {
    const payers = [
      { id: 1, displayName: 'Vera Sampleton' },
      { id: 2, displayName: 'Bo Sampleton' },
    ];
    const { calls, user } = await show({ mayAsk: true, payers }, { [`POST ${path}`]: () => loanRequests() });
    expect(await screen.findByText('Nobody has asked for other terms.')).toBeTruthy();
    const dialog = await openDialog(user, 'Record a request', 'Record a request');
    await user.selectOptions(dialog.getByLabelText('Payer'), 'Bo Sampleton');
    await user.type(dialog.getByLabelText('Reason'), 'Ill');
    await user.type(dialog.getByLabelText('Can pay'), 'Nothing now');
    await user.click(dialog.getByRole('button', { name: 'Record a request' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const body = { signatoryId: 2, kind: 'hardship', reason: 'Ill', canPay: 'Nothing now', wishedDate: '2026-05-01' };
    expect(sent(calls)).toEqual([body]);
  });

  it('say who has not signed the letter, and what was agreed', async () => {
    const signature = {
      signatory: 1,
      displayName: 'Vera Sampleton',
      isOwn: false,
      signatureDate: null,
      evidence: null,
    };
    const granted = { ...waiting, state: 'to-sign' as const, stateLabel: 'Granted, waiting for signatures' };
    await show({
      items: [
        { ...granted, mayAnswer: false, newDueDate: '2026-08-01', signatures: [signature], href: `${path}/5/pdf` },
      ],
    });
    expect(await screen.findByText('Granted, waiting for signatures')).toBeTruthy();
    expect(screen.getByText('Not signed yet').nextSibling?.textContent).toBe('Vera Sampleton');
    expect(screen.getByRole('button', { name: 'Download letter' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Answer' })).toBeNull();
  });

  it('show the evidence of each signature, and what of it was not stored', async () => {
    const evidence = {
      legalName: 'Vera Mae Sampleton',
      codeSentBy: 'email' as const,
      emailAddress: 'vera@example.com',
      mobilePhone: null,
      localTime: '2026-04-05 10:11:12+10:00',
      consent: 'I accept the new day to repay.',
      ipAddress: '203.0.113.7',
      userAgent: null,
      documentKey: 'ab12',
    };
    const signature = { signatory: 1, displayName: 'Vera Sampleton', isOwn: false, evidence };
    const unsigned = { ...signature, signatory: 2, displayName: 'Bo Sampleton', evidence: null, signatureDate: null };
    const signed = { ...signature, signatureDate: '2026-04-05T00:11:12.000Z' };
    await show({ items: [{ ...waiting, state: 'to-sign' as const, signatures: [signed, unsigned] }] });
    expect(await screen.findByText('Vera Sampleton signed on 5 Apr 2026: evidence')).toBeTruthy();
    const value = (label: string) => screen.getByText(label).nextSibling?.textContent;
    expect(value('Signed as')).toBe('Vera Mae Sampleton');
    expect(value('Code sent by')).toBe('email to vera@example.com');
    expect(value('Local time')).toBe('2026-04-05 10:11:12+10:00');
    expect(value('Confirmed')).toBe('I accept the new day to repay.');
    expect([value('Network address'), value('Browser')]).toEqual(['203.0.113.7', 'Not stored']);
    expect(value('Letter (SHA-256)')).toBe('ab12');
    expect(screen.queryByText(/Bo Sampleton signed/)).toBeNull();
  });

  it('can be read again after a failure', async () => {
    await show({}, { [`GET ${path}`]: () => problemResponse(500) });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
