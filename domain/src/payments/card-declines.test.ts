import { declineWords, wordsOfDecline } from '@kerb/domain/payments/card-declines.ts';
import { describe, expect, it } from 'vitest';

describe('a declined card', () => {
  it.each(Object.entries(declineWords))('for %s is explained in a sentence of its own', (reason, words) => {
    expect(wordsOfDecline(reason)).toBe(words);
    expect(words).toMatch(/^[A-Z].+\.$/);
    expect(Object.values(declineWords).filter((other) => other === words)).toHaveLength(1);
  });

  it.each([null, 'a-reason-of-next-year', 'toString'])('for the unknown reason %j asks for another card', (reason) => {
    expect(wordsOfDecline(reason)).toBe('Your card was declined. Please use another card.');
  });

  it('for lack of funds says so', () => {
    expect(wordsOfDecline('insufficient-funds')).toContain('not have enough funds');
  });
});
