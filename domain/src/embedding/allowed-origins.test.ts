import { decideOrigin, decideOrigins, mostOrigins } from '@kerb/domain/embedding/allowed-origins.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const sandbox = { isSandbox: true };
const accepted = (typed: string, rules = sandbox) => {
  const decided = decideOrigin(typed, rules);
  return decided.ok ? decided.value : null;
};

describe('a website that may show our frames', () => {
  // biome-ignore format: a table
  it.each([
    ['https://www.example.com',        'https://www.example.com'],
    [' HTTPS://WWW.Example.com/ ',     'https://www.example.com'],
    ['https://example.com:443',        'https://example.com'],
    ['https://example.com:8443',       'https://example.com:8443'],
    ['https://xn--mnchen-3ya.example', 'https://xn--mnchen-3ya.example'],
    ['http://localhost:5173',          'http://localhost:5173'],
    ['http://localhost:80',            'http://localhost'],
    ['http://127.0.0.1:8080',          'http://127.0.0.1:8080'],
    ['https://localhost',              'https://localhost'],
  ])('%s is %s', (typed, origin) => expect(accepted(typed)).toBe(origin));

  it.each([
    '',
    'example.com',
    'http://www.example.com',
    'https://www.example.com/sell',
    'https://www.example.com?a=b',
    'https://user@www.example.com',
    'https://*.example.com',
    'https://*',
    '*',
    'null',
    'https://a;script-src *',
    'https://a;b.example',
    "https://a'b.example",
    'https://a,b.example',
    'https://a.example https://b.example',
    'https://a.example:0',
    'https://a.example:65536',
    'https://-a.example',
    'https://a..example',
    'https://intranet',
    'https://192.168.0.1',
    'https://1.2',
    'https://a.0x7f',
    'ftp://a.example',
    'javascript:alert(1)',
    'https://münchen.example',
    'https://a.example.',
    'https://a.example:443:8443',
    'https://a.example\\@b.example',
    'https://[::1]',
    'https:a.example',
    '//a.example',
  ])('%s is refused', (typed) => expect(accepted(typed)).toBeNull());

  it.each(['http://localhost:5173', 'https://localhost', 'http://127.0.0.1'])(
    '%s is refused outside a sandbox',
    (typed) => expect(accepted(typed, { isSandbox: false })).toBeNull(),
  );

  it('says how to write a name that has other letters', () => {
    expect(decideOrigin('https://münchen.example', sandbox)).toMatchObject({
      ok: false,
      because: expect.stringContaining('xn--'),
    });
  });

  it('is one plain origin in a policy, whatever was typed', () => {
    const piece = fc.constantFrom(
      'https://',
      'http://',
      'localhost',
      'a',
      'b-c',
      '.',
      ':',
      '443',
      '8080',
      '/',
      '*',
      ';',
    );
    const odd = fc.constantFrom(' ', "'", ',', '%', '@', '\t', '\n', 'É', '0x7f', '127.0.0.1', '[::1]', 'xn--a');
    const typed = fc.oneof(
      fc.array(fc.oneof(piece, odd), { maxLength: 8 }).map((parts) => parts.join('')),
      fc.webUrl({ validSchemes: ['http', 'https'], withQueryParameters: true }),
      fc.domain().map((name) => `https://${name}`),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const origin = accepted(text);
        if (origin === null) return;
        expect(origin).toMatch(/^https?:\/\/[a-z0-9.-]+(:\d+)?$/);
        // What was accepted is accepted again, unchanged.
        expect(accepted(origin)).toBe(origin);
        if (origin.startsWith('http:')) expect(origin).toMatch(/^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/);
      }),
    );
  });
});

describe('the websites of an organisation', () => {
  it('are each listed once, in the order in which they were typed', () => {
    expect(decideOrigins(['https://b.example/', 'https://a.example', 'HTTPS://B.example'], sandbox)).toEqual({
      ok: true,
      value: ['https://b.example', 'https://a.example'],
    });
  });

  it('are refused under their field, with the one that is wrong', () => {
    expect(decideOrigins(['https://a.example', 'http://b.example'], sandbox)).toMatchObject({
      ok: false,
      validation: {
        origins: [{ message: 'http://b.example: A website needs https: its address begins with https://.' }],
      },
    });
  });

  it('are at most ten', () => {
    const many = Array.from({ length: mostOrigins + 1 }, (_, place) => `https://a${place}.example`);
    expect(decideOrigins(many.slice(1), sandbox).ok).toBe(true);
    expect(decideOrigins(many, sandbox)).toMatchObject({ ok: false, code: 'too-many-origins' });
  });
});
