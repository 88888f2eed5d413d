import { describeError } from '@kerb/server/platform/log/describe-error.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const redacted = (error: unknown) => describeError(error, { inFull: false });
const inFull = (error: unknown) => describeError(error, { inFull: true });

describe('an error in the log', () => {
  it('has its name, message, code and stack', () => {
    const error = Object.assign(new RangeError('out of range'), { code: 'E_RANGE' });
    const described = redacted(error);
    expect(described).toMatchObject({ name: 'RangeError', message: 'out of range', code: 'E_RANGE' });
    expect(described.stack).toMatch(/^\s+at .*describe-error\.test\.ts/);
  });

  it('repeats nothing of its message in the stack', () => {
    const error = new Error('first line\n    at Ann Lee of ann@example.com');
    expect(redacted(error).stack).not.toContain('Ann Lee');
    expect(redacted(error).stack).toContain('describe-error.test.ts');
  });

  it('is redacted in production and whole in development', () => {
    const error = new Error('no user ann@example.com');
    expect(redacted(error).message).toBe('no user [email]');
    expect(inFull(error).message).toBe('no user ann@example.com');
  });

  it('has its causes, also redacted', () => {
    const error = new Error('not delivered', { cause: new Error('550 <ann@example.com>', { cause: 'socket' }) });
    expect(redacted(error)).toMatchObject({
      message: 'not delivered',
      cause: { message: '550 <[email]>', cause: { name: 'string', message: 'socket' } },
    });
  });

  it('stops at a circle of causes', () => {
    const first = new Error('first');
    const second = new Error('second', { cause: first });
    first.cause = second;
    expect(JSON.stringify(redacted(first)).match(/"name"/g)).toHaveLength(6);
  });

  it('has every error of an AggregateError', () => {
    const error = new AggregateError([new Error('one'), new Error('two for ann@example.com')], 'both failed');
    expect(redacted(error).errors).toMatchObject([{ message: 'one' }, { message: 'two for [email]' }]);
  });

  it('names what the database refused; its values only in development', () => {
    const error = Object.assign(new Error('duplicate key value violates unique constraint "users_email_key"'), {
      code: '23505',
      table: 'users',
      constraint: 'users_email_key',
      detail: 'Key (email_address)=(ann@example.com) already exists.',
    });
    expect(redacted(error)).toMatchObject({ code: '23505', table: 'users', constraint: 'users_email_key' });
    expect(JSON.stringify(redacted(error))).not.toContain('ann@example.com');
    expect(inFull(error).detail).toContain('ann@example.com');
  });

  it('names the fields and rules that a schema refused', () => {
    const schema = z.object({ person: z.object({ born: z.string() }), size: z.number() });
    const { error } = z.safeParse(schema, { person: { born: 5 }, size: 'x' });
    expect(redacted(error).message).toBe('person.born: invalid_type, size: invalid_type');
  });

  it.each([
    ['a string', 'gone', { name: 'string', message: 'gone' }],
    ['nothing', undefined, { name: 'undefined', message: 'undefined' }],
    ['a number', 7, { name: 'number', message: '7' }],
  ])('may be %s', (_what, thrown, expected) => {
    expect(redacted(thrown)).toEqual(expected);
  });
});
