import { currentQuestion } from '@kerb/web/design/confirm.ts';
import { OwnWebsiteCard } from '@kerb/web/features/embedding/own-website.card.tsx';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { problemResponse, renderPart, signedIn, usePage } from '../../../test/harness.tsx';
import { versioned } from '../../../test/organisations.ts';

const script = { src: 'https://kerb.example/embed/kerb-embed-1.js', integrity: 'sha384-abc' };
const key = 'k'.repeat(43);
const site = 'https://www.example.com';

beforeEach(() => usePage({ sandbox: true }));

type Handlers = Parameters<typeof signedIn>[0];
async function show(first: object = { isOn: false, origins: [], key: null }, more: Handlers = {}) {
  let saved: object = { ...first, script };
  const calls = await signedIn({
    'GET /v1/tenants/7/embedding': () => versioned(saved, 1),
    'PUT /v1/tenants/7/embedding': ({ body }) => {
      saved = { ...(body as object), key, script };
      return versioned(saved, 2);
    },
    'POST /v1/tenants/7/embedding/key': () => versioned({ ...saved, key: 'n'.repeat(43) }, 3),
    ...more,
  });
  renderPart(<OwnWebsiteCard tenantId={7} />);
  return { calls, user: userEvent.setup() };
}
const websites = () => screen.findByRole('textbox', { name: 'Websites' });

describe('the card of an organisation’s own website', () => {
  it('turns it on, and then shows what to copy and a preview', async () => {
    const { user, calls } = await show();
    expect(screen.queryByTitle('Preview of the calculator')).toBeNull();
    await user.click(await screen.findByRole('switch', { name: 'Show it on our website' }));
    await user.type(await websites(), `${site}\n\nhttp://localhost:5173`);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const preview = await screen.findByTitle('Preview of the calculator');
    expect(preview.getAttribute('src')).toBe(`/embed/calculator/${key}`);
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      isOn: true,
      origins: [site, 'http://localhost:5173'],
    });
    screen.getByText(/data-kerb="calculator"/);
    screen.getByText(/sha384-abc/);
  });

  it('says under the field which website is wrong, before anything is sent', async () => {
    const { user, calls } = await show();
    await user.type(await websites(), `${site}\nhttp://www.example.com`);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await websites()).getAttribute('aria-invalid')).toBe('true');
    screen.getByText('http://www.example.com: A website needs https: its address begins with https://.');
    expect(calls.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  it('refuses localhost outside a sandbox', async () => {
    usePage();
    const { user, calls } = await show();
    await user.type(await websites(), 'http://localhost:5173');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/It can be used in a sandbox only/);
    expect(calls.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  it('keeps what was typed if somebody else was faster', async () => {
    const conflict = () => problemResponse(412, { type: '/problems/precondition-failed' });
    const { user } = await show({ isOn: true, origins: [site], key }, { 'PUT /v1/tenants/7/embedding': conflict });
    await user.clear(await websites());
    await user.type(await websites(), 'https://new.example');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Someone else has changed this since you opened it.');
    expect((await websites()) as HTMLTextAreaElement).toHaveProperty('value', 'https://new.example');
  });

  it('replaces the key only after a question', async () => {
    const { user, calls } = await show({ isOn: true, origins: [site], key });
    const sent = () => calls.filter(({ method }) => method === 'POST').length;
    await user.click(await screen.findByRole('button', { name: 'Replace the Key' }));
    await waitFor(() => expect(currentQuestion.get()?.title).toBe('Replace the key?'));
    expect(sent()).toBe(0);
    currentQuestion.get()?.answer(true);
    await waitFor(() => expect(sent()).toBe(1));
  });
});
