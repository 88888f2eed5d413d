import type { FlowStep } from '@kerb/domain/signing/guided-flow.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { FlowCard } from '@kerb/web/features/signing/flow.card.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { campaign, campaignServer, fill, renderCards, sessions } from '../../../test/campaign-server.tsx';
import { problemResponse, signedIn, tooEarly, usePage } from '../../../test/harness.tsx';
import { aFlow, aSignatory, terms, type WireFlow } from '../../../test/signing.ts';

beforeAll(() =>
  Promise.all([
    import('@kerb/web/features/signing/flow-panel.tsx'),
    import('@kerb/web/features/signing/authorise.dialog.tsx'),
  ]),
);
beforeEach(() => {
  usePage();
  localStorage.clear();
});

const applying: FlowStep[] = ['review-property', 'review-campaign', 'choose-option', 'payer-details', 'agree-terms'];
const paying: FlowStep[] = [...applying.filter((name) => name !== 'choose-option'), 'pay'];
const findButton = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const signing: FlowStep[] = ['review-agreement', 'review-terms', 'sign'];
const flowPath = '/v1/agreements/10231/flow';
type Handlers = Parameters<typeof signedIn>[0];

async function show(
  flow: WireFlow,
  more: Handlers = {},
  status: AgreementStatus = 'waiting-invite',
  statusReason: string | null = null,
) {
  const state = { flow };
  const server = campaignServer(campaign({ status, financeOptionCode: 'pl', statusReason }));
  const calls = await signedIn({
    ...server.handlers,
    [`GET ${flowPath}`]: () => state.flow,
    [`PUT ${flowPath}`]: ({ body }) => {
      state.flow = { ...state.flow, ...(body as object), lastUpdateDate: '2026-11-05T00:00:00.000Z' };
      return state.flow;
    },
    'GET /v1/agreements/10231/finance-terms': () => terms(),
    ...more,
  });
  renderCards((record) => <FlowCard record={record} />, sessions.vendor);
  return { calls, state };
}

const bodiesOf = (calls: Awaited<ReturnType<typeof show>>['calls'], method: string, path: string) =>
  calls.filter((call) => call.method === method && call.path === path).map(({ body }) => body);

