import {
  type BatchStatus,
  batchLabel,
  batchMoves,
  batchStatuses,
  batchStatusLabels,
  decideBatchMove,
} from '@kerb/domain/batches/batch-moves.ts';
import { largestPaymentCents } from '@kerb/domain/batches/owed.ts';
import { serverCountries } from '@kerb/domain/countries/server-countries.ts';
import { describe, expect, it } from 'vitest';

const isDistinct = (texts: string[]) => new Set(texts).size === texts.length;

describe('the moves of a batch', () => {
  // biome-ignore format: a table
  it.each([
    ['approve',  'waiting-approval', 'approved'],
    ['process',  'approved',         'processing'],
    ['transfer', 'processing',       'transferred'],
    ['discard',  'waiting-approval', 'discarded'],
    ['discard',  'approved',         'discarded'],
  ] as const)('%s a batch that is %s makes it %s', (name, from, to) => {
    expect(decideBatchMove({ status: from, createdByUserId: 1 }, name, 2)).toEqual({ ok: true, value: to });
  });

  it('name the current status of a batch if the move is too late', () => {
    const late: [BatchStatus, string][] = [
      ['transferred', 'transferred'],
      ['waiting-approval', 'awaiting approval'],
    ];
    for (const [status, words] of late)
      expect(decideBatchMove({ status, createdByUserId: 1 }, 'process', 2)).toEqual({
        ok: false,
        code: 'batch-moved-on',
        because: `This batch is ${words} already.`,
      });
  });

  it('say of a batch that lost its approval that it needs another', () => {
    expect(batchLabel({ status: 'approved', isLapsed: true })).toBe('Needs New Approval');
    expect(batchLabel({ status: 'approved' })).toBe('Ready');
    const lapsed = { status: 'approved', createdByUserId: 1, isLapsed: true } as const;
    expect(decideBatchMove(lapsed, 'approve', 2)).toMatchObject({
      code: 'approval-lapsed',
      because: expect.stringMatching(/needs a new approval.* Discard it and make another\.$/),
    });
    expect(decideBatchMove({ ...lapsed, fileDownloadedDate: 'x' }, 'approve', 2)).toMatchObject({
      because: expect.stringContaining('mark the batch as processing'),
    });
  });

  it('have one button each, and each status has one label', () => {
    const buttons = Object.values(batchMoves).map(({ label }) => label);
    expect(buttons).toEqual(['Approve', 'Mark as Processing', 'Mark as Transferred', 'Discard']);
    const labels = batchStatuses.map((status) => batchStatusLabels[status]);
    expect(labels.every((label) => /^[A-Z]\w{4}/.test(label)) && isDistinct(labels)).toBe(true);
  });
});

describe('the bank files', () => {
  it('are named after their bank; only the Australian one ends in aba', () => {
    const { AU, NZ } = serverCountries;
    const writers = { ...AU.bankFiles, ...NZ.bankFiles };
    const labels = Object.values(writers).map(({ label }) => label);
    expect(labels.every((label) => /^[A-Z]{3}|^Westpac/.test(label)) && isDistinct(labels)).toBe(true);
    const endings = Object.entries(writers).map(([format, { ending }]) => `${format}.${ending}`);
    expect(endings).toEqual(['aba.aba', 'bnz.csv', 'anz.csv', 'asb.csv', 'westpac.csv']);
  });

  it('have ten digits for an amount in cents', () => {
    expect(String(largestPaymentCents)).toBe('9999999999');
  });
});
