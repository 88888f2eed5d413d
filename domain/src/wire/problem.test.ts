import { problem } from '@kerb/domain/wire/problem-body.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

describe('a problem', () => {
  const body = { type: 'about:blank', title: 'Conflict', status: 409, displayText: 'Somebody else changed this.' };

  it('has a sentence for the screen, and field errors for a form', () => {
    const validation = { surname: [{ type: 'isEmpty', message: 'Enter a surname.' }] };
    expect(z.safeParse(problem, body).success).toBe(true);
    expect(z.safeParse(problem, { ...body, validation }).success).toBe(true);
  });

  it('never has an unknown type of field error', () => {
    const validation = { surname: [{ type: 'silly', message: 'Enter a surname.' }] };
    expect(z.safeParse(problem, { ...body, validation }).success).toBe(false);
  });
});
