import { decideNudge } from '@kerb/domain/payers/nudge.ts';
import { expect, it } from 'vitest';

const now = '2026-11-17T00:00:00.000Z';
const [early, late] = ['2026-11-14T00:00:00.001Z', '2026-11-14T00:00:00.000Z'];
const waiting = { sentDate: late, openedDate: null, nudgedDate: null, signatureDate: null };

// biome-ignore format: a table
it.each([
  ['who was sent the link three days ago', {},                                      true],
  ['who was sent it later',                { sentDate: early },                     false],
  ['who was not sent it',                  { sentDate: null },                      false],
  ['who has opened it',                    { openedDate: late },                    false],
  ['who was reminded three days ago',      { nudgedDate: late },                    true],
  ['who was reminded later',               { nudgedDate: early },                   false],
  ['who has signed',                       { signatureDate: late },                 false],
])('a payer %s', (_who, change, isAllowed) => {
  expect(decideNudge({ ...waiting, ...change }, now).ok).toBe(isAllowed);
});
