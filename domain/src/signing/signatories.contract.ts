import { employmentTypes } from '@kerb/domain/payers/payer-details.ts';
import { postcode } from '@kerb/domain/properties/address.ts';
import { usedCredential } from '@kerb/domain/session/passkeys.contract.ts';
import { authorisationMethods } from '@kerb/domain/signing/signing-rules.ts';
import { day, digits, emailAddress, emptyAsNull, fromOne, id, link, moment, text } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import { externalShape, longestExternalRef, sentExternalShape } from '@kerb/domain/wire/external-refs.ts';
import { optionalName, personName } from '@kerb/domain/wire/printable-text.ts';
import { syncAnswer, syncQuery } from '@kerb/domain/wire/sync.ts';
import * as z from 'zod/mini';

/** The evidence of a signature: where it came from and how it was authorised. Never the code itself. */
export const signatureMetadata = z.object({
  ipAddress: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  geoLocation: z.nullable(z.string()),
  authorisationType: z.enum(authorisationMethods),
  signingUserName: z.string(),
  signingUserEmail: z.string(),
  /** Whether another person signed for the payer, with the payer's code. */
  isOnBehalf: z.boolean(),
  /** When their copy was delivered; absent before. */
  copyDeliveredDate: z.optional(moment),
});

export const identityResults = ['pass', 'fail'] as const;
export const identityCheck = z.object({
  entityId: z.string(),
  /** The profile at the provider. */
  link: z.string(),
  createDate: moment,
  checkDate: z.nullable(moment),
  checkResult: z.nullable(z.enum(identityResults)),
  smsSentDate: z.nullable(moment),
});
export type IdentityCheck = z.output<typeof identityCheck>;

const whoTheyAre = {
  dateOfBirth: z.optional(z.nullable(day)),
  residentialAddress: z.optional(z.nullable(z.string())),
  city: z.optional(z.nullable(z.string())),
  state: z.optional(z.nullable(z.string())),
  postalCode: z.optional(z.nullable(z.string())),
  employmentType: z.optional(z.nullable(z.enum(employmentTypes))),
};

/** A payer as signatory. Another payer sees only the name and whether they have signed. */
export const signatory = z.object({
  id,
  href: z.string(),
  agreement: link('/v1/agreements'),
  displayName: z.string(),
  firstName: z.optional(z.string()),
  middleNames: z.optional(z.nullable(z.string())),
  surname: z.optional(z.string()),
  emailAddress: z.optional(z.string()),
  emailAddressConfirmationDate: z.optional(z.nullable(moment)),
  emailAddressConfirmationCodeSent: z.optional(z.nullable(moment)),
  mobilePhone: z.optional(z.nullable(z.string())),
  mobilePhoneConfirmationDate: z.optional(z.nullable(moment)),
  mobilePhoneConfirmationCodeSent: z.optional(z.nullable(moment)),
  /**
   * Whether the payer confirmed the mobile, in a sign-in in which they proved their mailbox. Only then codes to sign
   * and to show hidden details go to it.
   */
  mobilePhoneConfirmedByPayer: z.optional(z.boolean()),
  /** When the payer entered the code of the application. */
  applicationCodeDate: z.optional(z.nullable(moment)),
  ...whoTheyAre,
  /** Absent if the organisation does not do these checks. */
  amlCheckCompleted: z.optional(z.boolean()),
  user: z.optional(link('/v1/users')),
  /** Deprecated: `user` is the same as a link. */
  userHref: z.optional(z.string()),
  ...externalShape,
  /** Whether this is the actor's own record. */
  isOwn: z.boolean(),
  /** The fields that the actor cannot change now. */
  readOnlyFields: z.array(z.string()),
  /** The stored details that are not shown until a code was entered in this sign-in; absent if there are none. */
  maskedFields: z.optional(z.array(z.string())),
  /** The read-only fields that can be changed once a code was entered in this sign-in; absent if there are none. */
  lockedFields: z.optional(z.array(z.string())),
  /** True for a payer who came by a Payment URL and has not proved in this sign-in, by a code, who they are. */
  isLocked: z.optional(z.boolean()),
  /** For the payer: whether they proved their mailbox in this sign-in. If not, codes to sign are sent by e-mail. */
  hasProvedMailbox: z.optional(z.boolean()),
  submittedDate: z.nullable(moment),
  signatureDate: z.nullable(moment),
  signatureMetadata: z.optional(z.nullable(signatureMetadata)),
  /** For admins. */
  identityChecks: z.optional(z.array(identityCheck)),
});
export type Signatory = z.output<typeof signatory>;

