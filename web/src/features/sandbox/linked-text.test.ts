import { piecesOf } from '@kerb/web/features/sandbox/linked-text.ts';
import { describe, expect, it } from 'vitest';

const drawn = (text: string, links: string[]) =>
  piecesOf(text, links).map(({ piece, isLink }) => (isLink ? `[${piece}]` : piece));

describe('the text of a message', () => {
  it('is split at its links', () => {
    expect(drawn('Open https://kerb.test/a now', ['https://kerb.test/a'])).toEqual([
      'Open ',
      '[https://kerb.test/a]',
      ' now',
    ]);
  });

  it('uses the longer of two links with the same beginning', () => {
    expect(drawn('https://k.test/ab', ['https://k.test/a', 'https://k.test/ab'])).toEqual(['[https://k.test/ab]']);
  });

  it('makes links only of web addresses', () => {
    expect(drawn('javascript:alert(1)', ['javascript:alert(1)'])).toEqual(['javascript:alert(1)']);
  });
});
