import {
  newTenant,
  organisationEndpoints,
  organisationTypeLabels,
} from '@kerb/domain/organisations/organisations.contract.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

describe('an organisation', () => {
  it('is of one of three types', () => {
    expect(organisationTypeLabels).toEqual({ agency: 'Agency', supplier: 'Supplier', financial: 'Finance Provider' });
  });

  it('needs only a name, and is an agency by default', () => {
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
