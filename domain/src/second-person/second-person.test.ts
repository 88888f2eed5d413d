import {
  type Asker,
  decideSecond,
  decideStanding,
  type Maker,
  type SecondPerson,
} from '@kerb/domain/second-person/second-person.ts';
import { describe, expect, it } from 'vitest';

const now = '2026-11-16T06:00:00.000Z';
const [asking, other] = [1, 2];
const asker: Asker = { userId: asking, makers: [], mayAsk: true };
const admin: SecondPerson = { userId: other, role: 'admin', disabledDate: null, standingSince: null };
const codeOf = (verdict: ReturnType<typeof decideSecond>) => (verdict.ok ? 'ok' : verdict.code);

describe('a second person', () => {
  // biome-ignore format: a table
  it.each([
    ['an admin whom the operator made',            {},                                            'ok'],
    ['an admin changed three days ago',            { standingSince: '2026-11-13T06:00:00.000Z' }, 'ok'],
    ['an admin changed a moment less ago',         { standingSince: '2026-11-13T06:00:00.001Z' }, 'too-new'],
    ['an admin made today',                        { standingSince: now },                        'too-new'],
    ['the one who asked',                          { userId: asking },                             'second-person'],
    ['a team member',                              { role: 'tenant_user' },                       'not-permitted'],
    ['a payer',                                    { role: 'vendor' },                            'not-permitted'],
    ['a disabled admin',                           { disabledDate: now },                         'not-permitted'],
  ] as const)('%s', (_, change, expected) => {
    expect(codeOf(decideSecond(asker, { ...admin, ...change }, now))).toBe(expected);
  });

  // biome-ignore format: a table
  it.each([
    ['made the account of the asker years ago',           { part: 'made',      date: '2021-01-01T00:00:00.000Z' }, 'asker-made'],
    ['changed it today',                                  { part: 'made',      date: now },                        'asker-made'],
    ['confirmed less than three days ago what others did', { part: 'confirmed', date: '2026-11-13T06:00:00.001Z' }, 'asker-made'],
    ['confirmed it three days ago',                       { part: 'confirmed', date: '2026-11-13T06:00:00.000Z' }, 'ok'],
  ] as const)('an admin who %s', (_, made, expected) => {
    const maker: Maker = { userId: other, ...made };
    const others: Maker = { userId: 3, part: 'made', date: now };
    expect(codeOf(decideSecond({ ...asker, makers: [others, maker] }, admin, now))).toBe(expected);
    expect(codeOf(decideSecond({ ...asker, makers: [others] }, admin, now))).toBe('ok');
  });

  it('confirms nothing that the asker may no longer ask for', () => {
    expect(codeOf(decideSecond({ ...asker, mayAsk: false }, admin, now))).toBe('asker-left');
  });

  it('who is too new is told why', () => {
    expect(decideStanding('2026-11-15T06:00:00.000Z', now)).toMatchObject({
      because: 'Your account was made or changed less than three days ago, so someone else has to confirm this.',
    });
  });
});
