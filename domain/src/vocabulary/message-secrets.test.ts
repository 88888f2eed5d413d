import { fillSecrets, secretPlace } from '@kerb/domain/vocabulary/message-secrets.ts';
import { describe, expect, it } from 'vitest';

describe('the link of a message', () => {
  const link = 'https://kerb.example/pay/abc';

  it('is written where the message has its place', () => {
    expect(fillSecrets(`Hello Ann, open ${secretPlace}.`, [link])).toBe(`Hello Ann, open ${link}.`);
  });

  it('is not written where a person typed a place: a payer named {{1}} is greeted as {{1}}', () => {
    expect(fillSecrets(`Hello {{1}}, open ${secretPlace}.`, [link])).toBe(`Hello {{1}}, open ${link}.`);
  });

  it('is written in a message that was stored before with {{1}}', () => {
    expect(fillSecrets('Hello Ann, open {{1}}.', [link])).toBe(`Hello Ann, open ${link}.`);
  });

  it('is replaced by other words once it is no longer stored', () => {
    expect(fillSecrets(`Open ${secretPlace}.`, [], '[no longer kept]')).toBe('Open [no longer kept].');
    expect(fillSecrets('Hello {{1}}', [], '[no longer kept]')).toBe('Hello {{1}}');
  });
});
