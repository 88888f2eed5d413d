import { needsProof } from '@kerb/domain/access/proof.ts';
import { isPaused, pauseReasons } from '@kerb/domain/webhooks/pause-reasons.ts';
import { disabledReasons, webhookEndpoints } from '@kerb/domain/webhooks/webhooks.contract.ts';
import { expect, it } from 'vitest';

it('a webhook is switched on with a proof of identity, and off without', () => {
  const { proof } = webhookEndpoints.save;
  expect([true, false].map((active) => needsProof(proof, { active }))).toEqual([true, false]);
});

it('a webhook that a person switched off, or that failed, is not paused', () => {
  expect(disabledReasons.filter(isPaused)).toEqual(pauseReasons);
  expect(isPaused(null)).toBe(false);
});
