import { emailAddress, text } from '@kerb/domain/wire/codecs.ts';
import { sentExternalShape } from '@kerb/domain/wire/external-refs.ts';
import { personName } from '@kerb/domain/wire/printable-text.ts';
import * as z from 'zod/mini';

/** The input for one payer, of a new or an existing campaign. */
export const newPayer = z.strictObject({
  firstName: personName(100),
  surname: personName(100),
  emailAddress,
  mobilePhone: z.optional(z.nullable(text(30))),
  ...sentExternalShape,
});
export type NewPayer = z.output<typeof newPayer>;

export const duplicatePayerEmail = 'Please use a different email address for each Vendor/Buyer';
