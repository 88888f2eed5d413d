import {
  attachmentPurposes,
  documentEndpoints,
  fileTooLarge,
  largestFileBytes,
} from '@kerb/domain/documents/documents.contract.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const attach = (purpose: unknown) =>
  z.safeParse(documentEndpoints.attach.body, {
    agreement: { href: '/v1/agreements/10231' },
    asset: { href: '/v1/assets/5' },
    purpose,
  });

describe('the purpose of a document', () => {
  // biome-ignore format: a table
  it.each([
    ['lendingAgreement',      'lending-agreement'],
    ['marketing',             'marketing'],
    ['marketingVendor',       'marketing-vendor'],
    ['propertyPhoto',         'property-photo'],
    ['supportingDoc',         'supporting-doc'],
    ['internalDoc',           'internal-doc'],
    ['vendorId',              'vendor-id'],
    ['upfrontPaymentReceipt', 'upfront-payment-receipt'],
  ])('may be spelt %s and is kept as %s', (spelt, kept) => {
    expect(attach(spelt).data?.purpose).toBe(kept);
    expect(attach(kept).data?.purpose).toBe(kept);
    expect(attachmentPurposes).toContain(kept);
  });

  it.each(['', 'Marketing', 'internal_doc', 'INTERNAL-DOC', 'selfie', null, 7])('may not be %j', (purpose) => {
    expect(attach(purpose).success).toBe(false);
  });

  it('is understood either way in a query too', () => {
    const query = documentEndpoints.list.query;
    expect(z.parse(query, { agreementId: '10231', purpose: 'internalDoc' })).toEqual({
      agreementId: 10231,
      purpose: 'internal-doc',
    });
  });
});

describe('a document', () => {
  it('is refused with an unknown field', () => {
    const body = { agreement: { href: '/v1/agreements/1' }, asset: { href: '/v1/assets/5' }, purpose: 'marketing' };
    expect(
      z.safeParse(documentEndpoints.attach.body, { ...body, uploadedByUser: { href: '/v1/users/1' } }).success,
    ).toBe(false);
  });

  it('is at most 8 MB, in the specified words', () => {
    expect(largestFileBytes).toBe(8 * 1024 * 1024);
    expect(fileTooLarge).toBe('File too large. Maximum upload size 8MB');
  });
});
