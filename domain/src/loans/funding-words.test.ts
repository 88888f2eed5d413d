import { fundingSentence, limitedRecourseWarning } from '@kerb/domain/loans/funding-words.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { expect, it } from 'vitest';

const atOnce = { payLater: { hasCancellationPeriod: false } };
const later = { payLater: { hasCancellationPeriod: true } };

it('says when a campaign is funded, until it is', () => {
  const told = agreementStatuses.filter((status) => fundingSentence('pl', status, atOnce) !== null);
  expect(told).toEqual(['draft', 'waiting-invite', 'waiting-info', 'waiting-approval', 'approved', 'signed']);
  expect(fundingSentence('pl', 'signed', atOnce)).toContain('funded and live within 24 hours');
  expect(fundingSentence('pos', 'approved', atOnce)).toContain('at most 5 business days after your home goes online');
});

it('promises no money before the days in which the law lets a borrower cancel', () => {
  expect(fundingSentence('pl', 'signed', later)).toMatch(/some days to cancel\. After that, .* funded/);
});

it('warns when the protection of Pay On Success does not apply', () => {
  expect(limitedRecourseWarning).toMatch(/does not protect you.*pandemic.*off the market in the commitment period/);
});
