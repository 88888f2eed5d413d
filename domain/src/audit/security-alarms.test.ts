import {
  alarmRule,
  securityAlarmNames,
  securityAlarms,
  type Tally,
  unusualIn,
} from '@kerb/domain/audit/security-alarms.ts';
import { type SecurityEventKind, securityEventKinds, securityEvents } from '@kerb/domain/audit/security-events.ts';
import { describe, expect, it } from 'vitest';

const tally = (more: Partial<Tally>): Tally => ({
  subject: 'a',
  start: '2026-11-16T10:00:00.000Z',
  events: 0,
  networks: 0,
  accounts: 0,
  ...more,
});

describe('an alarm', () => {
  it.each(securityAlarmNames)('%s is raised at its threshold and not below it', (name) => {
    const { counts, atLeast } = alarmRule(name);
    expect(unusualIn(name, [tally({ [counts]: atLeast - 1 })])).toEqual([]);
    expect(unusualIn(name, [tally({ [counts]: atLeast })])).toMatchObject([{ alarm: name, count: atLeast }]);
  });

  it('names a subject once, with its busiest window, and the latest of equally busy ones', () => {
    const tallies = [
      tally({ start: '2026-11-16T10:00:00.000Z', events: 20 }),
      tally({ start: '2026-11-16T10:05:00.000Z', events: 25 }),
      tally({ start: '2026-11-16T10:10:00.000Z', events: 25 }),
      tally({ start: '2026-11-16T10:15:00.000Z', events: 21 }),
      tally({ subject: 'b', events: 19 }),
      tally({ subject: 'c', events: 40 }),
    ];
    expect(unusualIn('network-tried-links', tallies)).toEqual([
      { alarm: 'network-tried-links', subject: 'a', start: '2026-11-16T10:10:00.000Z', count: 25 },
      { alarm: 'network-tried-links', subject: 'c', start: '2026-11-16T10:00:00.000Z', count: 40 },
    ]);
  });

  it('watches every kind of event except those of ordinary use', () => {
    const watched = new Set<SecurityEventKind>(Object.values(securityAlarms).flatMap(({ kinds }) => [...kinds]));
    expect(securityEventKinds.filter((kind) => !watched.has(kind))).toEqual(['file-refused', 'csp-report', 'start']);
  });

  it('has words of its own, as each kind of event has', () => {
    const labels = Object.values(securityAlarms).map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    const meanings = Object.values(securityEvents).map(({ meaning }) => meaning);
    expect(new Set(meanings).size).toBe(meanings.length);
  });
});
