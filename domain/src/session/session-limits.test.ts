import { idleMinutesOf } from '@kerb/domain/session/session-limits.ts';
import { describe, expect, it } from 'vitest';

describe('a person who has left', () => {
  it.each([
    ['admin', undefined, 30],
    ['tenant_user', undefined, 60],
    ['vendor', undefined, 60],
    ['vendor', { userId: 1 }, 30],
  ] as const)('as %s (viewed by %o) is logged out after %i minutes', (role, viewedBy, minutes) => {
    expect(idleMinutesOf({ role, viewedBy })).toBe(minutes);
  });
});
