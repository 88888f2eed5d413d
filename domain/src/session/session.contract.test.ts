import { session, sessionEndpoints } from '@kerb/domain/session/session.contract.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

describe('a session', () => {
  const kim = {
    userId: 12,
    displayName: 'Kim Example',
    emailAddress: 'kim@example.com',
    role: 'vendor',
    memberships: [],
  };

  it('says who is signed in, and whom an admin impersonates', () => {
    expect(z.parse(session, kim)).toEqual(kim);
    const seen = {
      ...kim,
      onlyAgreementId: 10231,
      viewedBy: { userId: 2, displayName: 'Alex Admin', changesAreOn: false },
    };
    expect(z.parse(session, seen)).toEqual(seen);
  });

  it('sends nothing else to the browser', () => {
    expect(z.parse(session, { ...kim, passwordHash: 'x' })).toEqual(kim);
  });

  it('accepts only tickets of a possible length', () => {
    const { body } = sessionEndpoints.refresh;
    expect(z.safeParse(body, { refreshToken: 'x'.repeat(43) }).success).toBe(true);
    expect(z.safeParse(body, { refreshToken: 'x' }).success).toBe(false);
    expect(z.safeParse(body, { refreshToken: 'x'.repeat(201) }).success).toBe(false);
  });
});
