import { largestAmountCents, largestBudgetCents } from '@kerb/domain/kernel/money.ts';
import * as codecs from '@kerb/domain/wire/codecs.ts';
import { wordsFor } from '@kerb/domain/wire/issue-words.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const accepts = (schema: z.core.$ZodType, wire: unknown): boolean => z.safeDecode(schema, wire as never).success;

describe('money on the wire', () => {
  it('is dollars on the wire and whole cents inside, for every amount', () => {
    fc.assert(
      fc.property(fc.nat(largestAmountCents), (cents) => {
        expect(z.decode(codecs.money, z.encode(codecs.money, cents))).toBe(cents);
      }),
    );
    expect(z.decode(codecs.money, 4200.5)).toBe(420_050);
    expect(z.encode(codecs.money, 420_050)).toBe(4200.5);
    expect(z.decode(codecs.money, 99_999_999_999.99)).toBe(largestAmountCents);
  });

  it.each([-0.01, 1.005, 0.001, 1e-9, 100_000_000_000, Number.NaN, Number.POSITIVE_INFINITY, '5', null])(
    'refuses %j',
    (wire) => {
      expect(accepts(codecs.money, wire)).toBe(false);
    },
  );

  it('says what is wrong with a third decimal', () => {
    const { error } = z.safeDecode(codecs.money, 1.005);
    expect(error?.issues[0]?.message).toBe('Enter an amount with at most two decimals.');
  });
});

describe('a budget on the wire', () => {
  it('is at most 10,000,000, in words of its own', () => {
    expect(z.decode(codecs.budget, 10_000_000)).toBe(largestBudgetCents);
    const { error } = z.safeDecode(codecs.budget, 10_000_000.01);
    expect(error?.issues[0]?.message).toBe('Enter at most $10,000,000.');
  });
});

describe('a rate and a share on the wire', () => {
  const wordsOf = (schema: z.core.$ZodType, wire: unknown) =>
    z.safeDecode(schema, wire as never).error?.issues[0]?.message;

  it('have their own words, not those of an amount', () => {
    expect(wordsOf(codecs.rate, 14.505)).toBe('Enter a rate with at most two decimals.');
    expect(wordsOf(codecs.rate, 'ten')).toBe('Enter a number.');
    expect(wordsOf(codecs.fraction, 0.05555)).toBe('Enter a share with at most four decimals.');
    expect(wordsOf(codecs.money, 'ten')).toBe('Enter an amount.');
  });

  it('are basis points inside', () => {
    expect(z.decode(codecs.rate, 14.5)).toBe(14_50);
    expect(z.encode(codecs.rate, 14_50)).toBe(14.5);
    expect(z.decode(codecs.fraction, 0.055)).toBe(550);
  });
});

describe('a link on the wire', () => {
  const userLink = codecs.link('/v1/users');

  it('is an object with an href on the wire and an id inside', () => {
    expect(z.decode(userLink, { href: '/v1/users/7' })).toBe(7);
    expect(z.encode(userLink, 7)).toEqual({ href: '/v1/users/7' });
  });

  it.each([
    { href: '/v1/tenants/7' },
    { href: '/v1/users/' },
    { href: '/v1/users/7/' },
    { href: '/v1/users/7abc' },
    { href: '/v1/users/-7' },
    { href: '/v1/users/1234567890123456' },
    { href: 'https://elsewhere.example/v1/users/7' },
    { href: '/v1/users/7', also: 'this' },
    {},
    '/v1/users/7',
    7,
  ])('refuses %j', (wire) => {
    expect(accepts(userLink, wire)).toBe(false);
  });
});

describe('digits in an address', () => {
  it('are a number inside and text on the wire', () => {
    expect(z.decode(codecs.digits, '10231')).toBe(10231);
    expect(z.encode(codecs.digits, 10231)).toBe('10231');
  });

  it.each(['', '12abc', '-1', '1.5', '1e3', ' 7', '1234567890123456', '٣'])('refuse %j', (wire) => {
    expect(accepts(codecs.digits, wire)).toBe(false);
  });
});

describe('a page in a query', () => {
  const page = z.object(codecs.pageQuery);

  it('is 1 or more, and so is its size', () => {
    expect(z.decode(page, { page: '3', perPage: '10' })).toEqual({ page: 3, perPage: 10 });
    expect(z.encode(page, { page: 3, perPage: 10 })).toEqual({ page: '3', perPage: '10' });
    expect(z.decode(page, {})).toEqual({ page: 1, perPage: 100 });
  });

  it.each(['page', 'perPage'])('below 1 is refused at its field: %s', (name) => {
    const { error } = z.safeDecode(page, { [name]: '0' }, { error: wordsFor });
    expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([[[name], 'Enter 1 or more.']]);
  });
});

describe('a flag in a query', () => {
  // biome-ignore format: a table
  it.each([
    ['1', true],
    ['0', false],
    ['',  false],
  ])('%j is %j', (wire, expected) => {
    expect(z.decode(codecs.queryFlag, wire as '1' | '0' | '')).toBe(expected);
  });

  it('is sent as 1 or empty', () => {
    expect([true, false].map((value) => z.encode(codecs.queryFlag, value))).toEqual(['1', '']);
  });

  it.each(['true', '2', 'yes'])('refuses %j', (wire) => {
    expect(accepts(codecs.queryFlag, wire)).toBe(false);
  });
});

