import {
  type AgreementStatus,
  agreementStatuses,
  isFinal,
  openStatuses,
  statusLabel,
  statusOfRank,
  statusRank,
  statusTone,
} from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';

// biome-ignore format: a table
const expected: [AgreementStatus, rank: number, label: string, final: boolean][] = [
  ['cancelled',           0, 'Cancelled',            true ],
  ['rejected',            1, 'Declined',             true ],
  ['draft',               2, 'Draft',                false],
  ['waiting-invite',      3, 'Sent',                 false],
  ['waiting-info',        4, 'Awaiting Vendor Info', false],
  ['waiting-approval',    5, 'Submitted',            false],
  ['approved',            6, 'Awaiting Signature',   false],
  ['signed',              7, 'Signed',               false],
  ['executed',            8, 'Live',                 false],
  ['withdrawn',           9, 'Withdrawn',            false],
  ['waiting-settlement', 10, 'Pending Settlement',   false],
  ['complete',           11, 'Complete',             true ],
];

describe('agreement status', () => {
  it.each(expected)('%s has rank %i and reads %j', (status, rank, label, final) => {
    expect(statusRank(status)).toBe(rank);
    expect(statusOfRank(rank)).toBe(status);
    expect(statusLabel(status, 'marketing')).toBe(label);
    expect(isFinal(status)).toBe(final);
  });

  it('is exactly one of these twelve', () => {
    expect([...agreementStatuses]).toEqual(expected.map(([status]) => status));
  });

  it.each([-1, 12, 1.5, Number.NaN])('has no rank %d', (rank) => {
    expect(() => statusOfRank(rank)).toThrow(RangeError);
  });

  it('names the payer in waiting-info, and is the same otherwise', () => {
    expect(statusLabel('waiting-info', 'marketing')).toBe('Awaiting Vendor Info');
    expect(statusLabel('waiting-info', 'styling')).toBe('Awaiting Vendor Info');
    expect(statusLabel('waiting-info', 'deposit')).toBe('Awaiting Payer Info');
    for (const [status, , label] of expected.filter(([each]) => each !== 'waiting-info')) {
      expect(statusLabel(status, 'deposit')).toBe(label);
    }
  });

  it('has the attention tone if a person must act, and the danger tone only if declined', () => {
    const statusesOf = (tone: string) => agreementStatuses.filter((status) => statusTone(status) === tone);
    expect(statusesOf('attention')).toEqual(['waiting-info', 'approved', 'withdrawn']);
    expect(statusesOf('danger')).toEqual(['rejected']);
  });

  it('is in the all-campaigns list by default unless it is final', () => {
    expect(openStatuses).toEqual([
      'draft',
      'waiting-invite',
      'waiting-info',
      'waiting-approval',
      'approved',
      'signed',
      'executed',
      'withdrawn',
      'waiting-settlement',
    ]);
  });
});
