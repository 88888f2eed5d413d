import { newPayer } from '@kerb/domain/agreements/new-payer.ts';
import { day, money } from '@kerb/domain/wire/codecs.ts';
import { setValidationWords } from '@kerb/web/platform/validation-words.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const messageOf = (schema: z.ZodMiniType, value: unknown) =>
  z.safeEncode(schema, value as never).error?.issues[0]?.message;

beforeEach(setValidationWords);

describe("a form's message", () => {
  it.each([
    ['a missing name', newPayer.shape.firstName, '', 'This is required.'],
    ['a name too long', newPayer.shape.firstName, 'x'.repeat(101), 'Use at most 100 characters.'],
    ['a wrong address', newPayer.shape.emailAddress, 'vera@', 'That email address is not valid.'],
    ['no amount', money, null, 'This is required.'],
    ['a negative amount', money, -100, 'Enter 0 or more.'],
    ['no date', day, '', 'This is required.'],
    ['an incomplete date', day, '2026-13', 'Enter a date.'],
    ['no choice', z.enum(['a', 'b']), '', 'This is required.'],
    ['another choice', z.enum(['a', 'b']), 'c', 'Choose one of the options.'],
  ] as [string, z.ZodMiniType, unknown, string][])('covers %s', (_, schema, value, words) => {
    expect(messageOf(schema, value)).toBe(words);
  });
});
