import { allEndpoints } from '@kerb/domain/endpoints.ts';
import { assetFields } from '@kerb/domain/vocabulary/asset-uses.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

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
      '/v1/account/data privacy.export',
      '/v1/agreements/volumes agreement.volumes',
      '/v1/agreements/{id}/checkout payer.flow',
      '/v1/agreements/{id}/flow payer.flow',
      '/v1/agreements/{id}/held-money payment.return',
      '/v1/agreements/{id}/kept-funds funds.record',
      '/v1/agreements/{id}/loan-requests loan.ask',
      '/v1/agreements/{id}/loan-requests/{requestId}/pdf loan.ask',
      '/v1/agreements/{id}/payout-letters/{letterId}/pdf loan.payout',
      '/v1/agreements/{id}/similar property.add',
      '/v1/bank-statements/sample statement.match',
      '/v1/due-erasures privacy.erase',
      '/v1/loan-book loan.book',
      '/v1/loan-book/csv loan.book',
      '/v1/property-suggestions property.add',
      '/v1/signatories/{id}/data privacy.export',
      '/v1/signatories/{id}/erasure privacy.erase',
      '/v1/signatories/{id}/evidence signature.evidence',
      '/v1/tenants/{tenantId}/finance-options option.settings',
      '/v1/tenants/{tenantId}/login-provider tenant.sign-in-rules',
      '/v1/tenants/{tenantId}/provisioning-tokens tenant.sign-in-rules',
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

/** The paths of all fields in a schema that take a link to a file. */
function assetLinks(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const {
    pattern,
    properties = {},
    items,
    anyOf = [],
  } = schema as {
    pattern?: string;
    properties?: Record<string, { pattern?: string }>;
    items?: object;
    anyOf?: object[];
  };
  const isLink = [properties.href?.pattern, pattern].some((each) =>
    each?.replaceAll('\\/', '/').includes('/v1/assets/'),
  );
  if (isLink) return [path];
  const under = Object.entries(properties).flatMap(([name, inner]) =>
    assetLinks(inner, path ? `${path}.${name}` : name),
  );
  return [...under, ...assetLinks(items, `${path}[]`), ...anyOf.flatMap((each) => assetLinks(each, path))];
}

describe('a field that names a file', () => {
  it('has a row in the table of uses', () => {
    const found = allEndpoints.flatMap(({ method, path, body }) =>
      body
        ? assetLinks(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })).map(
            (field) => `${method} ${path} ${field}`,
          )
        : [],
    );
    expect(found.sort()).toEqual(assetFields.map(({ method, path, field }) => `${method} ${path} ${field}`).sort());
  });
});
