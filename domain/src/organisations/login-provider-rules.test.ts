import {
  type admissionRefusals,
  claimValues,
  decideAdmission,
  decideDomain,
  domainOfAddress,
  type StoredUser,
  standingFrom,
  stateOfProvider,
} from '@kerb/domain/organisations/login-provider-rules.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const user = (change: Partial<StoredUser> = {}): StoredUser => ({
  id: 7,
  role: 'tenant_user',
  isDisabled: false,
  emailAddress: 'ann@agency.com.au',
  tenantUserType: 'employee',
  ...change,
});
const known = { linked: null, sameAddress: null, provenDomains: ['agency.com.au'], formerUserIds: [] };
const said = { emailAddress: 'ann@agency.com.au', isEmailVerified: true };

describe('a person whom a provider has proven', () => {
  // biome-ignore format: a table
  it.each<[string, Partial<typeof said> | { emailAddress: null }, Partial<Parameters<typeof decideAdmission>[1]>, keyof typeof admissionRefusals]>([
    ['no address',              { emailAddress: null },                       {},                                                         'no-address'],
    ['an address with two @',   { emailAddress: 'a@b@agency.com.au' },        {},                                                         'no-address'],
    ['another domain',          { emailAddress: 'ann@agency.com' },           {},                                                         'foreign-domain'],
    ['a part of the domain',    { emailAddress: 'ann@evil-agency.com.au' },   {},                                                         'foreign-domain'],
    ['a domain below it',       { emailAddress: 'ann@x.agency.com.au' },      {},                                                         'foreign-domain'],
    ['no proven domain',        {},                                           { provenDomains: [] },                                      'foreign-domain'],
    ['an unverified address',   { isEmailVerified: false },                   {},                                                         'not-verified'],
    ['an admin',                {},                                           { sameAddress: user({ role: 'admin' }) },                   'other-role'],
    ['a payer',                 {},                                           { sameAddress: user({ role: 'vendor' }) },                  'other-role'],
    ['a linked admin',          {},                                           { linked: user({ role: 'admin' }) },                        'other-role'],
    ['a disabled user',         {},                                           { linked: user({ isDisabled: true }) },                     'disabled'],
    ['a user with another address', {},                                       { linked: user({ emailAddress: 'ann@home.example' }) },     'foreign-domain'],
    ['a linked user who left',  {},                                           { linked: user({ tenantUserType: null }) },                 'removed'],
    ['a user who left before',  {},                                           { sameAddress: user({ tenantUserType: null }), formerUserIds: [7] }, 'removed'],
  ])('with %s is refused', (_what, change, more, code) => {
    expect(decideAdmission({ ...said, ...change }, { ...known, ...more })).toMatchObject({ ok: false, code });
  });

  it('is the linked one, the one with the address, or a new one', () => {
    const of = (more: object) => decideAdmission(said, { ...known, ...more });
    expect(of({})).toMatchObject({ value: { userId: null, emailAddress: 'ann@agency.com.au' } });
    expect(of({ sameAddress: user() })).toMatchObject({ value: { userId: 7, isNewLink: true } });
    expect(of({ sameAddress: user({ tenantUserType: null }) })).toMatchObject({ value: { userId: 7 } });
    expect(of({ linked: user({ id: 8 }), sameAddress: user() })).toMatchObject({
      value: { userId: 8, isNewLink: false },
    });
  });

  it('is never let in as an admin, a payer, a disabled user or with an address that is not proven', () => {
    const anyUser = fc.record({
      id: fc.constant(7),
      role: fc.constantFrom('admin', 'tenant_user', 'vendor'),
      isDisabled: fc.boolean(),
      emailAddress: fc.constantFrom('ann@agency.com.au', 'ann@other.example'),
      tenantUserType: fc.constantFrom('manager', 'employee', null),
    });
    fc.assert(
      fc.property(fc.option(anyUser), fc.option(anyUser), fc.boolean(), (linked, sameAddress, isEmailVerified) => {
        const decided = decideAdmission({ ...said, isEmailVerified }, { ...known, linked, sameAddress } as never);
        if (!decided.ok) return;
        const let_in = linked ?? sameAddress;
        if (let_in)
          expect(let_in).toMatchObject({ role: 'tenant_user', isDisabled: false, emailAddress: said.emailAddress });
        if (!linked) expect(isEmailVerified).toBe(true);
        if (linked) expect(linked.tenantUserType).not.toBeNull();
      }),
    );
  });
});

describe('a domain', () => {
  // biome-ignore format: a table
  it.each([
    ['agency.com.au',      'agency.com.au'],
    ['  Agency.COM.au ',   'agency.com.au'],
    ['gmail.com',          null],
    ['xtra.co.nz',         null],
    ['agency',             null],
    ['http://agency.com',  null],
    ['a b.com',            null],
    ['127.0.0.1',          null],
    ['-a.com',             null],
  ])('%j is %j', (typed, domain) => {
    const decided = decideDomain(typed);
    expect(decided.ok ? decided.value : null).toBe(domain);
  });

  it('of an address is what follows the only @', () => {
    expect(domainOfAddress('Ann@Agency.com.au')).toBe('agency.com.au');
    for (const no of ['agency.com.au', '@agency.com.au', 'a@b@c.com', 'a@b', ''])
      expect(domainOfAddress(no)).toBeNull();
  });
});

describe('a role', () => {
  it('comes from the claim only if there is one', () => {
    expect(standingFrom({ roleClaim: null, managerValues: ['x'] }, ['x'])).toBeNull();
    expect(standingFrom({ roleClaim: 'groups', managerValues: ['x'] }, ['y', 'x'])).toBe('manager');
    expect(standingFrom({ roleClaim: 'groups', managerValues: [] }, ['x'])).toBe('employee');
    expect(claimValues(['a', 1, null, 'b'])).toEqual(['a', 'b']);
    expect([claimValues('a'), claimValues({ a: 1 }), claimValues(undefined)]).toEqual([['a'], [], []]);
  });
});

it('a provider waits, is optional or is required', () => {
  expect(stateOfProvider({ confirmedDate: null, isRequired: false })).toBe('waiting');
  expect(stateOfProvider({ confirmedDate: 'now', isRequired: false })).toBe('optional');
  expect(stateOfProvider({ confirmedDate: 'now', isRequired: true })).toBe('required');
});
