import { flowNumberTyped } from '@kerb/web/app/command-palette.tsx';
import { idTyped } from '@kerb/web/features/session/view-as.dialog.tsx';
import { describe, expect, it } from 'vitest';

describe('a typed Flow No.', () => {
  it.each([
    ['10231', 10231],
    ['AU10231', 10231],
    ['dau 10231', 10231],
    [' nz7 ', 7],
    ['users', null],
    ['12 Wattle St', null],
    ['', null],
  ])('%j is read as %j', (typed, id) => {
    expect(flowNumberTyped(typed)).toBe(id);
    expect(idTyped(typed)).toBe(id);
  });
});
