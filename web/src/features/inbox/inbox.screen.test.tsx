import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agent, problemResponse, renderApp, signedIn, usePage, vendor } from '../../../test/harness.tsx';

beforeAll(() =>
  Promise.all([import('@kerb/web/features/inbox/inbox.screen.tsx'), import('@kerb/web/app/needs-watch.tsx')]),
);
beforeEach(() => usePage());

const item = (id: number, changed: object = {}) => ({
  id,
  kind: 'campaign-approved',
  text: 'The campaign has been approved.',
  campaign: { id: 10231, tenantId: 7, name: '12 Wattle St', flowNumber: 'AU10231' },
  createdDate: '2026-11-16T23:00:00.000Z',
  isRead: false,
  ...changed,
});

const stream = (count: number) =>
  new Response(`data: {"unread":${count},"isMore":false}\n\n`, { headers: { 'content-type': 'text/event-stream' } });

function server(items: object[], more: Parameters<typeof signedIn>[0] = {}) {
  return signedIn({
    'GET /v1/notifications': ({ query }) => ({
      items: query.has('unread') ? items.filter((each) => !(each as { isRead: boolean }).isRead) : items,
      isMore: false,
    }),
    'GET /v1/notifications/events': () => stream(items.length),
    'GET /v1/notification-settings': () => ({ emails: 'off' }),
    ...more,
  });
}

describe('the bell', () => {
  it('says how many notifications are unread, and leads to them', async () => {
    await server([item(7), item(8)]);
    renderApp('/notifications', agent);
    const bell = await screen.findByRole('link', { name: 'Notifications, 2 unread' });
    expect(bell.getAttribute('href')).toBe('/notifications');
  });

  it('is not for a payer', async () => {
    const calls = await server([]);
    renderApp('/accounts/account-details', vendor);
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('link', { name: /Notifications/ })).toBeNull();
    expect(calls.filter(({ path }) => path.startsWith('/v1/notif'))).toEqual([]);
  });
});

describe('the notifications', () => {
  it('lead to their campaigns, and a comment to its card', async () => {
    const calls = await server(
      [item(8, { kind: 'mentioned', text: 'Ana Lee mentioned you in a comment.' }), item(7, { isRead: true })],
      { 'PUT /v1/notifications/8': () => undefined },
    );
    renderApp('/notifications', agent);
    const link = await screen.findByRole('link', { name: /^Unread: Ana Lee mentioned you/ });
    expect(link.getAttribute('href')).toBe('/agencies/7/applications/10231#card-comments');
    expect(screen.getByRole('link', { name: /^The campaign has been approved/ }).getAttribute('href')).toBe(
      '/agencies/7/applications/10231',
    );
    await userEvent.click(link);
    const marked = calls.find(({ method, path }) => method === 'PUT' && path === '/v1/notifications/8');
    expect(marked?.body).toEqual({ isRead: true });
  });

  it('are marked one by one, and all up to the newest', async () => {
    const items = [item(8), item(7)];
    const calls = await server(items, {
      'PUT /v1/notifications/7': () => undefined,
      'POST /v1/notifications/mark-read': () => undefined,
    });
    renderApp('/notifications', agent);
    const [, second] = await screen.findAllByRole('button', { name: /^Mark as read: The campaign/ });
    await userEvent.click(second!);
    await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
    const sent = calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);
    expect(sent).toEqual([
      ['PUT', '/v1/notifications/7', { isRead: true }],
      ['POST', '/v1/notifications/mark-read', { upTo: 8 }],
    ]);
  });

  it('show the unread ones alone, and say if there are none', async () => {
    await server([item(7, { isRead: true })]);
    renderApp('/notifications', agent);
    await screen.findByRole('link', { name: /The campaign has been approved/ });
    const all: HTMLButtonElement = screen.getByRole('button', { name: 'Mark all as read' });
    expect(all.disabled).toBe(true);
    await userEvent.click(within(screen.getByRole('group', { name: 'Show' })).getByRole('button', { name: 'Unread' }));
    expect(await screen.findByText('You have read everything.')).toBeTruthy();
  });

  it('say if they cannot be read', async () => {
    await server([], { 'GET /v1/notifications': () => problemResponse(500) });
    renderApp('/notifications', agent);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('are sent by e-mail as the person chooses', async () => {
    const calls = await server([], { 'PUT /v1/notification-settings': ({ body }) => body as object });
    renderApp('/notifications', agent);
    const choice: HTMLSelectElement = await screen.findByRole('combobox', { name: 'E-mails about your notifications' });
    await waitFor(() => expect(choice.disabled).toBe(false));
    await userEvent.selectOptions(choice, 'One e-mail each morning');
    await screen.findByText('Saved');
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ emails: 'daily' });
    expect(choice.value).toBe('daily');
  });
});
