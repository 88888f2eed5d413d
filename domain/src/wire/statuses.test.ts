import { agreementEndpoints } from '@kerb/domain/agreements/agreements.contract.ts';
import { agreementListEndpoints } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { documentEndpoints } from '@kerb/domain/documents/documents.contract.ts';
import { allEndpoints } from '@kerb/domain/endpoints.ts';
import { optionEndpoints } from '@kerb/domain/options/options.contract.ts';
import { paymentEndpoints } from '@kerb/domain/payments/payments.contract.ts';
import { receiptEndpoints } from '@kerb/domain/payments/receipts.contract.ts';
import { sessionEndpoints } from '@kerb/domain/session/session.contract.ts';
import { isOfEveryAddress, statusesOf } from '@kerb/domain/wire/statuses.ts';
import { describe, expect, it } from 'vitest';

describe('the statuses of an endpoint', () => {
  // biome-ignore format: a table
  it.each([
    ['a read',                  agreementEndpoints.get,       [200, 304, 400, 401, 403, 404, 429]],
    ['a list',                  agreementListEndpoints.list,  [200, 304, 400, 401, 403, 404, 429]],
    ['a creation',              agreementEndpoints.create,    [201, 400, 401, 403, 404, 409, 413, 415, 422, 429]],
    ['a save with a version',   agreementEndpoints.save,      [200, 400, 401, 403, 404, 409, 412, 413, 415, 429]],
    ['a POST with a version',   agreementEndpoints.setStatus, [200, 400, 401, 403, 404, 409, 412, 413, 415, 422, 429]],
    ['a choice with a version', optionEndpoints.choose,       [200, 400, 401, 403, 404, 409, 412, 413, 415, 422, 429]],
    ['a payment',               paymentEndpoints.pay,         [200, 400, 401, 402, 403, 404, 409, 413, 415, 422, 429]],
    ['a removal',               documentEndpoints.remove,     [204, 400, 401, 403, 404, 409, 429]],
    ['an uploaded file',        documentEndpoints.download,   [200, 400, 401, 403, 404, 410, 429]],
    ['a PDF that is drawn',     receiptEndpoints.confirmation, [200, 400, 401, 403, 404, 409, 429]],
    ['a call without sign-in',  sessionEndpoints.refresh,     [200, 400, 401, 403, 409, 413, 415]],
  ] as const)('follow from its contract: %s', (_what, endpoint, statuses) => {
    expect(statusesOf(endpoint)).toEqual(statuses);
  });

  it('are each named once, and none is one of every address', () => {
    const odd = allEndpoints.filter((endpoint) => {
      const statuses = statusesOf(endpoint);
      return new Set(statuses).size !== statuses.length || statuses.some(isOfEveryAddress);
    });
    expect(odd.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it('have If-Match only where the answer has the version', () => {
    const unversioned = allEndpoints.filter(({ ifMatch, versioned }) => ifMatch && !versioned);
    expect(unversioned.map(({ path }) => path)).toEqual([]);
  });
});
