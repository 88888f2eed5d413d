import type { SentCheckout } from '@kerb/domain/checkout/checkout.contract.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aCheckout, renderCheckout } from '../../test/checkout.tsx';
import { problemResponse, type Seen, tooEarly } from '../../test/harness.tsx';
import { aFlow, aSignatory, type WireSignatory } from '../../test/signing.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const path = '/v1/agreements/10231';
const main = () => within(screen.getByRole('main'));
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const press = (name: string | RegExp) => userEvent.click(main().getByRole('button', { name }));
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const bodies = (calls: readonly Seen[], ends: string) =>
  calls.filter(({ path: to, method }) => to.endsWith(ends) && method !== 'GET').map(({ body }) => body);

const paper: NonNullable<SentCheckout['paper']> = {
  title: 'Pay Later loan agreement',
  blocks: [
    { kind: 'parties', columns: [{ label: 'Borrower', lines: ['Vera Vendor'] }] },
    { kind: 'facts', rows: [['Flow No.', 'AU10231']] },
    { kind: 'heading', text: 'Schedule' },
    { kind: 'facts', rows: [['Interest rate', '14.50% a year, fixed']] },
    { kind: 'table', columns: ['If repaid after', 'Total to repay'], rows: [['90 days', '$4,765.16']] },
    { kind: 'heading', text: '1. The loan' },
    { kind: 'paragraph', text: 'The lender is KerbPay.' },
  ],
};

const steps = ['review-agreement', 'sign'] as const;

function toSign(current: (typeof steps)[number], payer: Partial<WireSignatory> = {}): SentCheckout {
  const screenName = current === 'sign' ? 'sign' : 'agreement';
  return aCheckout({
    screen: screenName,
    status: 'approved',
    option: 'pl',
    path: ['agreement', 'sign'],
    choices: [],
    paper,
    lending: { notes: 'Repaid from the sale.', sentences: ['Your campaign is funded within 24 hours.'] },
    flow: aFlow([...steps], current, {
      documentKey: 'key-1',
      agreedTermsVersion: 'pl-au-3',
      signatory: aSignatory(payer),
    }),
  });
}

describe('the agreement', () => {
  it('is read on the page, its figures first, and can be saved', async () => {
    const { calls } = renderCheckout(toSign('review-agreement'), { [`PUT ${path}/flow`]: () => ({}) }, () =>
      toSign('sign'),
    );
    const figures = screen.getByRole('heading', { name: 'The main figures' }).closest('section')!;
    expect(figures.textContent).toContain('90 days$4,765.16');
    expect(figures.textContent).toContain('14.50% a year, fixed');
    expect(figures.textContent).not.toContain('Flow No.');
    const whole = screen.getByRole('article', { name: 'The whole agreement' });
    expect(whole.textContent).toContain('The lender is KerbPay.');
    expect(main().getByText('Repaid from the sale.')).toBeTruthy();
    expect(main().getByRole('button', { name: 'Save as PDF' })).toBeTruthy();
    await press('I have read it, continue');
    await heading('Sign your agreement');
    expect(bodies(calls, '/flow')).toEqual([{ reviewed: ['review-agreement'], documentKey: 'key-1' }]);
  });

  it('that changed meanwhile is shown again, and says so', async () => {
    const displayText = 'The agreement has changed since you read it. Please read it again.';
    renderCheckout(toSign('review-agreement'), {
      [`PUT ${path}/flow`]: () => problemResponse(409, { type: '/problems/agreement-changed', displayText }),
    });
    await press('I have read it, continue');
    expect((await screen.findByRole('alert')).textContent).toContain(displayText);
    expect(screen.getByRole('article', { name: 'The whole agreement' })).toBeTruthy();
  });

  it('that cannot be made says so in the product’s words', async () => {
    renderCheckout(toSign('review-agreement'), {
      'GET /loan/10231/download-loan-agreement': () => problemResponse(500),
    });
    await press('Save as PDF');
    expect((await screen.findByRole('alert')).textContent).toContain('Unable to generate Loan Agreement');
  });
});

