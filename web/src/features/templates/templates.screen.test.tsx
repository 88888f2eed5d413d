import { defaultTemplate, payerMessageKinds } from '@kerb/domain/notifications/payer-templates.ts';
import { templateRules } from '@kerb/domain/notifications/template-rules.ts';
import type { templateEndpoints } from '@kerb/domain/notifications/templates.contract.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { problemResponse, renderApp, signedIn, usePage } from '../../../test/harness.tsx';

type WireList = z.input<typeof templateEndpoints.list.response>;
type WireTemplate = WireList['items'][number];

const path = '/v1/message-templates';
const shipped = (kind: WireTemplate['kind']): WireTemplate['current'] => ({
  id: null,
  date: null,
  userName: null,
  isDefault: true,
  ...defaultTemplate(kind),
});
const view = (kind: WireTemplate['kind'], current = shipped(kind)): WireTemplate => ({
  kind,
  href: `${path}/${kind}`,
  label: templateRules[kind].label,
  current,
});
const own: WireTemplate['current'] = {
  ...shipped('payment-link'),
  id: 7,
  date: '2026-11-10T02:00:00.000Z',
  userName: 'Ada Second',
  isDefault: false,
  subject: 'Our own words',
};

async function show(answers: Parameters<typeof signedIn>[0] = {}, first = shipped('payment-link')) {
  const items = payerMessageKinds.map((kind) => view(kind, kind === 'payment-link' ? first : undefined));
  const calls = await signedIn({
    [`GET ${path}`]: () => ({ items }),
    [`GET ${path}/payment-link/versions`]: () => ({
      items: first.id === null ? [first] : [first, shipped('payment-link')],
    }),
    [`GET ${path}/ready-to-sign/versions`]: () => ({ items: [shipped('ready-to-sign')] }),
    [`POST ${path}/payment-link`]: () => view('payment-link', own),
    [`POST ${path}/payment-link/restore`]: () => view('payment-link'),
    ...answers,
  });
  renderApp('/admin/messages');
  await screen.findByRole('form', { name: 'Template: Payment URL' });
  return { calls, user: userEvent.setup() };
}
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const preview = () => within(screen.getByRole('region', { name: 'Preview' }));

beforeEach(() => usePage());

describe('the messages to payers', () => {
  it('show each message with its variables and a preview with invented names', async () => {
    const { user } = await show();
    expect(preview().getByText(/Eli Trialwood at Harbourlight Realty has sent you/)).toBeTruthy();
    expect(preview().getByText('The text message has 2 parts.')).toBeTruthy();
    expect(screen.getByText('The budget. Must stay.')).toBeTruthy();
    await user.selectOptions(screen.getByLabelText('Message'), 'ready-to-sign');
    expect(await screen.findByRole('form', { name: 'Template: Ready to sign' })).toBeTruthy();
    expect(screen.queryByLabelText(/^Text message/)).toBeNull();
  });

  it('follow what is typed, say why there is no preview, and name hard sentences', async () => {
    await show();
    type(/^Subject/, 'Hello {mortgage}');
    expect(preview().getByText(/This message has no variable \{mortgage\}\./)).toBeTruthy();
    type(/^Subject/, 'The costs for {address}');
    expect(preview().getByText('The costs for 12 Wattle Street, Yass')).toBeTruthy();
    const hard = 'Notwithstanding the aforementioned obligations, the borrower irrevocably acknowledges liability.';
    type(/^Email/, `${defaultTemplate('payment-link').body}\n\n${hard}`);
    expect(preview().getByText('Hard to read')).toBeTruthy();
    expect(preview().getAllByText(hard).length).toBeGreaterThan(0);
  });

  it('are saved as a new version of the one that was read', async () => {
    const { calls, user } = await show();
    type(/^Subject/, 'The costs for {address}');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true));
    const { body, sms } = defaultTemplate('payment-link');
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      subject: 'The costs for {address}',
      body,
      sms,
      basedOn: null,
    });
    expect(await screen.findByText('Saved')).toBeTruthy();
  });

  it('show a refusal under its field, and keep what was typed', async () => {
    const message = '{link} must stay in the message.';
    const { user } = await show({
      [`POST ${path}/payment-link`]: () =>
        problemResponse(400, { validation: { body: [{ type: 'notValid', message }] } }),
    });
    type(/^Email/, 'Just pay');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(message)).toBeTruthy();
    const email = screen.getByLabelText<HTMLTextAreaElement>(/^Email/);
    expect([email.value, email.getAttribute('aria-invalid')]).toEqual(['Just pay', 'true']);
  });

  it('keep what was typed if another admin was faster, and can then be saved on top', async () => {
    let isFirst = true;
    const { calls, user } = await show({
      [`GET ${path}/payment-link/versions`]: () => ({ items: [own, shipped('payment-link')] }),
      [`POST ${path}/payment-link`]: () => {
        if (!isFirst) return view('payment-link', { ...own, id: 8 });
        isFirst = false;
        return problemResponse(409, { type: '/problems/conflict' });
      },
    });
    type(/^Subject/, 'The costs for {address}');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Keep what I typed' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(2));
    expect(calls.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
      subject: 'The costs for {address}',
      basedOn: 7,
    });
  });

  it('have their versions, and an earlier one is restored after a question', async () => {
    const { calls, user } = await show({}, own);
    const versions = within(await screen.findByRole('list', { name: 'Versions' }));
    expect(versions.getByText(/Ada Second/)).toBeTruthy();
    await user.click(versions.getByRole('button', { name: /^Restore The text that we ship/ }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Restore' }));
    await waitFor(() =>
      expect(calls.find(({ path: asked }) => asked.endsWith('/restore'))?.body).toEqual({ version: null, basedOn: 7 }),
    );
  });
});
