import { allEndpoints } from '@kerb/domain/endpoints.ts';
import { describe, expect, it } from 'vitest';

const signedIn = allEndpoints.filter(({ permission }) => permission !== 'anyone');
const needsOnlyRead = ({ permission }: { permission: string }) => permission.endsWith('.read');
const addressOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

describe('every endpoint', () => {
  it('that changes something needs more than a permission to read', () => {
    const changes = signedIn.filter(({ method }) => method !== 'GET');
    expect(changes.filter(needsOnlyRead).map(addressOf)).toEqual([]);
  });

  it('that only reads needs only a permission to read, with these exceptions', () => {
    const reads = signedIn.filter(({ method }) => method === 'GET');
    const exceptions = reads.filter((endpoint) => !needsOnlyRead(endpoint));
    expect(exceptions.map(({ path, permission }) => `${path} ${permission}`).sort()).toEqual([
      '/loan/{id}/download-loan-agreement loan.agreement',
      '/v1/agreements/volumes agreement.volumes',
      '/v1/agreements/{id}/flow payer.flow',
      '/v1/agreements/{id}/held-money payment.return',
      '/v1/agreements/{id}/kept-funds funds.record',
      '/v1/agreements/{id}/payout-letters/{letterId}/pdf loan.payout',
      '/v1/agreements/{id}/similar property.add',
      '/v1/bank-statements/sample statement.match',
      '/v1/property-suggestions property.add',
      '/v1/tenants/{tenantId}/finance-options option.settings',
      '/v1/tenants/{tenantId}/settings tenant.settings',
      '/v1/tenants/{tenantId}/sign-in-rules tenant.sign-in-rules',
    ]);
  });

  it.each(allEndpoints)('$method $path has a summary for the documentation', ({ summary }) => {
    expect(summary).toMatch(/^[A-Z].{6,}/);
  });

  it.each(allEndpoints)('$method $path says 201 only where it creates, and has files only to read', (endpoint) => {
    const { method, status, file } = endpoint;
    if (status !== undefined && status !== 200)
      expect([method, [201, 202]]).toEqual(['POST', expect.arrayContaining([status])]);
    if (file !== undefined) expect([method, file]).toEqual(['GET', expect.stringMatching(/^[a-z]+\/[a-z*-]+$/)]);
  });
});