describe('a list in a query', () => {
  const colours = codecs.queryList(['red', 'green', 'blue']);

  // biome-ignore format: a table
  it.each([
    ['one',               'red',             ['red']],
    ['commas',            'red,blue',        ['red', 'blue']],
    ['a stray comma',     'red,,blue,',      ['red', 'blue']],
    ['repeated names',    ['red', 'green'],  ['red', 'green']],
    ['nothing',           '',                []],
  ] as const)('is read from %s', (_how, wire, expected) => {
    expect(z.decode(colours, wire as string | string[])).toEqual(expected);
  });

  it('refuses an unknown value', () => {
    expect(accepts(colours, 'red,purple')).toBe(false);
    expect(accepts(colours, ['purple'])).toBe(false);
  });

  it('is sent back in the same form', () => {
    expect(z.decode(colours, z.encode(colours, ['blue', 'red']))).toEqual(['blue', 'red']);
  });
});

describe('dates on the wire', () => {
  // biome-ignore format: a table
  it.each([
    ['2026-03-31',           true],
    ['2028-02-29',           true],
    ['2027-02-29',           false],
    ['2026-04-31',           false],
    ['2026-1-1',             false],
    ['31/03/2026',           false],
    ['2026-03-31T00:00:00Z', false],
    ['',                     false],
  ])('the day %j: %j', (wire, expected) => {
    expect(accepts(codecs.day, wire)).toBe(expected);
  });

  // biome-ignore format: a table
  it.each([
    ['2026-03-31T01:02:03.456Z',  true],
    ['2026-03-31T01:02:03Z',      true],
    ['2026-03-31T01:02:03+10:00', false],
    ['2026-03-31T01:02:03',       false],
    ['2026-03-31',                false],
  ])('the moment %j, always in UTC: %j', (wire, expected) => {
    expect(accepts(codecs.moment, wire)).toBe(expected);
  });
});

describe('text on the wire', () => {
  it('is trimmed before its length is checked', () => {
    expect(z.decode(codecs.requiredText(3), '  abc ')).toBe('abc');
    expect(z.decode(codecs.requiredText(3), 'a')).toBe('a');
    expect(accepts(codecs.requiredText(3), 'abcd')).toBe(false);
    expect(accepts(codecs.requiredText(3), '   ')).toBe(false);
    expect(z.decode(codecs.text(3), '   ')).toBe('');
  });

  it.each(['kim@example.com', ' Kim.O+x@sub.example.com.au '])('takes the email address %j', (wire) => {
    expect(z.decode(codecs.emailAddress, wire)).toBe(wire.trim());
  });

  // biome-ignore format: a table
  it.each([
    ['kim@tūī.nz',           'kim@xn--t-2ja5q.nz'],
    [' Kim@Ōtāhuhu.co.nz ',  'Kim@xn--thuhu-fwa44c.co.nz'],
    ['kim@münchen.example',  'kim@xn--mnchen-3ya.example'],
  ])('keeps the domain of %j, which has macrons, in its ASCII form', (wire, kept) => {
    expect(z.decode(codecs.emailAddress, wire)).toBe(kept);
  });

  it.each(['kīm@example.com', 'kim@tū/ī.nz', 'kim@tū ī.nz', 'kim@tū@ī.nz', 'tūī.nz', 'kim@tūī'])(
    'refuses the email address %j',
    (wire) => {
      expect(accepts(codecs.emailAddress, wire)).toBe(false);
    },
  );

  it.each(['', 'kim', 'kim@', '@example.com', 'kim@example', 'a b@example.com', `${'a'.repeat(250)}@example.com`])(
    'refuses the email address %j',
    (wire) => {
      expect(accepts(codecs.emailAddress, wire)).toBe(false);
    },
  );

  it('names an email address error in the words of the screens', () => {
    expect(z.safeDecode(codecs.emailAddress, 'kim').error?.issues[0]?.message).toBe('That email address is not valid.');
  });
});

describe('an id', () => {
  it.each([1, Number.MAX_SAFE_INTEGER])('may be %d', (wire) => expect(accepts(codecs.id, wire)).toBe(true));
  it.each([0, -1, 1.5, 2 ** 53, '7', null])('may not be %j', (wire) => expect(accepts(codecs.id, wire)).toBe(false));
});

describe('a page', () => {
  const query = z.object(codecs.pageQuery);

  it('is the first hundred by default', () => {
    expect(z.decode(query, {})).toEqual({ page: 1, perPage: 100 });
    expect(z.decode(query, { page: '3', perPage: '25' })).toEqual({ page: 3, perPage: 25 });
  });

  it('has its items and the total', () => {
    const page = codecs.pageOf(codecs.id);
    expect(accepts(page, { items: [1, 2], totalItems: 2 })).toBe(true);
    expect(accepts(page, { items: ['1'], totalItems: 1 })).toBe(false);
    expect(accepts(page, { items: [] })).toBe(false);
  });
});
