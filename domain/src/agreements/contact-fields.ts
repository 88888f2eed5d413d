import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import { asciiAddress, emailAddress } from '@kerb/domain/wire/codecs.ts';
import * as z from 'zod/mini';

const addressesIn = (typed: string): string[] =>
  typed
    .split(/[,;\s]+/)
    .map((address) => address.trim())
    .filter(Boolean);

/** Addresses joined by a comma and a space, however they were typed. */
export const tidyEmails = (typed: string): string => addressesIn(typed).map(asciiAddress).join(', ');

const areAddresses = (typed: string): boolean =>
  addressesIn(typed).every((address) => z.safeParse(emailAddress, address).success);

export const emailList = z
  .string()
  .check(z.overwrite(tidyEmails), z.maxLength(1_000), z.refine(areAddresses, fieldWords.emailNotValid));

const notWeb = 'Enter a web address that begins with http:// or https://.';

/** `https://bank.example@other.example` opens other.example, not bank.example. */
const hasNoUserInfo = (typed: string): boolean => !/^https?:\/\/[^/?#]*@/i.test(typed.trim());

/** Only http and https: a link with another scheme could run a script when it is opened. */
export const webAddress = z
  .url({ protocol: /^https?$/, hostname: /\.[a-z]/i, error: notWeb })
  .check(z.maxLength(500), z.refine(hasNoUserInfo, notWeb));

/** Validates what a save may write to these fields. Stored values can be older and less strict. */
export const savedContactShape = {
  agentEmail: z.optional(z.nullable(emailAddress)),
  agentCcEmails: z.optional(z.nullable(emailList)),
  conveyancerEmail: z.optional(z.nullable(emailAddress)),
  externalListingUrl: z.optional(z.nullable(webAddress)),
};
