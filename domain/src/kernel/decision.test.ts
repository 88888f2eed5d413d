import { allow, fieldError, refuse } from '@kerb/domain/kernel/decision.ts';
import { describe, expect, it } from 'vitest';

describe('a decision', () => {
  it('that allows carries its value', () => {
    expect(allow(7)).toEqual({ ok: true, value: 7 });
  });

  it('that refuses gives the reason only', () => {
    expect(refuse('too-late', 'It is too late.')).toStrictEqual({
      ok: false,
      code: 'too-late',
      because: 'It is too late.',
    });
  });

  it('that refuses over a field names the field', () => {
    const validation = fieldError('surname', 'isEmpty', 'Enter a surname.');
    expect(refuse('not-valid', 'Check the form.', validation)).toStrictEqual({
      ok: false,
      code: 'not-valid',
      because: 'Check the form.',
      validation: { surname: [{ type: 'isEmpty', message: 'Enter a surname.' }] },
    });
  });
});
