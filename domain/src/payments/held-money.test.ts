import { decideReturn } from '@kerb/domain/payments/held-money.ts';
import { describe, expect, it } from 'vitest';

describe('returning held money', () => {
  const style = { locale: 'en-AU', currency: 'AUD' };

  // biome-ignore format: a table
  it.each([
    ['is possible for all of it',            100_00, 100_00, false, null          ],
    ['is possible for a part',               100_00, 1,      false, null          ],
    ['is refused for more than is held',     100_00, 100_01, false, 'not-valid'   ],
    ['is refused for zero',                  100_00, 0,      false, 'not-valid'   ],
    ['is refused if nothing is held',        0,      1,      false, 'nothing-held'],
    ['is refused while a refund is pending', 100_00, 1,      true,  'being-voided'],
  ])('%s', (_what, heldCents, amountCents, isRefunding, code) => {
    const verdict = decideReturn({ heldCents, isRefunding }, amountCents, style);
    expect(verdict.ok ? null : verdict.code).toBe(code);
  });
});
