import { link, money } from '@kerb/domain/wire/codecs.ts';
import { answerEncoder, encoderOf } from '@kerb/server/platform/http/answer-encoder.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const campaign = z.object({
  name: z.string(),
  budget: z.nullable(money),
  agent: z.optional(link('/v1/users')),
  tags: z.array(z.enum(['one', 'two'])),
  payers: z.array(z.object({ surname: z.string(), paid: money })),
  contact: z.union([z.object({ email: z.string() }), z.object({ phone: z.string() })]),
  note: z.string().check(z.trim()),
  counts: z.record(z.string(), money),
  metadata: z.record(z.string(), z.string()),
  first: z._default(z.int(), 1),
  exact: z.strictObject({ is: z.boolean() }),
});

const cents = fc.nat(10_000_000_00);
const anyCampaign = fc.record({
  name: fc.string(),
  budget: fc.option(cents),
  agent: fc.option(fc.integer({ min: 1 }), { nil: undefined }),
  tags: fc.array(fc.constantFrom('one' as const, 'two' as const)),
  payers: fc.array(fc.record({ surname: fc.string(), paid: cents, secret: fc.string() })),
  contact: fc.oneof(fc.record({ email: fc.string(), secret: fc.string() }), fc.record({ phone: fc.string() })),
  note: fc.string(),
  counts: fc.dictionary(fc.constantFrom('a', 'b'), cents),
  metadata: fc.dictionary(fc.constantFrom('a', 'a name', 'c.d'), fc.string()),
  first: fc.integer(),
  exact: fc.record({ is: fc.boolean() }),
  secret: fc.string(),
});

const onTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('the encoder of answers', () => {
  it('writes every value as zod does, and nothing that the contract does not name', () => {
    const encode = encoderOf(campaign);
    for (const value of fc.sample(anyCampaign, 100)) {
      const sent = onTheWire(encode(value));
      expect(sent).toEqual(onTheWire(z.encode(campaign, value)));
      expect(JSON.stringify(sent)).not.toContain('"secret":');
    }
  });

  it('sends texts by any name as they are, and leaves names that are checked to zod', () => {
    const value = { 'a name': 'a text' };
    expect(encoderOf(z.record(z.string(), z.string()))(value)).toBe(value);
    expect(encoderOf(z.record(z.string().check(z.trim()), z.string()))(value)).toEqual(value);
    expect(encoderOf(z.record(z.string().check(z.trim()), z.string()))(value)).not.toBe(value);
  });

  it('does not change the value that it writes', () => {
    const value = { name: 'Wattle St', paid: 100, secret: 'kept' };
    encoderOf(z.object({ name: z.string(), paid: money }))(value);
    expect(value).toEqual({ name: 'Wattle St', paid: 100, secret: 'kept' });
  });

  it('checks every answer in a sandbox, and none in production', () => {
    const [schema, wrong] = [z.object({ day: z.iso.date() }), { day: 'tomorrow' }];
    expect(() => answerEncoder({ sandbox: true })(schema, wrong)).toThrow('invalid_format');
    expect(answerEncoder({ sandbox: false })(schema, wrong)).toEqual(wrong);
  });
});
