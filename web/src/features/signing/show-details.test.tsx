import type { FlowStep } from '@kerb/domain/signing/guided-flow.ts';
import { FlowCard } from '@kerb/web/features/signing/flow.card.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { campaign, campaignServer, fill, renderCards, sessions } from '../../../test/campaign-server.tsx';
import { problemResponse, renderApp, signedIn, usePage } from '../../../test/harness.tsx';
import { aFlow, aSignatory, type WireFlow, type WireSignatory } from '../../../test/signing.ts';

beforeAll(() => import('@kerb/web/features/signing/flow-panel.tsx'));
beforeEach(() => {
  usePage();
  localStorage.clear();
});

const applying: FlowStep[] = ['review-property', 'review-campaign', 'choose-option', 'payer-details', 'documents'];
const paying: FlowStep[] = ['review-property', 'review-campaign', 'payer-details', 'agree-terms', 'pay'];
const flowPath = '/v1/agreements/10231/flow';
const unlockPath = '/v1/signatories/501/unlock';
const sealed = {
  dateOfBirth: '1958-04-02',
  employmentType: 'retired',
  residentialAddress: '1 Elm St',
  city: 'Yass',
  state: 'NSW',
  postalCode: '2582',
} as const;
const names = Object.keys(sealed);
const nothing = Object.fromEntries(names.map((name) => [name, null]));
const fixed = ['emailAddress', 'mobilePhone', 'amlCheckCompleted'];
const shown = aSignatory({ ...sealed });
const locked = aSignatory({
  ...nothing,
  isLocked: true,
  maskedFields: names,
  readOnlyFields: [...fixed, ...names],
});

type Opening = { steps?: FlowStep[] /** As the payer is shown once the code was right. */; after?: WireSignatory };

/** A payer who came by a link, and whose code is 123456. */
async function open(
  signatory: WireSignatory,
  step: FlowStep = 'payer-details',
  { steps = applying, after = shown, ...more }: Partial<Omit<WireFlow, 'steps'>> & Opening = {},
) {
  const state = { flow: aFlow(steps, step, { signatory, ...more }) };
  const { handlers } = campaignServer(campaign({ status: 'waiting-invite', financeOptionCode: 'pl' }));
  const calls = await signedIn({
    ...handlers,
    [`GET ${flowPath}`]: () => state.flow,
    [`PUT ${flowPath}`]: ({ body }) => {
      state.flow = { ...state.flow, ...(body as object) };
      return state.flow;
    },
    [`POST ${unlockPath}`]: ({ body }) => {
      const { code } = body as { code?: string };
      if (code === undefined) return signatory;
      if (code !== '123456') {
        const message = 'That code is not right, or has expired.';
        return problemResponse(400, { validation: { code: [{ type: 'notValid', message }] } });
      }
      state.flow = { ...state.flow, signatory: after };
      return after;
    },
    'PUT /v1/signatories/501': () => signatory,
  });
  renderCards((record) => <FlowCard record={record} />, sessions.vendor);
  return { calls, state };
}

const enter = async (code: string) => {
  fill(await screen.findByLabelText('Code'), code);
  const form = screen.getByRole('form', { name: 'Show my details' });
  await userEvent.click(within(form).getByRole('button', { name: 'Show my details' }));
};

