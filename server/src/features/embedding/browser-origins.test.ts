import { decideOrigin } from '@kerb/domain/embedding/allowed-origins.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';

/** The domain has no `URL`, so its rule is compared with that of browsers here. */
const accepted = (typed: string) => {
  const decided = decideOrigin(typed, { isSandbox: true });
  return decided.ok ? decided.value : null;
};

it('an origin is written as browsers write it, with any port', () => {
  const port = fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: null });
  fc.assert(
    fc.property(fc.domain(), port, fc.constantFrom('', '/'), (name, number, end) => {
      const typed = `https://${name}${number === null ? '' : `:${number}`}${end}`;
      const parsed = URL.parse(typed);
      const isName = parsed?.hostname === name && !/(^|\.)(\d+|0x[\da-f]*)$/.test(name);
      if (isName) expect(accepted(typed)).toBe(parsed.origin);
    }),
  );
});

it('what is accepted is its own origin, whatever was typed', () => {
  const piece = fc.constantFrom('https://', 'http://', 'localhost', 'a', 'b-c', '.', ':', '443', '8080', '/', '0', '1');
  const typed = fc.oneof(
    fc.array(piece, { maxLength: 8 }).map((parts) => parts.join('')),
    fc.webUrl({ validSchemes: ['http', 'https'] }),
  );
  fc.assert(
    fc.property(typed, (text) => {
      const origin = accepted(text);
      if (origin !== null) expect(URL.parse(origin)?.origin).toBe(origin);
    }),
  );
});