describe('a payer’s guided flow', () => {
  it('starts with the first question, and continues once it is answered', async () => {
    const { calls, state } = await show(aFlow(applying, 'review-property'));
    expect(await screen.findByRole('heading', { name: 'Review property' })).toBeTruthy();
    state.flow = aFlow(applying, 'review-campaign');
    await userEvent.click(screen.getByRole('button', { name: /continue$/i }));
    const next = await screen.findByRole('heading', { name: 'Review campaign' });
    expect(document.activeElement).toBe(next);
    expect(bodiesOf(calls, 'PUT', flowPath)).toEqual([{ reviewed: ['review-property'] }]);
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByRole('heading', { name: 'Review property' })).toBeTruthy();
  });

  describe('of a payer who pays upfront', () => {
    it('asks whether the details are theirs, without a code', async () => {
      const { calls } = await show(aFlow(paying, 'payer-details'));
      expect(await screen.findByText('vera@example.com')).toBeTruthy();
      expect(screen.getByText('Vera Vendor')).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Send code' })).toBeNull();
      expect(screen.queryByLabelText(/Date of Birth/)).toBeNull();
      await userEvent.click(screen.getByRole('button', { name: 'Yes, this is me' }));
      const reviewed = ['review-property', 'review-campaign', 'payer-details'];
      await waitFor(() => expect(bodiesOf(calls, 'PUT', flowPath)).toEqual([{ reviewed }]));
    });

    it('lets them correct their name and home, and says who changes the e-mail address', async () => {
      const { calls } = await show(aFlow(paying, 'payer-details'), { 'PUT /v1/signatories/501': () => aSignatory() });
      await userEvent.click(await screen.findByRole('button', { name: 'Something is not right' }));
      fill(screen.getByLabelText(/First Name/), 'Verona');
      expect(screen.getByText(/please tell Harbour Estate before you pay/)).toBeTruthy();
      expect(screen.queryByLabelText(/Date of Birth/i)).toBeNull();
      await userEvent.click(screen.getByLabelText('My residential address is different from the property'));
      fill(screen.getByLabelText(/Suburb/), 'Yass');
      await userEvent.click(screen.getByRole('button', { name: 'Save' }));
      expect((await screen.findAllByText('This is required.')).length).toBeGreaterThan(0);
      await userEvent.click(screen.getByLabelText('My residential address is different from the property'));
      await userEvent.click(screen.getByRole('button', { name: 'Save' }));
      expect(await screen.findByRole('button', { name: 'Yes, this is me' })).toBeTruthy();
      expect(bodiesOf(calls, 'PUT', '/v1/signatories/501')).toMatchObject([{ firstName: 'Verona', city: null }]);
    });

    it('lets them change the mobile after a code to the mailbox, and keeps what was typed', async () => {
      const unconfirmed = { mobilePhoneConfirmationDate: null, emailAddressConfirmationDate: null };
      const before = aSignatory({ ...unconfirmed, readOnlyFields: ['emailAddress', 'mobilePhone'] });
      const sent = { ...before, emailAddressConfirmationCodeSent: new Date().toISOString() };
      const confirmed = { ...sent, emailAddressConfirmationDate: '2026-11-15T00:00:00.000Z' };
      const after = { ...confirmed, readOnlyFields: ['emailAddress'] };
      const shown = await show(aFlow(paying, 'payer-details', { signatory: before }), {
        'POST /v1/signatories/501/verify-contact': ({ body }) => {
          const next = (body as { code?: string }).code ? after : sent;
          shown.state.flow = aFlow(paying, 'payer-details', { signatory: next });
          return next;
        },
        'PUT /v1/signatories/501': ({ body }) => ({ ...after, ...(body as object) }),
      });
      const { calls } = shown;
      await userEvent.click(await screen.findByRole('button', { name: 'Something is not right' }));
      fill(screen.getByLabelText(/First Name/), 'Verona');
      await userEvent.click(screen.getByRole('button', { name: 'Change my mobile' }));
      await userEvent.click(await screen.findByRole('button', { name: 'Send code' }));
      fill(await screen.findByLabelText('Code'), 'abc 234');
      await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
      expect((await screen.findByLabelText<HTMLInputElement>(/First Name/)).value).toBe('Verona');
      fill(screen.getByLabelText(/Mobile/), '0412 999 888');
      await userEvent.click(screen.getByRole('button', { name: 'Save' }));
      expect(await screen.findByText('Now please confirm your new mobile.')).toBeTruthy();
      expect(bodiesOf(calls, 'PUT', '/v1/signatories/501')).toMatchObject([{ firstName: 'Verona' }]);
      await userEvent.click(screen.getByRole('button', { name: 'Do this later' }));
      expect(await screen.findByRole('button', { name: 'Yes, this is me' })).toBeTruthy();
    });

    it('asks for the terms before the payment', async () => {
      const { calls } = await show(aFlow(paying, 'agree-terms'), {
        'POST /v1/agreements/10231/submit-application': () => aFlow(paying, 'pay'),
      });
      for (const box of await screen.findAllByRole('checkbox')) await userEvent.click(box);
      await userEvent.click(screen.getByRole('button', { name: 'Agree and continue' }));
      const submitted = '/v1/agreements/10231/submit-application';
      await waitFor(() => expect(bodiesOf(calls, 'POST', submitted)).toEqual([{ termsVersion: 'pl-au-2' }]));
    });
  });

  it("says whom it waits for once the payer's own part is done", async () => {
    await show(aFlow(applying, null, { waitingFor: ['Victor Vendor', 'Bo Field'] }));
    const words = "Thanks Vera! Now we're just waiting for Victor Vendor and Bo Field.";
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('falls back to the steps that all payers share if it cannot be loaded', async () => {
    const unread = { [`GET ${flowPath}`]: () => problemResponse(404, {}) };
    await show(aFlow(signing, 'review-agreement'), unread, 'approved');
    const steps = within(await screen.findByRole('list', { name: 'Your next steps' })).getAllByRole('listitem');
    expect(steps.map((step) => step.textContent)).toEqual([
      '1Review payment details and agreements (now)',
      '2Review terms (to come)',
      '3Sign and submit (to come)',
    ]);
  });
});

describe('a payer’s details', () => {
  const details = (changed: Partial<WireFlow> = {}) => aFlow(applying, 'payer-details', changed);

  it('are checked before they are sent', async () => {
    const { calls } = await show(details());
    await userEvent.click(await screen.findByRole('button', { name: 'Save and continue' }));
    expect(await screen.findAllByText('This is required.')).toHaveLength(2);
    fill(screen.getByLabelText(/Date of Birth/), '2020-01-31');
    expect(await screen.findByText('The date of birth must be between 17 and 120 years ago.')).toBeTruthy();
    expect((screen.getByLabelText(/^Email/) as HTMLInputElement).readOnly).toBe(true);
    expect((screen.getByLabelText(/^Mobile/) as HTMLInputElement).readOnly).toBe(true);
    expect(bodiesOf(calls, 'PUT', '/v1/signatories/501')).toEqual([]);
  });

  it('are saved without an address if the home is the property, and the flow continues', async () => {
    const ownDetails = { dateOfBirth: '1980-01-31', employmentType: 'full' } as const;
    const { calls } = await show(details(), { 'PUT /v1/signatories/501': () => aSignatory(ownDetails) });
    fill(await screen.findByLabelText(/Date of Birth/), '1980-01-31');
    fill(screen.getByLabelText(/Employment/), 'full');
    await userEvent.click(screen.getByRole('button', { name: 'Save and continue' }));
    await waitFor(() => expect(bodiesOf(calls, 'PUT', flowPath)).toContainEqual({ answers: {} }));
    expect(bodiesOf(calls, 'PUT', '/v1/signatories/501')).toEqual([
      expect.objectContaining({ ...ownDetails, residentialAddress: null, city: null, state: null, postalCode: null }),
    ]);
  });

  it('of Pay Later include the mortgage, with “I am not sure”', async () => {
    const saved = aSignatory({ dateOfBirth: '1980-01-31', employmentType: 'full' });
    const { calls } = await show(details({ signatory: saved }), { 'PUT /v1/signatories/501': () => saved });
    await userEvent.click(await screen.findByRole('button', { name: 'Save and continue' }));
    const question = await screen.findByRole('radiogroup', { name: /How much of the property’s value/ });
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('This is required.')).toBeTruthy();
    await userEvent.click(within(question).getByRole('radio', { name: 'I am not sure' }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    const reviewed = ['review-property', 'review-campaign', 'choose-option', 'payer-details'];
    await waitFor(() => expect(bodiesOf(calls, 'PUT', flowPath).at(-1)).toEqual({ reviewed }));
    expect(bodiesOf(calls, 'PUT', flowPath)).toContainEqual({ mortgage: 'unsure' });
  });

  it('are restored as typed, on any device', async () => {
    await show(details({ answers: { dateOfBirth: '1980-01-31', livesElsewhere: true, city: 'Yass' } }));
    expect(((await screen.findByLabelText(/Date of Birth/)) as HTMLInputElement).value).toBe('1980-01-31');
    expect((screen.getByLabelText(/Suburb/) as HTMLInputElement).value).toBe('Yass');
  });

  it('stay while the server is away, a date of birth only in the page, and are sent later', async () => {
    let isReachable = false;
    const { calls } = await show(details(), {
      [`PUT ${flowPath}`]: ({ body }) =>
        isReachable ? { ...details(), ...(body as object) } : problemResponse(503, { displayText: 'Away.' }),
    });
    fill(await screen.findByLabelText(/Middle Names/), 'Maria');
    fill(await screen.findByLabelText(/Date of Birth/), '1958-04-02');
    expect(await screen.findByText(/We cannot be reached just now/)).toBeTruthy();
    expect(localStorage.getItem('kerb.typed.501')).toMatch(/^(?!.*1958).*Maria/);
    isReachable = true;
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(localStorage.getItem('kerb.typed.501')).toBeNull());
    const answers = { middleNames: 'Maria', dateOfBirth: '1958-04-02' };
    expect(bodiesOf(calls, 'PUT', flowPath).at(-1)).toMatchObject({ answers });
  });

  it('need one code, to the mobile if there is one', async () => {
    const nothing = { mobilePhoneConfirmationDate: null, applicationCodeDate: null };
    const { calls } = await show(details({ signatory: aSignatory(nothing) }), {
      'POST /v1/signatories/501/verify-contact': () => aSignatory(nothing),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Send code' }));
    const path = '/v1/signatories/501/verify-contact';
    await waitFor(() => expect(bodiesOf(calls, 'POST', path)).toEqual([{ contactMethod: 'phone' }]));
    await userEvent.click(screen.getByRole('button', { name: 'Use my email address instead' }));
    expect(await screen.findByText(/confirm that this email address is yours/)).toBeTruthy();
  });

  it('need a code although staff have confirmed the email address and the mobile', async () => {
    const byStaff = { applicationCodeDate: null, mobilePhoneConfirmedByPayer: false };
    await show(details({ signatory: aSignatory(byStaff) }));
    expect(await screen.findByText(/confirm that this mobile is yours/)).toBeTruthy();
  });

  it('ask for no second code once one contact is confirmed', async () => {
    await show(details({ signatory: aSignatory({ mobilePhoneConfirmationDate: null }) }));
    expect(await screen.findByRole('form', { name: 'Your details' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send code' })).toBeNull();
  });

  it('start with the email address, confirmed by a code that ignores case', async () => {
    const noMobile = { mobilePhone: null, mobilePhoneConfirmationDate: null };
    const unconfirmed = aSignatory({ ...noMobile, applicationCodeDate: null });
    const sent = { ...unconfirmed, emailAddressConfirmationCodeSent: new Date().toISOString() };
    const { calls, state } = await show(details({ signatory: unconfirmed }), {
      'POST /v1/signatories/501/verify-contact': ({ body }) => {
        const { code } = body as { code?: string };
        if (code === 'ABC234') return aSignatory();
        if (code) {
          const message = 'That code is not right, or has expired. Check it, or ask for a new one.';
          return problemResponse(400, { validation: { code: [{ type: 'notValid', message }] } });
        }
        state.flow = details({ signatory: sent });
        return sent;
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Send code' }));
    const field = await screen.findByLabelText('Code');
    expect([field.getAttribute('autocomplete'), field.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric']);
    fill(field, 'xyz-999');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(/That code is not right, or has expired/)).toBeTruthy();
    fill(field, 'abc 234');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByRole('form', { name: 'Your details' })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Provide payer details' }));
    expect(bodiesOf(calls, 'POST', '/v1/signatories/501/verify-contact')).toEqual([
      { contactMethod: 'email' },
      { contactMethod: 'email', code: 'XYZ999' },
      { contactMethod: 'email', code: 'ABC234' },
    ]);
  });
});

describe('a code', () => {
  const verify = 'POST /v1/signatories/501/verify-contact';
  const sentAt = (minutesAgo: number) =>
    aSignatory({
      mobilePhone: null,
      mobilePhoneConfirmationDate: null,
      applicationCodeDate: null,
      emailAddressConfirmationDate: null,
      emailAddressConfirmationCodeSent: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    });

  it('that is ten minutes old has expired, and a new one can be requested', async () => {
    await show(aFlow(applying, 'payer-details', { signatory: sentAt(11) }));
    const words = 'The code that we sent to vera@example.com has expired. Ask for a new one.';
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByLabelText('Code')).toBeNull();
    expect((screen.getByRole('button', { name: 'Send another code' }) as HTMLButtonElement).disabled).toBe(false);
  });

  it('has a rate limit, which says when the next one can be requested', async () => {
    await show(aFlow(applying, 'payer-details', { signatory: sentAt(1) }), { [verify]: tooEarly });
    await userEvent.click(await screen.findByRole('button', { name: 'Send another code' }));
    expect(await screen.findByText(/You can ask for another one in 8:3[0-2]\./)).toBeTruthy();
    expect((screen.getByRole('button', { name: 'Send another code' }) as HTMLButtonElement).disabled).toBe(true);
    expect(screen.getByLabelText('Code')).toBeTruthy();
  });

  it.each(['application', 'correction'])('of an %s guessed too often is neither taken nor sent', async (where) => {
    const signatory = { ...sentAt(1), readOnlyFields: ['emailAddress', 'mobilePhone'] };
    await show(aFlow(where === 'correction' ? paying : applying, 'payer-details', { signatory }), {
      [verify]: tooEarly,
    });
    const change = where === 'correction' ? ['Something is not right', 'Change my mobile'] : [];
    for (const name of change) await userEvent.click(await findButton(name));
    fill(await screen.findByLabelText('Code'), '123456');
    await userEvent.click(await findButton('Confirm'));
    expect(await screen.findByText(/entered too many wrong codes. You can try again in 8:3[0-2]\./)).toBeTruthy();
    for (const name of ['Confirm', 'Send another code']) expect((await findButton(name)).disabled).toBe(true);
  });

  it('for signing shows the same, inside its dialog', async () => {
    let times = 0;
    await show(
      aFlow(signing, 'sign', { answers: { 'terms-read': 'pl-au-2' } }),
      {
        'POST /v1/signatories/501/request-signature': () => {
          times += 1;
          return times === 1 ? { authorisationMethod: 'sms', sentTo: '5678' } : tooEarly();
        },
      },
      'approved',
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Sign and submit' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Send another code' }));
    expect(await dialog.findByText(/You can ask for another one in 8:3[0-2]\./)).toBeTruthy();
    expect((dialog.getByRole('button', { name: 'Send another code' }) as HTMLButtonElement).disabled).toBe(true);
  });
});

describe('a new option after submitting', () => {
  it('asks for its own terms, and submits with them', async () => {
    const submitted = 'POST /v1/agreements/10231/submit-application';
    const { calls } = await show(
      aFlow(applying, 'agree-terms', { waitingFor: ['Victor Vendor'] }),
      {
        'GET /v1/agreements/10231/finance-terms': () => terms('pos-1'),
        [submitted]: () => aFlow([], null, { waitingFor: ['Victor Vendor'] }),
      },
      'waiting-approval',
    );
    expect(await screen.findByRole('heading', { name: 'Agree to terms' })).toBeTruthy();
    for (const box of await screen.findAllByRole('checkbox')) await userEvent.click(box);
    await userEvent.click(screen.getByRole('button', { name: 'Submit application' }));
    await waitFor(() =>
      expect(bodiesOf(calls, 'POST', '/v1/agreements/10231/submit-application')).toEqual([{ termsVersion: 'pos-1' }]),
    );
  });
});

describe('signing', () => {
  it('says which agreement was read, and shows the new one if it has changed since', async () => {
    const stale = { type: '/problems/agreement-changed', displayText: 'The agreement has changed since you read it.' };
    const flow = aFlow(['review-agreement', 'sign'], 'review-agreement', { documentKey: 'abc' });
    const { calls } = await show(flow, { [`PUT ${flowPath}`]: () => problemResponse(409, stale) }, 'approved');
    const reads = () => calls.filter(({ method, path }) => method === 'GET' && path === flowPath).length;
    await userEvent.click(await screen.findByRole('button', { name: 'I have read it, continue' }));
    expect(await screen.findByText('The agreement has changed since you read it.')).toBeTruthy();
    const sent = { reviewed: ['review-agreement'], documentKey: 'abc' };
    expect(bodiesOf(calls, 'PUT', flowPath)).toEqual([sent]);
    await waitFor(() => expect(reads()).toBe(2));
  });

  const request = 'POST /v1/signatories/501/request-signature';
  const sign = 'POST /v1/agreements/10231/sign';
  const asked = { authorisationMethod: 'sms', sentTo: '5678' };
  const answer = { signatory: aSignatory(), status: 'signed', waitingFor: [] };
  const ready = (changed: Partial<WireFlow> = {}) =>
    aFlow(signing, 'sign', { answers: { 'terms-read': 'pl-au-2' }, ...changed });

  async function enter(code: string) {
    await userEvent.click(await screen.findByRole('button', { name: 'Sign and submit' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/your mobile ending in 5678/)).toBeTruthy();
    fill(within(dialog).getByLabelText('Authorisation code'), code);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sign' }));
  }

  it('uses the terms that were agreed to when applying, without asking again', async () => {
    const agreed = aFlow(['review-agreement', 'sign'], 'sign', { agreedTermsVersion: 'pl-au-2' });
    const { calls } = await show(agreed, { [request]: () => asked, [sign]: () => answer }, 'approved');
    await enter('abc234');
    await waitFor(() => expect(bodiesOf(calls, 'POST', '/v1/agreements/10231/sign')).toHaveLength(1));
    expect(bodiesOf(calls, 'POST', '/v1/agreements/10231/sign')[0]).toMatchObject({ termsVersion: 'pl-au-2' });
  });

  it('asks to read terms that have changed since', async () => {
    const agreed = aFlow(['review-agreement', 'sign'], 'sign', { agreedTermsVersion: 'pl-au-0' });
    await show(agreed, {}, 'approved');
    expect(
      await screen.findByText('The terms have changed since you opened them. Please read them again.'),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Sign and submit' })).toBeNull();
  });

  it('requires every criterion before it continues, and records the version that was read', async () => {
    const { calls } = await show(aFlow(signing, 'review-terms'), {}, 'approved');
    const goOn = (await screen.findByRole('button', { name: 'I agree, continue' })) as HTMLButtonElement;
    const boxes = screen.getAllByRole('checkbox');
    expect(boxes.map((box) => (box as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
      'I have read & understood it.',
      'I agree to sign electronically.',
    ]);
    await userEvent.click(boxes[0]!);
    expect(goOn.disabled).toBe(true);
    await userEvent.click(boxes[1]!);
    await userEvent.click(goOn);
    await waitFor(() => expect(bodiesOf(calls, 'PUT', flowPath)[0]).toEqual({ answers: { 'terms-read': 'pl-au-2' } }));
  });

  it('sends one signature with one key, also when it is retried', async () => {
    let times = 0;
    const { calls } = await show(
      ready(),
      {
        [request]: () => asked,
        [sign]: () => {
          times += 1;
          return times === 1 ? problemResponse(503, { displayText: 'Away.' }) : answer;
        },
      },
      'approved',
    );
    await enter('abc234');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = calls.filter(({ path }) => path.endsWith('/sign'));
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    expect(sent).toHaveLength(2);
    expect(sent[0]?.headers.get('x-geolocation')).toBe('not supported');
    expect(sent[0]?.body).toEqual({
      termsVersion: 'pl-au-2',
      signatoryId: 501,
      authorisationMethod: 'sms',
      authorisationCode: 'ABC234',
    });
  });

  it('returns to the terms if they have changed', async () => {
    const displayText = 'The terms have changed since you opened them. Please read them again.';
    const stale = () => problemResponse(409, { type: '/problems/terms-stale', displayText });
    await show(ready(), { [request]: () => asked, [sign]: stale }, 'approved');
    await enter('ABC234');
    expect(await screen.findByRole('heading', { name: 'Review terms' })).toBeTruthy();
  });

  it('asks the payer to read the terms again if they read another version', async () => {
    await show(ready({ answers: { 'terms-read': 'pl-au-0' } }), {}, 'approved');
    expect(await screen.findByText(/The terms have changed since you opened them/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Read the terms' }));
    expect(await screen.findByRole('heading', { name: 'Review terms' })).toBeTruthy();
  });
});

describe("the browser's location", () => {
  it('times out after five seconds, and may be refused', async () => {
    const { readLocation } = await import('@kerb/web/features/signing/geolocation.ts');
    const getCurrentPosition = vi.fn();
    vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } });
    vi.useFakeTimers();
    const silent = readLocation();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await silent).toBe('timed out');
    getCurrentPosition.mockImplementation((_found, refused) => refused({ code: 1 }));
    expect(await readLocation()).toBe('refused');
    getCurrentPosition.mockImplementation((found) => found({ coords: { latitude: -33.8688, longitude: 151.2093 } }));
    expect(await readLocation()).toBe('-33.86880,151.20930');
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
});

describe('a request for more information', () => {
  it('is shown in the step that answers it, in the words of the request', async () => {
    await show(aFlow(['documents'], 'documents'), {}, 'waiting-info', 'A payslip of this year, please.');
    expect(await screen.findByText('We have asked you: A payslip of this year, please.')).toBeTruthy();
    expect(screen.getByText(/driver licence or passport/)).toBeTruthy();
  });
  it('is still shown to the second payer after the first has answered', async () => {
    await show(aFlow(['documents'], 'documents', { waitingFor: [] }), {}, 'waiting-info', 'Your ID, please.');
    expect(await screen.findByRole('button', { name: 'Submit' })).toBeTruthy();
    expect(screen.queryByText(/we're just waiting for/)).toBeNull();
  });

  it('names the payers who have not answered to the one who has', async () => {
    const answered = aFlow(['documents'], null, { waitingFor: ['Victor Vendor'] });
    await show(answered, {}, 'waiting-info', 'Your ID, please.');
    expect(await screen.findByText("Thanks Vera! Now we're just waiting for Victor Vendor.")).toBeTruthy();
  });

  it('leads a payer who has not agreed to the terms from the documents to the terms', async () => {
    const { calls } = await show(aFlow(['documents', 'agree-terms'], 'documents'), {}, 'waiting-info');
    await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(bodiesOf(calls, 'PUT', flowPath)).toEqual([{ reviewed: ['documents'] }]));
    expect(bodiesOf(calls, 'POST', '/v1/agreements/10231/submit-application')).toEqual([]);
  });
});
