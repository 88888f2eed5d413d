import { agreementEndpoints } from '@kerb/domain/agreements/agreements.contract.ts';
import { allEndpoints as endpoints } from '@kerb/domain/endpoints.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

describe('endpoints', () => {
  it('each have a unique address', () => {
    const addresses = endpoints.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);
    expect(addresses.filter((address, place) => addresses.indexOf(address) !== place)).toEqual([]);
  });

  it.each(endpoints)('$method $path takes exactly the parameters in its path', ({ path, params }) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(Object.keys(params?.shape ?? {})).toEqual(inPath);
  });

  it.each(endpoints)('$method $path has no body if it reads, and refuses unknown fields', ({ method, body }) => {
    if (method === 'GET' || method === 'DELETE') expect(body).toBeUndefined();
    if (body) expect(z.safeParse(body, { nobodyKnowsThis: 1 }).success).toBe(false);
    if (body) expect(z.safeParse(body, []).success).toBe(false);
  });

  it('open to anyone are signing in, checks, signed calls of providers, the calculator and the sandbox', () => {
    const open = endpoints.filter(({ permission }) => permission === 'anyone').map(({ path }) => path);
    const outsideSandbox = open.filter((path) => !path.startsWith('/v1/sandbox/'));
    expect(outsideSandbox.sort()).toEqual([
      '/v1/calculator',
      '/v1/calculator/estimate',
      '/v1/calendar.ics',
      '/v1/card-gateway/events',
      '/v1/message-receipts',
      '/v1/payout-letters/{code}',
      '/v1/reset-password',
      '/v1/schemas/signature-evidence-1',
      '/v1/session/exchange',
      '/v1/session/refresh',
      '/v1/session/resume',
      '/v1/verify',
    ]);
  });

  it('have a version if two people may write at once', () => {
    const { get, save, setStatus } = agreementEndpoints;
    expect([get, save, setStatus].every(({ versioned }) => versioned)).toBe(true);
  });
});