const line = z.optional(emptyAsNull(text(200)));
const details = {
  firstName: z.optional(personName(100)),
  middleNames: z.optional(emptyAsNull(optionalName(100))),
  surname: z.optional(personName(100)),
  emailAddress: z.optional(emailAddress),
  mobilePhone: z.optional(emptyAsNull(text(30))),
  dateOfBirth: z.optional(z.nullable(day)),
  residentialAddress: line,
  city: line,
  state: z.optional(emptyAsNull(text(10))),
  postalCode: z.optional(z.nullable(postcode)),
  employmentType: z.optional(z.nullable(z.enum(employmentTypes))),
  amlCheckCompleted: z.optional(z.boolean()),
  ...sentExternalShape,
};
/** Saves only the fields that are sent. */
export const savedSignatory = z.strictObject(details);
export type SavedSignatory = z.output<typeof savedSignatory>;
export const newSignatory = z.strictObject({
  ...details,
  agreement: link('/v1/agreements'),
  firstName: personName(100),
  surname: personName(100),
  emailAddress,
});

export const contactMethods = ['email', 'phone'] as const;
export type ContactMethod = (typeof contactMethods)[number];

/** A code of six digits; an empty code counts as none. */
export const typedCode = z.string().check(z.trim(), z.toUpperCase(), z.maxLength(20));
const contact = z.strictObject({ contactMethod: z.enum(contactMethods), code: z.optional(typedCode) });

const one = z.object({ id: digits });
const which = z.object({
  financeApplicationId: z.optional(digits),
  agreementId: z.optional(digits),
  externalRef: z.optional(z.string().check(z.maxLength(longestExternalRef))),
  tenantId: z.optional(digits),
  perPage: z.optional(fromOne),
  ...syncQuery,
});

// biome-ignore format: a table
export const signatoryEndpoints = defineEndpoints({
  list:             { method: 'GET',    path: '/v1/signatories', permission: 'payer.read', summary: 'List the signatories of a finance application or a campaign', query: which, response: z.object({ signatories: z.array(signatory), ...syncAnswer }), also: [404] },
  get:              { method: 'GET',    path: '/v1/signatories/{id}', permission: 'payer.read', summary: 'Read a signatory', params: one, response: signatory },
  create:           { method: 'POST',   path: '/v1/signatories', permission: 'payer.add', summary: 'Add a signatory to a campaign', body: newSignatory, response: signatory, status: 201, location: '/v1/signatories/{id}', also: [404] },
  save:             { method: 'PUT',    path: '/v1/signatories/{id}', permission: 'payer.change', summary: 'Change details of a signatory', params: one, body: savedSignatory, response: signatory },
  remove:           { method: 'DELETE', path: '/v1/signatories/{id}', permission: 'payer.remove', summary: 'Remove a signatory who has not signed', params: one },
  verifyContact:    { method: 'POST',   path: '/v1/signatories/{id}/verify-contact', permission: 'payer.verify', summary: 'Send a code to an email address or mobile, or confirm it with the code', params: one, body: contact, response: signatory, withoutKey: 'code' },
  unlock:           { method: 'POST',   path: '/v1/signatories/{id}/unlock', permission: 'payer.verify', summary: 'Send the payer a code that shows their hidden details, or show them with the code or with a passkey', params: one, body: z.strictObject({ code: z.optional(typedCode), passkey: z.optional(usedCredential) }), response: signatory, withoutKey: 'code' },
  sendAgreement:    { method: 'POST',   path: '/v1/signatories/{id}/send-agreement', permission: 'payer.send', summary: 'Send a signatory the signed agreement, or the link to sign it', params: one, response: signatory },
  requestSignature: { method: 'POST',   path: '/v1/signatories/{id}/request-signature', permission: 'agreement.sign', summary: 'Send the code that authorises a signature', params: one, body: z.strictObject({ authorisationMethod: z.enum(authorisationMethods) }), response: z.object({ authorisationMethod: z.enum(authorisationMethods), sentTo: z.string() }), withoutKey: 'code' },
});
