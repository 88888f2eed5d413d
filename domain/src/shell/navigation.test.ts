import type { Role } from '@kerb/domain/access/actor.ts';
import { roles } from '@kerb/domain/access/actor.ts';
import {
  asideNavigation,
  type GuardedPath,
  homePath,
  landingOf,
  mainNavigation,
  mayOpen,
  missingCampaignText,
  navigationRow,
  opensAsPayer,
  screenAudience,
  startPages,
} from '@kerb/domain/shell/navigation.ts';
import { describe, expect, it } from 'vitest';

const labels = (entries: { label: string }[]) => entries.map((entry) => entry.label);

describe('the main navigation', () => {
  it.each([
    [
      'admin',
      'Today, Admin, Dashboard, Organisations, Users, Batch Payments, Bank Statements, Loan Book, Books, Figures',
      ['Developer', 'Support', 'Fee Calculator'],
    ],
    ['tenant_user', 'Today, Dashboard, Organisations', ['Developer', 'Support', 'Fee Calculator']],
    ['vendor', 'My Campaigns', []],
  ] as [Role, string, string[]][])('of a %s has these links', (role, main, aside) => {
    expect(labels(mainNavigation(role)).join(', ')).toBe(main);
    expect(labels(asideNavigation(role))).toEqual(aside);
  });

  it('of an admin has the screens of money in one menu', () => {
    const row = navigationRow('admin').map(({ label, entries }) => [label, ...labels(entries)].join(', '));
    expect(row.at(-1)).toBe('Money, Batch Payments, Bank Statements, Loan Book, Books, Figures');
    expect(row.length).toBe(6);
    expect(navigationRow('tenant_user').every(({ entries }) => entries.length === 1)).toBe(true);
  });

  it.each([
    ['admin', true, '/'],
    ['admin', false, '/agencies'],
    ['tenant_user', true, '/agencies'],
    ['tenant_user', false, '/agencies'],
    ['vendor', true, '/applications'],
    ['vendor', false, '/applications'],
  ] as [Role, boolean, string][])('takes a %s home (organisation in the route: %s) to %s', (role, within, path) => {
    expect(homePath(role, within)).toBe(path);
  });

  it.each(roles)('of a %s leads only to screens that they may open, and so do their start pages', (role) => {
    const guarded = new Set<string>(Object.keys(screenAudience));
    const linked = [...mainNavigation(role), ...asideNavigation(role)].flatMap(({ to }) => to ?? []);
    for (const path of [...linked, ...Object.values(startPages[role])].filter((each) => guarded.has(each))) {
      expect([path, mayOpen(path as GuardedPath, { role })]).toEqual([path, true]);
    }
  });
});

describe('the landing after signing in', () => {
  it.each([
    ['admin', '/today'],
    ['tenant_user', '/today'],
    // The web then opens the only campaign of a payer who has one.
    ['vendor', '/'],
  ] as const)('of a %s is %s', (role, path) => {
    expect(landingOf(role)).toBe(path);
  });
});

describe('a campaign', () => {
  it('is opened at the payers’ address only by a vendor', () => {
    expect(roles.filter((role) => opensAsPayer({ role }))).toEqual(['vendor']);
  });

  it('that is out of scope shows the text for the role', () => {
    expect(missingCampaignText({ role: 'vendor' })).toBe("Sorry, you don't have access to this page.");
    expect(missingCampaignText({ role: 'tenant_user' })).toMatch(/^That campaign could not be found/);
  });
});
