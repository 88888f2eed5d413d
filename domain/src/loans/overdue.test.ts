import { isOverdueActionDue } from '@kerb/domain/loans/overdue.ts';
import { describe, expect, it } from 'vitest';

const loan = {
  status: 'waiting-settlement',
  actionSuggested: false,
  actionSuggestedLastUpdate: null,
  tenantTimeZone: 'Australia/Sydney',
} as const;

describe('an action for an overdue loan', () => {
  // biome-ignore format: a table
  it.each([
    ['the day after its due day',           loan,                                                                         '2026-11-10', '2026-11-11', true],
    ['on its due day',                      loan,                                                                         '2026-11-10', '2026-11-10', false],
    ['without a due day',                   loan,                                                                         null,         '2026-11-11', false],
    ['if one is suggested already',         { ...loan, actionSuggested: true },                                           '2026-11-10', '2026-11-11', false],
    ['if it was repaid',                    { ...loan, status: 'complete' },                                              '2026-11-10', '2026-11-11', false],
    ['if it was withdrawn from sale',       { ...loan, status: 'withdrawn' },                                             '2026-11-10', '2026-11-11', true],
    ['if one was marked done before',       { ...loan, actionSuggestedLastUpdate: '2026-11-09T12:00:00.000Z' },           '2026-11-10', '2026-11-11', true],
    ['if it was marked done since',         { ...loan, actionSuggestedLastUpdate: '2026-11-10T23:00:00.000Z' },           '2026-11-10', '2026-11-12', false],
    ['if its due day moved after that',     { ...loan, actionSuggestedLastUpdate: '2026-11-10T23:00:00.000Z' },           '2026-11-20', '2026-11-21', true],
  ] as const)('is suggested %s', (_, flagged, due, today, expected) => {
    expect(isOverdueActionDue(flagged, due, today)).toBe(expected);
  });
});