describe('the hidden details of a payer', () => {
  it('are dots until the code is right, and then the payer’s own', async () => {
    await open(locked);
    const born = await screen.findByLabelText<HTMLInputElement>('Date of Birth');
    expect([born.value, born.readOnly]).toEqual(['••••••', true]);
    expect(screen.getAllByText('Hidden until you enter a code')).toHaveLength(3);
    expect(screen.getByText(/we send a code to \+61412345678/)).toBeTruthy();

    await userEvent.click(screen.getByRole('button', { name: 'Show my details' }));
    expect(await screen.findByText(/We have sent a code to \+61412345678/)).toBeTruthy();
    await enter('999999');
    expect(await screen.findByText('That code is not right, or has expired.')).toBeTruthy();
    await enter('123456');
    expect(await screen.findByDisplayValue('1 Elm St')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/Date of Birth/).value).not.toBe('••••••');
    expect(screen.queryByRole('button', { name: 'Show my details' })).toBeNull();
  });

  it('need not be shown: the payer can continue, and they are not sent', async () => {
    const { calls } = await open(locked);
    fill(await screen.findByLabelText(/Middle Names/), 'May');
    await userEvent.click(screen.getByRole('button', { name: 'Save and continue' }));
    const saved = () => calls.filter(({ method, path }) => method === 'PUT' && path === '/v1/signatories/501');
    await waitFor(() => expect(saved()).toHaveLength(1));
    expect(saved()[0]!.body).toEqual({ firstName: 'Vera', middleNames: 'May', surname: 'Vendor' });
  });

  it('can be shown where only something typed is hidden', async () => {
    await open(aSignatory({ isLocked: true, maskedFields: [] }), 'payer-details', { hiddenAnswers: ['dateOfBirth'] });
    expect(await screen.findByRole('button', { name: 'Show my details' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/Date of Birth/).readOnly).toBe(false);
  });

  it('are not mentioned to a payer who has none, nor after a code', async () => {
    await open(aSignatory({ isLocked: true }));
    expect(await screen.findByLabelText(/Date of Birth/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show my details' })).toBeNull();
  });
});

describe('the name of a payer who has applied', () => {
  const person = ['firstName', 'middleNames', 'surname'];
  const born = { dateOfBirth: '1958-04-02', employmentType: 'retired' } as const;
  const applied = { submittedDate: '2026-11-05T00:00:00.000Z' };
  const hidden = Object.keys(born);
  const before = aSignatory({
    ...applied,
    isLocked: true,
    maskedFields: hidden,
    lockedFields: [...person, ...hidden],
    readOnlyFields: [...fixed, ...person, ...hidden],
  });

  it('asks for a code to change it, and does not say that something is hidden', async () => {
    await open(aSignatory({ ...applied, isLocked: true, lockedFields: person, readOnlyFields: [...fixed, ...person] }));
    expect(await screen.findByRole('button', { name: 'Change my details' })).toBeTruthy();
    const words = 'Someone else may have your link. Before you change your details, we send a code to +61412345678.';
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByText(/We hide/)).toBeNull();
  });

  it.each(['application', 'correction'])('is open after a code, and the %s keeps what was typed', async (where) => {
    const steps = where === 'correction' ? paying : applying;
    const { calls } = await open(before, 'payer-details', { steps, after: aSignatory({ ...applied, ...born }) });
    const begin = where === 'correction' ? await screen.findByRole('button', { name: 'Something is not right' }) : null;
    if (begin) await userEvent.click(begin);
    expect((await screen.findByLabelText<HTMLInputElement>(/First Name/)).readOnly).toBe(true);
    expect(screen.getAllByText('To change it, enter a code first.')).toHaveLength(person.length);
    await userEvent.click(screen.getByLabelText('My residential address is different from the property'));
    fill(screen.getByLabelText(/^Residential Address/), '1 Elm St');
    fill(screen.getByLabelText(/Suburb/), 'Yass');
    fill(screen.getByLabelText(/State/), 'NSW');
    fill(screen.getByLabelText(/Postcode/), '2582');
    const kept = () => calls.filter(({ method, path }) => method === 'PUT' && path === flowPath);
    if (where === 'application') await waitFor(() => expect(kept()).toHaveLength(1), { timeout: 3_000 });

    await userEvent.click(screen.getByRole('button', { name: 'Show my details' }));
    await enter('123456');
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/First Name/).readOnly).toBe(false));
    fill(screen.getByLabelText(/First Name/), 'Verona');
    await userEvent.click(screen.getByRole('button', { name: /^Save/ }));
    const saved = () => calls.filter(({ method, path }) => method === 'PUT' && path === '/v1/signatories/501');
    await waitFor(() => expect(saved()).toHaveLength(1));
    const home = { residentialAddress: '1 Elm St', city: 'Yass', state: 'NSW', postalCode: '2582' };
    expect(saved()[0]!.body).toMatchObject({ firstName: 'Verona', surname: 'Vendor', ...born, ...home });
  });
});

describe('what a payer types right after the code that confirms their mailbox', () => {
  it('stays when the page learns that the sign-in is unlocked', async () => {
    const { calls, state } = await open(aSignatory({ isLocked: true }));
    fill(await screen.findByLabelText(/Date of Birth/), '1958-04-02');
    state.flow = aFlow(applying, 'payer-details', { signatory: aSignatory() });
    fill(screen.getByLabelText(/Middle Names/), 'May');
    await waitFor(() => expect(calls.some(({ method, path }) => method === 'PUT' && path === flowPath)).toBe(true));
    expect(screen.getByLabelText<HTMLInputElement>(/Date of Birth/).value).not.toBe('');
  });
});

describe('a campaign whose link a team member opened', () => {
  it('says that the log names them, and what they cannot do', async () => {
    const { handlers } = campaignServer(campaign({ status: 'waiting-invite' }));
    await signedIn(handlers);
    renderApp('/applications/10231', { ...sessions.vendor, openedByName: 'Mia Manager' });
    expect(await screen.findByText('You opened the link of Vera Vendor')).toBeTruthy();
    expect(screen.getByText(/Only Vera Vendor can confirm, agree, pay, sign or cancel/)).toBeTruthy();
    expect(screen.getByText(/The log names Mia Manager/)).toBeTruthy();
  });
});

describe('the first code of a payer', () => {
  it.each([
    ['mobile', 'their mailbox', true, /mobile is yours. You will sign with a code that we send to it/],
    ['mailbox', 'a text message', false, /confirm that this email address is yours/],
  ])('goes to the %s of a payer who comes from %s', async (_to, _from, isProved, words) => {
    await open(aSignatory({ applicationCodeDate: null, hasProvedMailbox: isProved }));
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Do this later' })).toBeNull();
  });
});
