import { type Scope, scopes } from '@kerb/domain/access/scopes.ts';
import {
  agentScopes,
  decideExpiry,
  decideMore,
  decideScopes,
  dueReminder,
  isLive,
  mostCredentials,
  stateOf,
} from '@kerb/domain/integrations/identity-rules.ts';
import { scopeWords } from '@kerb/domain/integrations/scope-words.ts';
import { integrationMessages } from '@kerb/domain/notifications/integration-changes.ts';
import { describe, expect, it } from 'vitest';

const now = '2026-11-16T00:00:00.000Z';
const later = '2026-12-16T00:00:00.000Z';
const earlier = '2026-10-16T00:00:00.000Z';

describe('the scopes of a program', () => {
  it('leave out settings and webhooks if it sees one team member’s campaigns', () => {
    expect(scopes.filter((scope) => !agentScopes.includes(scope))).toEqual(['settings:read', 'webhooks']);
    expect(decideScopes(['settings:read'], 12)).toMatchObject({ ok: false, validation: { scopes: [{}] } });
    expect(decideScopes(['settings:read'], null).ok).toBe(true);
  });

  it('are kept in the order of the table, each once', () => {
    const asked: Scope[] = ['team:read', 'campaigns:read', 'team:read'];
    expect(decideScopes(asked, 12)).toEqual({ ok: true, value: ['campaigns:read', 'team:read'] });
  });

  it('each have words that say what they allow', () => {
    for (const scope of scopes) expect(scopeWords[scope].help).toMatch(/\.$/);
  });
});

describe('the last day of a secret or key', () => {
  it.each<[string | null, string | null]>([
    [null, '2027-11-16'],
    ['2026-11-16', '2026-11-16'],
    ['2028-11-15', '2028-11-15'],
    ['2028-11-16', null],
    ['2026-11-15', null],
  ])('asked as %s is %s', (asked, day) => {
    const decision = decideExpiry(asked, '2026-11-16');
    expect(decision.ok ? decision.value : null).toBe(day);
  });

  it.each<[string | null, string, boolean]>([
    [null, later, true],
    [null, now, false],
    [later, later, true],
    [now, later, false],
    [earlier, later, false],
  ])('with an end at %s and an expiry at %s is over or not', (endedDate, expiryDate, isOpen) => {
    expect(isLive({ endedDate, expiryDate }, now)).toBe(isOpen);
  });

  it('is announced once for each number of days', () => {
    const inDays = (days: number) => new Date(Date.parse(now) + days * 86_400_000).toISOString();
    const due = (days: number, remindedDays: number | null) =>
      dueReminder({ expiryDate: inDays(days), remindedDays }, now);
    expect([due(31, null), due(30, null), due(8, 30), due(7, 30), due(7, null), due(3, 7)]).toEqual([
      null,
      30,
      null,
      7,
      7,
      null,
    ]);
  });
});

describe('a program', () => {
  const live = { endedDate: null, expiryDate: later };

  it('has at most so many live secrets and keys', () => {
    const full = Array.from({ length: mostCredentials }, () => live);
    expect(decideMore(full.slice(1), now).ok).toBe(true);
    expect(decideMore(full, now)).toMatchObject({ ok: false, code: 'too-many-credentials' });
    expect(decideMore([...full.slice(1), { ...live, endedDate: earlier }], now).ok).toBe(true);
  });

  it.each([
    [{ endedDate: null, ownerLostDate: null, credentials: [live] }, 'active'],
    [{ endedDate: null, ownerLostDate: earlier, credentials: [live] }, 'ownerless'],
    [{ endedDate: null, ownerLostDate: null, credentials: [{ ...live, expiryDate: earlier }] }, 'expired'],
    [{ endedDate: null, ownerLostDate: null, credentials: [] }, 'expired'],
    [{ endedDate: earlier, ownerLostDate: earlier, credentials: [live] }, 'ended'],
  ])('%j is %s', (program, state) => {
    expect(stateOf(program, now)).toBe(state);
  });
});

describe('the messages to managers', () => {
  it('name the organisation and the program, and never a secret', () => {
    const facts = { brand: 'Kerb', tenantName: 'Harbour', name: 'Sync', userName: 'Mia', settingsUrl: 'https://k/s' };
    const written = [
      integrationMessages.created({ ...facts, allowed: ['Read campaigns'] }),
      integrationMessages.widened({ ...facts, allowed: ['Read campaigns'] }),
      integrationMessages.credentialAdded({ ...facts, kind: 'secret', hosts: ['crm.example'], isPaused: true }),
      integrationMessages.ended({ ...facts, reason: 'Ended by a person.' }),
      integrationMessages.ownerLost({ ...facts, ownerName: 'Max' }),
      integrationMessages.expiring({ ...facts, kind: 'key', day: '1 March 2027' }),
    ];
    for (const { body } of written) expect(body).toMatch(/"Sync"[\s\S]*Harbour|Harbour[\s\S]*"Sync"/);
    expect(new Set(written.map(({ kind }) => kind)).size).toBe(written.length);
  });
});
