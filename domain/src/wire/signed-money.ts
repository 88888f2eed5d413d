import { centsFromDollars, dollarsFromCents } from '@kerb/domain/kernel/money.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import * as z from 'zod/mini';

/** Dollars on the wire, cents in code. Negative for a discount, or for outgoing money. */
export const signedMoney = z.codec(z.number(), z.int(), {
  decode: (dollars, context) => {
    const cents = centsFromDollars(dollars);
    if (cents !== null) return cents;
    context.issues.push({ code: 'custom', input: dollars, message: fieldWords.notToTheCent });
    return z.NEVER;
  },
  encode: dollarsFromCents,
});
