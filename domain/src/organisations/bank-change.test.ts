import { decideCallBack, maskedNumber, takesEffectFrom } from '@kerb/domain/organisations/bank-change.ts';
import { describe, expect, it } from 'vitest';

const typeOf = (typed: string | undefined) => {
  const verdict = decideCallBack(typed);
  return verdict.ok ? verdict.value : verdict.validation?.callBackNote?.[0]?.type;
};

describe('a new bank account', () => {
  // biome-ignore format: a table
  it.each([
    [undefined,                            'missing'],
    ['   ',                                'missing'],
    ['Called',                             'stringLengthTooShort'],
    ['  Jo, 0299991234 ',                  'Jo, 0299991234'],
    ['x'.repeat(1_001),                    'stringLengthTooLong'],
  ])('with the call-back note %j', (typed, expected) => {
    expect(typeOf(typed)).toBe(expected);
  });

  it('takes effect a day after it was confirmed', () => {
    expect(takesEffectFrom('2026-11-16T06:00:00.000Z')).toBe('2026-11-17T06:00:00.000Z');
  });

  it('is named by its last three digits in messages', () => {
    expect(maskedNumber('12345678')).toBe('•••678');
  });
});
