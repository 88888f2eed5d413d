import { type CardScheme, schemeBeginnings } from '@kerb/domain/vocabulary/card-schemes.ts';
import { describe, expect, it } from 'vitest';

/** Reads the table as the script of the sandbox's card frame does. */
function schemeOf(digits: string): CardScheme | null {
  const found = schemeBeginnings.find(([, from, to]) => {
    const beginning = digits.slice(0, from.length);
    return beginning.length === from.length && beginning >= from && beginning <= to;
  });
  if (found) return found[0];
  return digits.length < 4 ? null : 'other';
}

describe('the scheme of a card', () => {
  // biome-ignore format: a table
  it.each<[string, CardScheme | null]>([
    ['4',    'visa'],       ['4242', 'visa'],
    ['51',   'mastercard'], ['55',   'mastercard'], ['50', null], ['5000', 'other'], ['5600', 'other'],
    ['2221', 'mastercard'], ['2720', 'mastercard'], ['2220', 'other'], ['2721', 'other'], ['222', null],
    ['34',   'amex'],       ['37',   'amex'],       ['36', null], ['3600', 'other'],
    ['3528', 'jcb'],        ['3589', 'jcb'],        ['3527', 'other'], ['3590', 'other'],
    ['62',   'unionpay'],   ['81',   'unionpay'],   ['6011', 'other'],
    ['',     null],
  ])('whose number begins %s is %s', (digits, scheme) => {
    expect(schemeOf(digits)).toBe(scheme);
  });
});
