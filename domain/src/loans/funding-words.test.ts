import { fundingSentence, limitedRecourseWarning } from '@kerb/domain/loans/funding-words.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { expect, it } from 'vitest';

const atOnce = { payLater: { hasCancellationPeriod: false } };
const later = { payLater: { hasCancellationPeriod: true } };

it('says when a campaign is funded, until it is', () => {
  const told = agreementStatuses.filter((status) => fundingSentence('pl', status, atOnce) !== null);
  expect(told).toEqual(['draft', 'waiting-invite', 'waiting-info', 'waiting-approval', 'approved', 'signed']);
  expect(fundingSentence('pl', 'signed', atOnce)).toContain('funded and live within 24 hours');
  expect(fundingSentence('pos', 'approved', atOnce)).toContain('within 5 business days of the property going online');
});

it('promises no money before the days in which the law lets a borrower cancel', () => {
  expect(fundingSentence('pl', 'signed', later)).toContain('the days in which you may cancel have passed');
});

it('warns when the protection of Pay On Success does not apply', () => {
  expect(limitedRecourseWarning).toMatch(/does not apply.*pandemic.*withdraw.*commitment period/);
});
