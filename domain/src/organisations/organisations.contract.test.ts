import {
  newMember,
  newTenant,
  organisationEndpoints,
  organisationTypeLabels,
  savedMember,
} from '@kerb/domain/organisations/organisations.contract.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

describe('an organisation', () => {
  it('is of one of three types', () => {
    expect(organisationTypeLabels).toEqual({ agency: 'Agency', supplier: 'Supplier', financial: 'Finance Provider' });
  });

  it('needs no more than a name, and is an agency unless told otherwise', () => {
    expect(z.parse(newTenant, { name: ' Example & Co ' })).toEqual({
      name: 'Example & Co',
      type: 'agency',
      enableDeposits: false,
      allowAddingProperty: false,
    });
    expect(z.safeParse(newTenant, { name: '  ' }).success).toBe(false);
  });

  it('is listed by name from the first page', () => {
    const { query } = organisationEndpoints.list;
    expect(z.parse(query, {})).toEqual({ page: 1, perPage: 100, sortBy: 'name', sortDesc: false });
  });
});

describe('a team member', () => {
  it('starts as an employee', () => {
    expect(z.parse(newMember, { user: { href: '/v1/users/12' } })).toEqual({ user: 12, tenantUserType: 'employee' });
  });

  it('loses access by becoming none, which nobody starts as', () => {
    expect(z.parse(savedMember, { tenantUserType: 'none' })).toEqual({ tenantUserType: 'none' });
    expect(z.safeParse(newMember, { user: { href: '/v1/users/12' }, tenantUserType: 'none' }).success).toBe(false);
  });
});
