import { ActionSuggestedCard } from '@kerb/web/features/campaign-cards/action-suggested.card.tsx';
import { FundsChecklistCard } from '@kerb/web/features/campaign-cards/funds-checklist.card.tsx';
import { ListingCard } from '@kerb/web/features/campaign-cards/listing.card.tsx';
import { NotesCard } from '@kerb/web/features/campaign-cards/notes.card.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { campaign, campaignServer, fill, organisation, renderCards, sessions } from '../../../test/campaign-server.tsx';
import { type Seen, signedIn, usePage } from '../../../test/harness.tsx';

beforeEach(() => usePage());

const saves = (calls: Seen[]) => calls.filter(({ method }) => method === 'PUT');
const url = 'https://example.com/12-wattle-st';

describe('the property listing', () => {
  it('accepts only a web address', async () => {
    const calls = await signedIn(campaignServer(campaign()).handlers);
    renderCards((record) => <ListingCard record={record} standing="employee" />, sessions.employee);
    const field = await screen.findByLabelText('Listing URL');
    fill(field, 'javascript:alert(1)');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Enter a web address that begins with http:// or https://.')).toBeTruthy();
    expect(saves(calls)).toEqual([]);
    fill(field, url);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const link = await screen.findByRole('link', { name: url });
    expect(saves(calls)[0]?.body).toEqual({ externalListingUrl: url });
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      url,
      '_blank',
      'noopener noreferrer',
    ]);
  });

  it('is no link if the stored value is not a web address', async () => {
    await signedIn(campaignServer(campaign({ externalListingUrl: 'javascript:alert(1)' })).handlers);
    renderCards((record) => <ListingCard record={record} standing="admin" />, sessions.admin);
    await screen.findByLabelText('Listing URL');
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('the campaign notes', () => {
  it('are saved separately', async () => {
    const calls = await signedIn(campaignServer(campaign({ campaignNotes: 'Old' })).handlers);
    renderCards((record) => <NotesCard record={record} />, sessions.admin);
    fill(await screen.findByLabelText('Notes'), 'Call back on Monday');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved Notes')).toBeTruthy();
    expect(saves(calls)[0]?.body).toEqual({ campaignNotes: 'Call back on Monday' });
  });
});

describe('two cards of one page', () => {
  it('are saved one after the other, and neither loses its typed values', async () => {
    const calls = await signedIn(campaignServer(campaign()).handlers);
    renderCards(
      (record) => (
        <>
          <ListingCard record={record} standing="admin" />
          <NotesCard record={record} />
        </>
      ),
      sessions.admin,
    );
    const notes = await screen.findByLabelText<HTMLTextAreaElement>('Notes');
    fill(notes, 'Call back on Monday');
    fill(screen.getByLabelText('Listing URL'), url);
    const save = (form: string) =>
      userEvent.click(within(screen.getByRole('form', { name: form })).getByRole('button', { name: 'Save' }));
    await save('Property Listing');
    await screen.findByRole('link', { name: url });
    expect(notes.value).toBe('Call back on Monday');
    await save('Campaign Notes');
    expect(await screen.findByText('Saved Notes')).toBeTruthy();
    expect(saves(calls).map(({ body, headers }) => [body, headers.get('if-match')])).toEqual([
      [{ externalListingUrl: url }, '"3"'],
      [{ campaignNotes: 'Call back on Monday' }, '"4"'],
    ]);
  });
});

describe('a suggested action', () => {
  it.each([
    ['agency', 'Agent Action Suggested'],
    ['supplier', 'Stylist Action Suggested'],
  ])('for the team of an organisation of type %s has the heading %s', async (type, title) => {
    const { handlers } = campaignServer(campaign({ actionSuggested: true }));
    await signedIn({ ...handlers, 'GET /v1/tenants/7': () => organisation({ type }) });
    renderCards(({ value }) => <ActionSuggestedCard agreement={value} />, sessions.manager);
    expect(await screen.findByRole('region', { name: title })).toBeTruthy();
  });

  it('is marked done', async () => {
    const server = campaignServer(campaign({ actionSuggested: true }));
    const calls = await signedIn(server.handlers);
    renderCards(
      ({ value }) => (value.actionSuggested ? <ActionSuggestedCard agreement={value} /> : <p>Nothing to do</p>),
      sessions.employee,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Mark done' }));
    expect(await screen.findByText('Done')).toBeTruthy();
    expect(await screen.findByText('Nothing to do')).toBeTruthy();
    expect(saves(calls)[0]?.body).toEqual({ actionSuggested: false });
  });
});

describe('the funds checklist', () => {
  const receipt = {
    id: 1,
    href: '/v1/attachments/1',
    purpose: 'upfront-payment-receipt' as const,
    uploadDate: '2026-11-03T22:05:00.000Z',
    agreement: { href: '/v1/agreements/10231' },
    signatory: null,
    uploadedByUser: null,
    uploadedByName: null,
    asset: { id: 1, href: '/v1/assets/1', fileName: 'receipt.pdf', contentType: 'application/pdf', size: 10 },
  };

  it('shows which steps are done, current and still to come, and finds the remittance', async () => {
    const byBank = { financeOptionCode: 'pn', campaignBudgetUpfrontPaymentMethodIntent: 'bank-transfer' } as const;
    const server = campaignServer(campaign({ status: 'waiting-approval', ...byBank }));
    server.state.documents = [receipt];
    await signedIn(server.handlers);
    renderCards(({ value }) => <FundsChecklistCard agreement={value} standing="employee" />, sessions.employee);
    await waitFor(() =>
      expect(
        within(screen.getByRole('list', { name: 'Funds Checklist' }))
          .getAllByRole('listitem')
          .map((item) => item.textContent?.replace(/^\d/, '')),
      ).toEqual([
        'Payment method chosen: Bank Transfer (done)',
        'Remittance uploaded (done)',
        'Payment received (now)',
        'Funds transfer preparing (to come)',
        'Funds transfer ready (to come)',
        'Funds transfer processing (to come)',
        'Funds transferred (to come)',
      ]),
    );
    expect(screen.getByRole('list').querySelector('[aria-current="step"]')?.textContent).toContain('Payment received');
  });

  const kept = { financeOptionCode: 'pn', status: 'approved', paymentState: 'paid', fundsState: 'kept' } as const;

  it('is not transferred while the ledger keeps the funds, although the loan is drawn', async () => {
    const drawn = { financeOptionCode: 'pl', status: 'executed', campaignFinanceDrawdownDate: '2026-11-02' } as const;
    await signedIn(campaignServer(campaign({ ...drawn, fundsState: 'kept' })).handlers);
    renderCards(({ value }) => <FundsChecklistCard agreement={value} standing="admin" />, sessions.admin);
    expect((await screen.findByText('Funds transferred')).textContent).toBe('Funds transferred (now)');
  });

  it('lets an admin record the transfer of funds that no batch pays, once', async () => {
    const server = campaignServer(campaign({ ...kept, fundManually: true }));
    const calls = await signedIn({
      ...server.handlers,
      'GET /v1/agreements/10231/kept-funds': () => ({ amount: 4200, refusal: null }),
      'POST /v1/agreements/10231/record-transfer': () => ({ amount: 4200, date: '2026-11-15' }),
    });
    renderCards(({ value }) => <FundsChecklistCard agreement={value} standing="admin" />, sessions.admin);
    await userEvent.click(await screen.findByRole('button', { name: 'Record transfer' }));
    const form = await screen.findByRole('form', { name: 'Record transfer' });
    expect(within(form).getByText(/\$4,200 is kept for/)).toBeTruthy();
    await userEvent.click(within(form).getByRole('button', { name: 'Record transfer' }));
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
    fill(within(form).getByLabelText(/How it was transferred/), 'CBA 12345');
    await userEvent.click(within(form).getByRole('button', { name: 'Record transfer' }));
    expect(await screen.findByText('Recorded $4,200 as Transferred')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ description: 'CBA 12345' });
  });

  it('says why the funds cannot be recorded as transferred now', async () => {
    const refusal = 'These funds are in a batch. Discard the batch first.';
    await signedIn({
      ...campaignServer(campaign({ ...kept, fundManually: true })).handlers,
      'GET /v1/agreements/10231/kept-funds': () => ({ amount: 4200, refusal }),
    });
    renderCards(({ value }) => <FundsChecklistCard agreement={value} standing="admin" />, sessions.admin);
    await userEvent.click(await screen.findByRole('button', { name: 'Record transfer' }));
    expect(await screen.findByText(refusal)).toBeTruthy();
  });

  it.each([
    ['manager', { ...kept, fundManually: true }],
    ['admin', { ...kept, fundManually: false }],
    ['admin', { ...kept, fundManually: true, fundsState: 'on-its-way' }],
  ] as const)('offers no record to a %s for %j', async (standing, facts) => {
    await signedIn(campaignServer(campaign(facts)).handlers);
    renderCards(({ value }) => <FundsChecklistCard agreement={value} standing={standing} />, sessions[standing]);
    await screen.findByRole('list', { name: 'Funds Checklist' });
    expect(screen.queryByRole('button', { name: 'Record transfer' })).toBeNull();
  });
});
