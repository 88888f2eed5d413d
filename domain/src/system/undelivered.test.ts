import { decideUndelivered, type MessageAction, type Undelivered } from '@kerb/domain/system/undelivered.ts';
import { maskedRecipient } from '@kerb/domain/vocabulary/masked-recipient.ts';
import { describe, expect, it } from 'vitest';

const failed: Undelivered = {
  state: 'failed',
  isUrgent: false,
  hasLostSecrets: false,
  canReach: true,
  isBeingSent: false,
  isWarning: false,
};
const codeOf = (action: MessageAction, more: Partial<Undelivered>) => {
  const verdict = decideUndelivered(action, { ...failed, ...more });
  return verdict.ok ? 'ok' : verdict.code;
};

describe('an undelivered message', () => {
  // biome-ignore format: a table
  it.each<[MessageAction, Partial<Undelivered>, string]>([
    ['send-again', {},                        'ok'],
    ['send-again', { state: 'queued' },       'ok'],
    ['send-again', { state: 'held' },         'wrong-state'],
    ['send-again', { isUrgent: true },        'ended'],
    ['send-again', { hasLostSecrets: true },  'link-gone'],
    ['send-again', { canReach: false },       'not-set-up'],
    ['send-again', { isBeingSent: true },     'being-sent'],
    ['release',    { state: 'held' },         'ok'],
    ['release',    {},                        'wrong-state'],
    ['release',    { state: 'held', isUrgent: true }, 'ended'],
    ['release',    { state: 'held', canReach: false }, 'not-set-up'],
    ['discard',    {},                        'ok'],
    ['discard',    { state: 'held', isUrgent: true, hasLostSecrets: true, canReach: false }, 'ok'],
    ['discard',    { isBeingSent: true },     'being-sent'],
    ['discard',    { state: 'queued' },       'still-tried'],
    ['discard',    { state: 'held', isWarning: true }, 'warning'],
    ['discard',    { isWarning: true },       'ok'],
    ['discard',    { state: 'held', isWarning: true, canReach: false }, 'ok'],
  ])('%s with %o: %s', (action, more, code) => expect(codeOf(action, more)).toBe(code));

  it('shows little of its recipient', () => {
    expect(maskedRecipient('mia@example.com')).toBe('m…@example.com');
    expect(maskedRecipient('+61412345678')).toBe('…678');
  });
});
