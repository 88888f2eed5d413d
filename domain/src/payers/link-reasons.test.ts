import { linkReason, linkReasonWords } from '@kerb/domain/payers/link-reasons.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { expect, it } from 'vitest';

const facts = {
  status: 'waiting-invite',
  isRemoved: false,
  isReplaced: false,
  isExpired: false,
  isEnded: false,
  isOfFormerKey: false,
} as const;

// biome-ignore format: a table
it.each([
  ['cancelled', { status: 'cancelled', isEnded: true }],
  ['declined',  { status: 'rejected', isEnded: true }],
  ['complete',  { status: 'complete', isEnded: true, isExpired: true }],
  ['removed',   { isRemoved: true }],
  ['removed',   { isRemoved: true, status: 'cancelled' }],
  ['expired',   { isExpired: true, isEnded: true }],
  ['expired',   { isExpired: true, isReplaced: true }],
  ['ended',     { isEnded: true }],
  ['ended',     { isEnded: true, isReplaced: true }],
  ['revoked',   { isEnded: true, isOfFormerKey: true }],
  ['expired',   { isEnded: true, isExpired: true, isOfFormerKey: true }],
  ['cancelled', { isEnded: true, isOfFormerKey: true, status: 'cancelled' }],
  ['signedOut', { isOfFormerKey: true }],
  ['replaced',  { isReplaced: true }],
  ['signedOut', {}],
] as const)('a Payment URL is %s with %j', (reason, more) => {
  expect(linkReason({ ...facts, ...more })).toBe(reason);
});

it('every reason says whom to call, in whatever status', () => {
  for (const status of agreementStatuses) {
    const words = linkReasonWords(linkReason({ ...facts, status }), {
      organisation: 'Harbour',
      supportPhone: '1800 1',
    });
    expect(words.join(' ')).toContain('Ask Harbour, or call us on 1800 1.');
    expect(words.join(' ')).not.toMatch(/[{}]/);
  }
});

it('says whether the campaign was cancelled or declined', () => {
  const said = (status: 'cancelled' | 'rejected') =>
    linkReasonWords(linkReason({ ...facts, status }), { organisation: 'Harbour', supportPhone: '1800 1' })[0];
  expect(said('cancelled')).toBe(
    'This campaign has been cancelled, so its link has ended. If you have already paid, please call us about your money.',
  );
  expect(said('rejected')).toBe(
    'This application has been declined, so its link has ended. If you have already paid, please call us about your money.',
  );
});
