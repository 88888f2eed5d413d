import { countries } from '@kerb/domain/countries/countries.ts';
import { newProperty } from '@kerb/domain/properties/properties.contract.ts';
import {
  decideAdd,
  decideAttach,
  decideChange,
  decideProperty,
  type HolderOfProperty,
  mayChangeAddress,
} from '@kerb/domain/properties/property-rules.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

describe('the property of a campaign', () => {
  it('may be changed in exactly these statuses', () => {
    const open = agreementStatuses.filter((status) => decideAttach({ status, financeOptionCode: 'pn' }).ok);
    expect(open).toEqual(['draft', 'waiting-invite', 'waiting-info', 'waiting-approval', 'approved', 'complete']);
  });

  it('stays as the loan was approved', () => {
    const ofLoan = agreementStatuses.filter((status) => decideAttach({ status, financeOptionCode: 'pos' }).ok);
    expect(ofLoan).toEqual(['draft', 'waiting-invite', 'waiting-info', 'waiting-approval', 'complete']);
  });
});

describe('a property', () => {
  const sent = z.parse(newProperty, {
    address: '12 Wattle St',
    city: 'Yass',
    state: 'NSW',
    postalCode: '2582',
    bedrooms: 3,
    bathrooms: 2,
    carSpaces: 1,
  });

  it('keeps its rooms, except that land has none', () => {
    expect(decideProperty({ ...sent, type: 'house' }, countries.AU)).toMatchObject({ value: { bedrooms: 3 } });
    expect(decideProperty({ ...sent, type: 'land' }, countries.AU)).toMatchObject({
      value: { bedrooms: null, bathrooms: null, carSpaces: null },
    });
  });

  it('has an address that is valid in its country', () => {
    expect(decideProperty(sent, countries.NZ)).toMatchObject({ ok: false, validation: { state: [{}] } });
  });
});

describe('adding a property or correcting its address', () => {
  // biome-ignore format: a table
  it.each([
    ['admin',    {},                                  true ],
    ['manager',  {},                                  false],
    ['manager',  { vendorAgentDataConsent: true },    true ],
    ['employee', { budgetOwnerAllowsProperty: true }, true ],
    ['employee', {},                                  false],
    ['vendor',   { vendorAgentDataConsent: true, budgetOwnerAllowsProperty: true }, false],
  ] as const)('%s of a campaign with %j: %j', (standing, consent, expected) => {
    expect(mayChangeAddress(standing, consent)).toBe(expected);
  });

  it('is possible for an open campaign without a property', () => {
    const campaign = { status: 'draft', financeOptionCode: 'pl', propertyId: null } as const;
    const codeOf = (...args: Parameters<typeof decideAdd>) => {
      const decision = decideAdd(...args);
      return decision.ok ? null : decision.code;
    };
    expect(codeOf(campaign, 'admin')).toBeNull();
    expect(codeOf(campaign, 'manager')).toBe('property-not-allowed');
    expect(codeOf({ ...campaign, propertyId: 7 }, 'admin')).toBe('property-attached');
    expect(codeOf({ ...campaign, status: 'signed' }, 'admin')).toBe('property-locked');
    expect(codeOf({ ...campaign, status: 'approved' }, 'admin')).toBe('property-approved');
  });
});

describe('a change of a property', () => {
  const current = z.parse(newProperty, { address: '12 Wattle St', city: 'Yass', state: 'NSW', postalCode: '2582' });
  const loan = { status: 'draft', financeOptionCode: 'pl' } as const;
  const open: HolderOfProperty = { ...loan, seenAs: 'manager', budgetOwnerAllowsProperty: true };
  const asker = (holders: HolderOfProperty[]) => ({ holders, country: countries.AU });
  const asAdmin = (holders: HolderOfProperty[]) => asker(holders.map((holder) => ({ ...holder, seenAs: 'admin' })));
  const outcome = (...args: Parameters<typeof decideChange>) => {
    const decision = decideChange(...args);
    return decision.ok ? 'changed' : decision.code;
  };

  it('is made by those who may, in the statuses that allow it', () => {
    expect(outcome(current, { bedrooms: 3 }, asker([open]))).toBe('changed');
    expect(outcome(current, { address: '14 Wattle St' }, asker([open]))).toBe('changed');
    for (const status of ['signed', 'executed', 'cancelled', 'withdrawn', 'rejected', 'waiting-settlement'] as const) {
      expect(outcome(current, { bedrooms: 3 }, asAdmin([open, { ...open, status }]))).toBe('property-locked');
    }
  });

  it('needs consent for the address', () => {
    const unasked = { ...open, budgetOwnerAllowsProperty: false };
    expect(outcome(current, { bedrooms: 3 }, asker([unasked]))).toBe('changed');
    expect(decideChange(current, { city: 'Bowning' }, asker([unasked]))).toMatchObject({ validation: { city: [{}] } });
    expect(outcome(current, { city: 'Bowning' }, asAdmin([unasked]))).toBe('changed');
  });

  it('keeps the address for which a loan was approved, but not the rooms', () => {
    const approved = { ...open, status: 'approved' } as const;
    for (const who of [asker, asAdmin]) {
      expect(outcome(current, { address: '14 Wattle St' }, who([open, approved]))).toBe('property-approved');
      expect(outcome(current, { bedrooms: 3 }, who([approved]))).toBe('changed');
    }
    expect(outcome(current, { city: 'Bowning' }, asAdmin([{ ...approved, financeOptionCode: 'pn' }]))).toBe('changed');
  });

  it('needs an admin if another campaign has the property too', () => {
    const holders = [open, { ...open, seenAs: null }];
    expect(outcome(current, { bedrooms: 3 }, asker(holders))).toBe('property-shared');
    expect(outcome(current, { bedrooms: 3 }, asAdmin(holders))).toBe('changed');
  });

  it('keeps the fields that came from Domain', () => {
    const linked = { ...current, domainPropertyRef: 'DP-1' };
    for (const sent of [{ address: 'x' }, { city: 'x' }, { state: 'ACT' }, { postalCode: '2600' }]) {
      expect(outcome(linked, sent, asAdmin([open]))).toBe('not-changeable');
    }
    expect(outcome(linked, { type: 'unit' }, asAdmin([open]))).toBe('changed');
    expect(outcome(current, { domainPropertyRef: 'DP-1' }, asAdmin([open]))).toBe('not-changeable');
  });

  it('of its rooms is possible although an old address is not whole', () => {
    const stateless = { ...current, state: null };
    expect(decideChange(stateless, { bedrooms: 5 }, asAdmin([]))).toEqual({
      ok: true,
      value: { ...stateless, bedrooms: 5 },
    });
    const moved = decideChange(stateless, { city: 'Cooma' }, asAdmin([]));
    expect(!moved.ok && Object.keys(moved.validation ?? {})).toEqual(['state']);
  });

  it('is accepted in any status if it changes nothing', () => {
    expect(outcome(current, current, asker([{ ...open, status: 'signed' }]))).toBe('changed');
  });
});
