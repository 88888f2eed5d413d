import { emailAddress, requiredText, text } from '@kerb/domain/wire/codecs.ts';
import * as z from 'zod/mini';

/** A payer as typed, for a new campaign or one that exists. */
export const newPayer = z.strictObject({
  firstName: requiredText(100),
  surname: requiredText(100),
  emailAddress,
  mobilePhone: z.optional(z.nullable(text(30))),
});
export type NewPayer = z.output<typeof newPayer>;

export const duplicatePayerEmail = 'Please use a different email address for each Vendor/Buyer';
