import { agreementFileName } from '@kerb/domain/loans/agreement-files.ts';
import { expect, it } from 'vitest';

const file = { country: 'AU', agreementId: 10231, option: 'pl', isManual: false, signedDate: null } as const;

// biome-ignore format: a table
it.each([
  [{},                                                  'Pay-Later_AU10231.pdf'],
  [{ signedDate: '2026-11-04' },                        'Pay-Later_AU10231_signed-04-11-26.pdf'],
  [{ option: 'pos' },                                   'Pay-On-Success_AU10231.pdf'],
  [{ option: null, country: 'NZ' },                     'Loan-Agreement_NZ10231.pdf'],
  [{ isManual: true, signedDate: '2026-11-04' },        'Signature-Record_AU10231_signed-04-11-26.pdf'],
] as const)('an agreement’s file is named by %j: %s', (change, expected) => {
  expect(agreementFileName({ ...file, ...change })).toBe(expected);
});
