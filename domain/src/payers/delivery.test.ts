import { type DeliveryStage, isOpenedBy, stageOf } from '@kerb/domain/payers/delivery.ts';
import { expect, it } from 'vitest';

const message = { state: 'accepted', receiptStatus: null, isOpened: false } as const;

// biome-ignore format: a table
it.each<[string, Partial<Parameters<typeof stageOf>[0]>, DeliveryStage]>([
  ['waits',                                          { state: 'queued' },                                 'queued'],
  ['is held',                                        { state: 'held' },                                   'held'],
  ['was given up',                                   { state: 'failed' },                                 'failed'],
  ['was taken by the provider',                      {},                                                  'sent'],
  ['arrived',                                        { receiptStatus: 'delivered' },                      'delivered'],
  ['came back',                                      { receiptStatus: 'bounced' },                        'bounced'],
  ['was opened',                                     { receiptStatus: 'delivered', isOpened: true },      'opened'],
  ['came back, and was opened all the same',         { receiptStatus: 'bounced', isOpened: true },        'opened'],
  ['has a receipt before we stored that it was sent', { state: 'queued', receiptStatus: 'delivered' },    'delivered'],
])('a message that %s', (_what, change, stage) => {
  expect(stageOf({ ...message, ...change })).toBe(stage);
});

it('a link that was opened is that of the mail or of the text message', () => {
  const openedDate = '2026-11-17T00:00:00.000Z';
  expect([
    isOpenedBy('email', { openedDate, isOpenedByMail: true }),
    isOpenedBy('sms', { openedDate, isOpenedByMail: true }),
  ]).toEqual([true, false]);
  expect(isOpenedBy('sms', { openedDate, isOpenedByMail: false })).toBe(true);
  expect(isOpenedBy('sms', { openedDate: null, isOpenedByMail: false })).toBe(false);
});
