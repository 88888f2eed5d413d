import { digits, emailAddress, fraction, money, rate, requiredText } from '@kerb/domain/wire/codecs.ts';
import { parse } from '@kerb/server/platform/http/parse.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

describe('a refused value', () => {
  const body = z.strictObject({
    name: z.optional(requiredText(5)),
    amount: z.optional(money),
    rate: z.optional(rate),
    share: z.optional(fraction),
    email: z.optional(emailAddress),
    method: z.optional(z.enum(['card', 'manual'])),
    id: z.optional(digits),
  });

  // biome-ignore format: a table
  it.each([
    [{ name: '' },           'isEmpty',             'This is required.'],
    [{ name: 'too long' },   'stringLengthTooLong', 'Use at most 5 characters.'],
    [{ amount: 'ten' },      'notValid',            'Enter an amount.'],
    [{ rate: 'ten' },        'notValid',            'Enter a number.'],
    [{ rate: 14.505 },       'notValid',            'Enter a rate with at most two decimals.'],
    [{ share: 0.05555 },     'notValid',            'Enter a share with at most four decimals.'],
    [{ amount: -1 },         'notValid',            'Enter 0 or more.'],
    [{ amount: 1.005 },      'notValid',            'Enter an amount with at most two decimals.'],
    [{ email: 'vera@' },     'notValid',            'That email address is not valid.'],
    [{ method: 'cheque' },   'notValid',            'Choose one of the options.'],
    [{ id: '12abc' },        'notDigits',           'This must be digits only.'],
    [{ colour: 'blue' },     'unrecognized',        'This field is not known.'],
  ])('%j has the type %s and the same text as in a form', (sent, type, message) => {
    const [field = ''] = Object.keys(sent);
    expect(() => parse(body, sent)).toThrow(expect.objectContaining({ validation: { [field]: [{ type, message }] } }));
  });

  it('is missing if the contract requires it', () => {
    const missing = { name: [{ type: 'missing', message: 'This is required.' }] };
    expect(() => parse(z.object({ name: requiredText(5) }), {})).toThrow(
      expect.objectContaining({ validation: missing }),
    );
  });
});
