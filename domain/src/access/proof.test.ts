import { decideProof, needsProof } from '@kerb/domain/access/proof.ts';
import { describe, expect, it } from 'vitest';

const now = '2026-11-16T10:00:00.000Z';
const provedAt = (provedDate: string | null) => ({
  signIn: { id: 1, provedDate, isUnlocked: false, isFromMailbox: false },
});

describe('whether a call needs a proof of identity', () => {
  it.each([
    ['an endpoint without the rule', undefined, { role: 'admin' }, false],
    ['an endpoint that always needs one', 'always', undefined, true],
    ['a field that is sent', { bankAccount: 'any value' }, { bankAccount: null }, true],
    ['a field that is not sent', { bankAccount: 'any value' }, { name: 'Harbourlight' }, false],
    ['a field that is undefined', { bankAccount: 'any value' }, { bankAccount: undefined }, false],
    ['one of the values', { role: ['admin'] }, { role: 'admin' }, true],
    ['another value', { role: ['admin'] }, { role: 'vendor' }, false],
    ['an item of a list', { 'people.role': ['admin'] }, { people: [{ role: 'vendor' }, { role: 'admin' }] }, true],
    ['no item of a list', { 'people.role': ['admin'] }, { people: [{ role: 'vendor' }] }, false],
    ['no body', { role: ['admin'] }, null, false],
  ] as const)('%s', (_case, proof, body, expected) => {
    expect(needsProof(proof, body)).toBe(expected);
  });
});

describe('a proof of identity', () => {
  const endpoint = { proof: 'always' } as const;

  it('counts for five minutes', () => {
    expect(decideProof(provedAt('2026-11-16T09:55:01.000Z'), endpoint, {}, now).ok).toBe(true);
    expect(decideProof(provedAt('2026-11-16T09:55:00.000Z'), endpoint, {}, now)).toMatchObject({
      ok: false,
      code: 'proof-needed',
    });
  });

  it('is missing if none was ever given, and in a request without a sign-in', () => {
    expect(decideProof(provedAt(null), endpoint, {}, now).ok).toBe(false);
    expect(decideProof({}, endpoint, {}, now).ok).toBe(false);
  });

  it('is not asked of a program, nor where the endpoint does not ask', () => {
    const client = { identityId: 1, name: 'Sync', scopes: [], permissions: [], agentUserId: null };
    expect(decideProof({ client }, endpoint, {}, now).ok).toBe(true);
    expect(decideProof(provedAt(null), {}, {}, now).ok).toBe(true);
  });
});