describe('a signature', () => {
  const asked = { authorisationMethod: 'sms', sentTo: '678' };

  it('shows the name, asks for a code, and is sent once with the terms that were agreed to', async () => {
    const signed = () => aCheckout({ screen: 'signed', status: 'signed', option: 'pl', path: [] });
    const { calls } = renderCheckout(
      toSign('sign'),
      { 'POST /v1/signatories/501/request-signature': () => asked, [`POST ${path}/sign`]: () => ({}) },
      () => (calls.some(({ path: to }) => to.endsWith('/sign')) ? signed() : toSign('sign')),
    );
    expect(screen.getByRole('figure', { name: 'Signature of Vera Vendor' }).textContent).toContain('Vera Vendor');
    await press('Send me a code to sign');
    expect(await screen.findByText(/to your mobile ending in 678/)).toBeTruthy();
    await press('Sign');
    expect(screen.getByText('Enter the six digits of the code.')).toBeTruthy();
    fill('Code to sign', '123456');
    await press('Sign');
    await heading('Everybody has signed');
    expect(bodies(calls, '/request-signature')).toEqual([{ authorisationMethod: 'sms' }]);
    expect(bodies(calls, '/sign')).toEqual([
      { termsVersion: 'pl-au-3', signatoryId: 501, authorisationMethod: 'sms', authorisationCode: '123456' },
    ]);
    const sent = calls.find(({ path: to }) => to.endsWith('/sign'));
    expect(sent?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    expect(sent?.headers.get('x-geolocation')).toBe('not supported');
  });

  it('goes to the mailbox, if the mobile is not the payer’s own', async () => {
    const { calls } = renderCheckout(toSign('sign', { mobilePhoneConfirmedByPayer: false }), {
      'POST /v1/signatories/501/request-signature': () => ({ authorisationMethod: 'email', sentTo: 'v…@example.com' }),
    });
    expect(screen.getByText(/six digits to vera@example\.com/)).toBeTruthy();
    await press('Send me a code to sign');
    expect(await screen.findByText(/We sent a code to v…@example\.com/)).toBeTruthy();
    expect(bodies(calls, '/request-signature')).toEqual([{ authorisationMethod: 'email' }]);
  });

  it('with a wrong code says so under the field, and with too many how long to wait', async () => {
    const message = 'That code is not right, or has expired.';
    let answer = problemResponse(400, { validation: { authorisationCode: [{ type: 'notValid', message }] } });
    renderCheckout(toSign('sign'), {
      'POST /v1/signatories/501/request-signature': () => asked,
      [`POST ${path}/sign`]: () => answer,
    });
    await press('Send me a code to sign');
    fill(await screen.findByLabelText('Code to sign').then(() => 'Code to sign'), '111111');
    await press('Sign');
    expect(await screen.findByText(message)).toBeTruthy();
    answer = tooEarly();
    await press('Sign');
    expect(await screen.findByText('Please wait 9 minutes, then try again.')).toBeTruthy();
  });
});

describe('a co-owner who is with the payer', () => {
  it('is signed for with the code on their own mobile, once the payer has signed', async () => {
    const signatory = aSignatory({ signatureDate: '2026-11-16T03:00:00.000Z' });
    const waiting = aCheckout({
      screen: 'signed-by-you',
      status: 'approved',
      option: 'pl',
      path: [],
      others: [{ name: 'Victor Vendor', step: 'signing' }],
      flow: aFlow([], null, { signatory, waitingFor: ['Victor Vendor'], agreedTermsVersion: 'pl-au-3' }),
    });
    const other = { id: 502, displayName: 'Victor Vendor', isOwn: false, signatureDate: null };
    const { calls } = renderCheckout(waiting, {
      'GET /v1/signatories': () => ({ signatories: [{ ...other, id: 501, isOwn: true }, other] }),
      'POST /v1/signatories/502/request-signature': () => ({ authorisationMethod: 'sms', sentTo: '432' }),
      [`POST ${path}/sign`]: () => ({}),
    });
    await press('Sign for a co-owner who is with you');
    await userEvent.click(await main().findByRole('button', { name: 'Sign for Victor Vendor' }));
    await press('Send me a code to sign');
    expect(await screen.findByText(/to the mobile of Victor Vendor ending in 432/)).toBeTruthy();
    fill('Code to sign', '654321');
    await press('Sign');
    await waitFor(() => expect(bodies(calls, '/sign')).toHaveLength(1));
    expect(bodies(calls, '/sign')).toEqual([
      { termsVersion: 'pl-au-3', signatoryId: 502, authorisationMethod: 'sms', authorisationCode: '654321' },
    ]);
  });
});

describe('the pages behind links', () => {
  it('have the property, the contact and the consent', async () => {
    const { calls } = renderCheckout(aCheckout({ description: 'Photos and a video' }), {
      [`POST ${path}/consent`]: () => ({}),
    });
    await userEvent.click(screen.getByRole('button', { name: 'See the details' }));
    await heading('About this campaign');
    expect(main().getByText('Photos and a video')).toBeTruthy();
    expect(main().getByText('House')).toBeTruthy();
    await userEvent.click(main().getByRole('checkbox', { name: /Harbour Estate may correct the details/ }));
    await waitFor(() => expect(bodies(calls, '/consent')).toEqual([{ vendorAgentDataConsent: true }]));
    expect(await screen.findByText('Saved')).toBeTruthy();
  });

  it('cancel the application after a code and a question', async () => {
    let cancel: SentCheckout['cancel'] = 'code-first';
    const waiting = () =>
      aCheckout({ screen: 'submitted', status: 'waiting-approval', option: 'pl', path: [], cancel });
    const { calls } = renderCheckout(
      waiting(),
      {
        'POST /v1/signatories/501/unlock': ({ body }) => {
          if ((body as { code?: string }).code) cancel = 'open';
          return {};
        },
        [`POST ${path}/set-status`]: () => ({}),
      },
      () =>
        calls.some(({ path: to }) => to.endsWith('/set-status'))
          ? aCheckout({ screen: 'cancelled', status: 'cancelled', path: [] })
          : waiting(),
    );
    await press('Cancel Application');
    expect(await screen.findByText(/Before you cancel, enter the code that we send to 0412 345 678/)).toBeTruthy();
    await press('Send me a code');
    fill(await screen.findByLabelText('Code').then(() => 'Code'), '123456');
    await press('Confirm');
    expect(await screen.findByText(/Do you want to cancel this application/)).toBeTruthy();
    await press('Cancel Application');
    await heading('This application was cancelled');
    expect(bodies(calls, '/set-status')).toEqual([{ status: 'cancelled', expectedStatus: 'waiting-approval' }]);
  });

  it('say whom to call, if the campaign is paid for', async () => {
    renderCheckout(aCheckout({ screen: 'paid', option: 'pn', path: [], cancel: 'by-phone' }));
    expect(await screen.findByText(/please call Harbour Estate or us on 1300 665 136/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel Application' })).toBeNull();
  });

  it('take documents one by one', async () => {
    const { calls } = renderCheckout(aCheckout({ screen: 'submitted', option: 'pl', path: [] }), {
      'POST /v1/assets': () => ({ id: 44, href: '/v1/assets/44' }),
      'POST /v1/attachments': () => ({}),
    });
    await press('Documents');
    await heading('Documents');
    const file = new File(['x'], 'rates.pdf', { type: 'application/pdf' });
    await userEvent.upload(screen.getByLabelText('Add a document'), file);
    await waitFor(() =>
      expect(bodies(calls, '/attachments')).toEqual([
        { agreement: { href: path }, asset: { href: '/v1/assets/44' }, purpose: 'supporting-doc' },
      ]),
    );
  });
});
