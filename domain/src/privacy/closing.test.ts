import type { TenantUserType } from '@kerb/domain/access/actor.ts';
import { type ClosingFacts, decideClosing } from '@kerb/domain/privacy/closing.ts';
import { describe, expect, it } from 'vitest';

const member: ClosingFacts = { role: 'tenant_user', memberships: [], openCampaigns: 0 };
const manages = (...colleagues: TenantUserType[]) =>
  [{ tenantName: 'Harbour Estate', tenantUserType: 'manager', colleagues }] as const;
const codeOf = (change: Partial<ClosingFacts>) => {
  const verdict = decideClosing({ ...member, ...change });
  return verdict.ok ? 'ok' : verdict.code;
};

describe('closing an account', () => {
  // biome-ignore format: a table
  it.each([
    ['a team member',                       {},                                         'ok'],
    ['a payer without open campaigns',      { role: 'vendor' },                         'ok'],
    ['a payer of a campaign in progress',   { role: 'vendor', openCampaigns: 1 },       'campaign-open'],
    ['a member who is also a payer',        { openCampaigns: 1 },                       'campaign-open'],
    ['one of two managers',                 { memberships: manages('manager') },        'ok'],
    ['the only manager',                    { memberships: manages('employee') },       'last-manager'],
    ['an admin',                            { role: 'admin' },                          'admin'],
  ] as const)('%s', (_, change, expected) => {
    expect(codeOf(change)).toBe(expected);
  });
});
