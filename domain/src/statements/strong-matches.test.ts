import { matchOutcomes, matchStrengths } from '@kerb/domain/statements/propose-matches.ts';
import { strongMatches } from '@kerb/domain/statements/strong-matches.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const clear = { agreement: 7, strength: 'strong', outcome: 'exact', refusal: null, recorded: null } as const;
const found = (...lines: { proposals: Parameters<typeof strongMatches>[0][number]['proposals'] }[]) =>
  strongMatches(lines).map(({ line }) => lines.indexOf(line));

describe('the lines that can be accepted together', () => {
  it('have one strong match that pays exactly what is due', () => {
    expect(found({ proposals: [clear] }, { proposals: [] })).toEqual([0]);
    expect(found({ proposals: [clear, { ...clear, agreement: 8, strength: 'likely' }] })).toEqual([0]);
  });

  it.each([
    ['is not strong', { strength: 'likely' }],
    ['pays too much', { outcome: 'over' }],
    ['pays a part', { outcome: 'part' }],
    ['is refused', { refusal: 'No.' }],
    ['may be money that was recorded by hand', { recorded: { paymentNumber: 'P1' } }],
    ['came into the wrong account', { rightAccount: 'trust' }],
  ] as const)('do not have a match that %s', (_, change) => {
    expect(found({ proposals: [{ ...clear, ...change }] })).toEqual([]);
  });

  it('do not have two strong matches', () => {
    expect(found({ proposals: [clear, { ...clear, agreement: 8 }] })).toEqual([]);
  });

  it('are never two for one campaign', () => {
    expect(found({ proposals: [clear] }, { proposals: [clear] }, { proposals: [{ ...clear, agreement: 9 }] })).toEqual([
      2,
    ]);
    const proposal = fc.record({
      agreement: fc.integer({ min: 1, max: 4 }),
      strength: fc.constantFrom(...matchStrengths),
      outcome: fc.constantFrom(...(Object.keys(matchOutcomes) as (keyof typeof matchOutcomes)[])),
      refusal: fc.constantFrom(null, 'No.'),
      recorded: fc.constantFrom(null, {}),
    });
    fc.assert(
      fc.property(fc.array(fc.record({ proposals: fc.array(proposal, { maxLength: 3 }) })), (lines) => {
        const campaigns = strongMatches(lines).map((match) => match.proposal.agreement);
        expect(new Set(campaigns).size).toBe(campaigns.length);
      }),
    );
  });
});
