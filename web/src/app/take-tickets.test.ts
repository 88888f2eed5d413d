import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicRoutes } from '@kerb/web/app/routes/public-routes.ts';
import { describe, expect, it, vi } from 'vitest';
import { isFailureShown, retryLink, useStartPage } from '../../test/start-page.ts';

const script = readFileSync(join(import.meta.dirname, '../../public/take-tickets.js'), 'utf8');

/** Runs the page's first script at the given address. */
function visit(address: string, state: object | null = null) {
  const window: { __signIn?: { tickets: unknown; needsLogin: boolean } } = {};
  const location = { href: `https://kerb.test${address}`, replace: vi.fn() };
  const history = { state, replaceState: vi.fn() };
  new Function('window', 'location', 'history', script)(window, location, history);
  return { found: window.__signIn, keys: Object.keys(window), location, history };
}

describe('the first script of the page', () => {
  it('removes the tickets from the address before anything else runs', () => {
    const { found, keys, location, history } = visit('/agencies?page=2&access_token=aaa&refresh_token=bbb#end');
    expect(found).toEqual({ tickets: { accessToken: 'aaa', refreshToken: 'bbb' }, needsLogin: false });
    expect(history.replaceState).toHaveBeenCalledWith(null, '', '/agencies?page=2#end');
    expect(location.replace).not.toHaveBeenCalled();
    expect(keys).toEqual([]);
  });

  it('redirects a visit without tickets to the login page, which returns to the same place', () => {
    const { found, location } = visit('/agencies?page=2#end');
    expect(found?.needsLogin).toBe(true);
    expect(location.replace).toHaveBeenCalledWith('/login?back=%2Fagencies%3Fpage%3D2%23end');
  });

  it("reads an older link's screen from after its #, and rejects other sites there", () => {
    const back = (address: string) => visit(address).location.replace.mock.calls[0]?.[0];
    expect(back('/#/agencies/7/applications/10231')).toBe('/login?back=%2Fagencies%2F7%2Fapplications%2F10231');
    expect(back('/#//elsewhere.example')).toBe('/login?back=%2F%23%2F%2Felsewhere.example');
    expect(back('/agencies#/applications')).toBe('/login?back=%2Fagencies%23%2Fapplications');
  });

  // biome-ignore format: a table
  it.each([
    ['/agencies',            null,               null],
    ['/agencies',            { __TSR_key: 'a' }, '/agencies'],
    ['/?status=unheard',     null,               '/'],
    ['/agencies?page=2#end', { __TSR_key: 'a' }, '/agencies'],
    ['/#/agencies?page=2',   null,               '/agencies'],
  ])('remembers during the login redirect that the state of %s with the history %j was asked for', (at, state, path) => {
    visit(at, state);
    expect({ ...sessionStorage }).toEqual(path === null ? {} : { 'kerb.asked-path': path });
    sessionStorage.clear();
  });

  it('redirects a visit with only one of the two tickets to the login page, and removes that ticket', () => {
    const { history, location } = visit('/?access_token=aaa');
    expect(history.replaceState).toHaveBeenCalledWith(null, '', '/');
    expect(location.replace).toHaveBeenCalledWith('/login?back=%2F');
  });

  it.each(publicRoutes.map(({ options }) => (options as { path: string }).path))(
    'lets anyone open %s, a public page',
    (path) => {
      expect(visit(path).found).toEqual({ tickets: null, needsLogin: false });
    },
  );

  it('lets anyone open the calculator, and signs in again a user who was signed in, trying once', () => {
    expect(visit('/calculator?brand=harbour').found).toEqual({ tickets: null, needsLogin: false });
    visit('/agencies?access_token=aaa&refresh_token=bbb');
    expect(visit('/calculator').location.replace).toHaveBeenCalledWith('/login?back=%2Fcalculator');
    expect(visit('/calculator').found?.needsLogin).toBe(false);
    expect(visit('/calculators').found?.needsLogin).toBe(true);
    sessionStorage.clear();
  });

  // biome-ignore format: a table
  it.each([
    ['script', { src: '/assets/libraries-a1.js' },  true],
    ['link',   { href: '/assets/first-a1.css' },    true],
    ['img',    { src: '/v1/tenants/7/logo' },       false],
    ['script', { src: 'https://chat.example/c.js' }, false],
  ] as const)('shows the Fundamental Error with a retry if a %s like %j does not load: %s', (tag, address, isShown) => {
    useStartPage();
    visit('/sandbox/outbox');
    const element = document.body.appendChild(Object.assign(document.createElement(tag), address));
    element.dispatchEvent(new Event('error'));
    expect(isFailureShown()).toBe(isShown);
    expect(document.activeElement === retryLink()).toBe(isShown);
    expect(retryLink().getAttribute('href')).toBe('');
  });

  it('lets anyone open the public pages of a sandbox', () => {
    const { found, location } = visit('/sandbox/outbox');
    expect(found).toEqual({ tickets: null, needsLogin: false });
    expect(location.replace).not.toHaveBeenCalled();
  });
});
