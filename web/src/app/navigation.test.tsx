import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { admin, agent, renderApp, signedIn, usePage, vendor } from '../../test/harness.tsx';

const emptyPage = { items: [], totalItems: 0 };

beforeEach(async () => {
  usePage();
  await signedIn({ 'GET /v1/agreements': () => emptyPage, 'GET /v1/tenants': () => emptyPage });
});

describe('the main navigation', () => {
  it('is rendered as links and buttons, with the current one marked', async () => {
    renderApp('/agencies', agent);
    const navigation = within(await screen.findByRole('navigation', { name: 'Main' }));
    expect(navigation.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Today',
      'Dashboard',
      'Organisations',
      'Developer',
    ]);
    expect(navigation.getAllByRole('button').map((item) => item.textContent)).toEqual(['Support', 'Fee Calculator']);
    expect(navigation.getByRole('link', { current: 'page' }).textContent).toBe('Organisations');
  });
});

describe('the counts beside the navigation', () => {
  it('say how many wait, by the groups of each link', async () => {
    const items = [
      { name: 'toApprove', count: 14, isMore: false },
      { name: 'batches', count: 2, isMore: false },
      { name: 'bankLines', count: 99, isMore: true },
    ];
    await signedIn({ 'GET /v1/agreements': () => emptyPage, 'GET /v1/needs': () => ({ items }) });
    renderApp('/', admin);
    const navigation = within(await screen.findByRole('navigation', { name: 'Main' }));
    expect(await navigation.findByRole('link', { name: /^Today\s*115\+\s*waiting$/ })).toBeTruthy();
    await userEvent.click(navigation.getByRole('button', { name: /^Money\s*101\+\s*waiting$/ }));
    expect(navigation.getByRole('menuitem', { name: /^Batch Payments\s*2\s*waiting$/ })).toBeTruthy();
    expect(navigation.getByRole('menuitem', { name: /^Bank Statements\s*99\+\s*waiting$/ })).toBeTruthy();
  });
});

describe('the user menu', () => {
  it('of an admin has these entries', async () => {
    renderApp('/', admin);
    await userEvent.click(await screen.findByRole('button', { name: 'Ann Abbott' }));
    const items = screen.getAllByRole('menuitem').map((item) => item.textContent);
    expect(items).toEqual(['Account Details', 'View as…', 'Log Out']);
  });

  it('of an admin has the links for which a narrow window has no room', async () => {
    const wide = window.matchMedia;
    window.matchMedia = (query: string) => ({ ...wide(query), matches: query.includes('max-width: 89.99em') });
    try {
      renderApp('/', admin);
      await userEvent.click(await screen.findByRole('button', { name: 'Ann Abbott' }));
      const items = screen.getAllByRole('menuitem').map((item) => item.textContent);
      expect(items.slice(2, 5)).toEqual(['Developer', 'Support', 'Fee Calculator']);
      expect(within(screen.getByRole('navigation', { name: 'Main' })).queryByText('Developer')).toBeNull();
    } finally {
      window.matchMedia = wide;
    }
  });

  it('logs out by submitting a form', async () => {
    renderApp('/applications', vendor);
    await userEvent.click(await screen.findByRole('button', { name: 'Ann Abbott' }));
    const form = screen.getByRole('menuitem', { name: 'Log Out' }).closest('form');
    expect(form?.method).toBe('post');
    expect(new URL(form!.action).pathname).toBe('/logout');
    sessionStorage.setItem('kerb.list.2 .all-campaigns', '"?textQuery=wombat"');
    fireEvent.submit(form!);
    expect(sessionStorage).toHaveLength(0);
    expect(screen.queryByRole('menuitem', { name: 'View as…' })).toBeNull();
  });
});

describe('a screen of another role', () => {
  it.each(['/admin/users', '/applications'])('%s is refused for a team member', async (path) => {
    renderApp(path, agent);
    expect(await screen.findByText("Sorry, you don't have access to this page.")).toBeTruthy();
  });

  it.each(['/agencies', '/agencies/dashboard', '/agencies/7/applications', '/developer'])(
    '%s is refused for a vendor',
    async (path) => {
      renderApp(path, vendor);
      expect(await screen.findByText("Sorry, you don't have access to this page.")).toBeTruthy();
    },
  );
});

describe('the calculator', () => {
  it.each([
    ['a vendor', vendor],
    ['a team member', agent],
    ['a visitor', null],
  ])('is open to %s', async (_, session) => {
    await signedIn({});
    renderApp('/calculator', session);
    expect(await screen.findByRole('heading', { level: 1, name: /calculator/i })).toBeTruthy();
    expect(screen.queryByText("Sorry, you don't have access to this page.")).toBeNull();
  });
});

describe('an unknown address', () => {
  it.each([
    '/agencies/abc',
    '/agencies/7x/applications',
    '/agencies/7/applications/12b',
    '/applications/-1',
    '/nowhere',
  ])('%s shows the not-found page', async (path) => {
    renderApp(path, admin);
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
  });
});
