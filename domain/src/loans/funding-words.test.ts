import { fundingSentence, limitedRecourseWarning } from '@kerb/domain/loans/funding-words.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { expect, it } from 'vitest';

it('says when a campaign is funded, until it is', () => {
  const told = agreementStatuses.filter((status) => fundingSentence('pl', status) !== null);
  expect(told).toEqual(['draft', 'waiting-invite', 'waiting-info', 'waiting-approval', 'approved', 'signed']);
  expect(fundingSentence('pl', 'signed')).toContain('funded and live within 24 hours');
  expect(fundingSentence('pos', 'approved')).toContain('within 5 business days of the property going online');
});

it('warns when the protection of Pay On Success does not apply', () => {
  expect(limitedRecourseWarning).toMatch(/does not apply.*pandemic.*withdraw.*commitment period/);
});
