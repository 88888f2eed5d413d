import { financeApplication } from '@kerb/domain/options/options.contract.ts';
import { flowStepNames } from '@kerb/domain/signing/guided-flow.ts';
import { mortgageChoices } from '@kerb/domain/signing/mortgage-answer.ts';
import { signatory, typedCode } from '@kerb/domain/signing/signatories.contract.ts';
import { authorisationMethods } from '@kerb/domain/signing/signing-rules.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { digits, id, moment, requiredText, text } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const signature = z.strictObject({
  termsVersion: requiredText(50),
  signatoryId: id,
  authorisationMethod: z.optional(z.enum(authorisationMethods)),
  authorisationCode: z.optional(typedCode),
});
export type NewSignature = z.output<typeof signature>;

export const signed = z.object({
  signatory,
  status: z.enum(agreementStatuses),
  /** The names of the signatories who have not signed. */
  waitingFor: z.array(z.string()),
});
export type Signed = z.output<typeof signed>;

const flowStep = z.enum(flowStepNames);
/** What a payer has typed but not saved. It is validated only when it is saved. */
export const flowAnswers = z.record(
  z.string().check(z.regex(/^[a-zA-Z0-9-]{1,50}$/)),
  z.union([z.string().check(z.trim(), z.maxLength(500)), z.boolean()]),
);

export const payerFlow = z.object({
  steps: z.array(z.object({ name: flowStep, label: z.string(), isDone: z.boolean() })),
  current: z.nullable(flowStep),
  reviewed: z.array(flowStep),
  answers: flowAnswers,
  /** The names of answers that are not shown until a code was entered in this sign-in; absent if there are none. */
  hiddenAnswers: z.optional(z.array(z.string())),
  /** Whether a passkey of the actor shows what is hidden, too; absent if not. */
  hasPasskey: z.optional(z.boolean()),
  lastUpdateDate: z.nullable(moment),
  /** The terms that the actor agreed to when applying; null for the team. */
  agreedTermsVersion: z.nullable(z.string()),
  /** The actor's own record; null for the team. */
  signatory: z.nullable(signatory),
  /** The names of co-owners who have not submitted, or not signed. */
  waitingFor: z.array(z.string()),
  application: z.nullable(financeApplication),
  /** The hash of the agreement that the actor is to sign now; null if there is none. */
  documentKey: z.nullable(z.string()),
});
export type PayerFlow = z.output<typeof payerFlow>;

const savedFlow = z.strictObject({
  reviewed: z.optional(z.array(flowStep).check(z.maxLength(20))),
  answers: z.optional(flowAnswers),
  /** What the payer says about the mortgage: the campaign's, until another payer says something else. */
  mortgage: z.optional(z.enum(mortgageChoices)),
  /** Which agreement the payer has read. Refused if it is no longer the one to sign. */
  documentKey: z.optional(text(100)),
});
export type SavedFlow = z.output<typeof savedFlow>;

const submission = z.strictObject({ termsVersion: z.optional(requiredText(50)) });

/** The hash of a file, or the code printed on it. */
const verification = z.object({
  hash: z.optional(z.string().check(z.regex(/^[0-9a-fA-F]{64}$/, 'This is not a SHA-256 fingerprint.'))),
  code: z.optional(z.string().check(z.trim(), z.toUpperCase(), z.minLength(1), z.maxLength(60))),
});
export const verified = z.object({
  isGenuine: z.boolean(),
  /** Why not: nobody knows the code, or the file is not one that was signed here. */
  reason: z.optional(z.enum(['unknown-code', 'unknown-file'])),
  /** False if the campaign was reopened since: the agreement was signed again or not at all. */
  isInForce: z.optional(z.boolean()),
  flowNumber: z.optional(z.string()),
  title: z.optional(z.string()),
  signedDate: z.optional(moment),
  sha256: z.optional(z.string()),
  signatures: z.optional(z.array(z.object({ initials: z.string(), signatureDate: moment }))),
});
export type Verified = z.output<typeof verified>;

const oneCampaign = z.object({ id: digits });

// biome-ignore format: a table
export const signingEndpoints = defineEndpoints({
  sign:     { method: 'POST', path: '/v1/agreements/{id}/sign', permission: 'agreement.sign', summary: 'Sign an agreement', params: oneCampaign, body: signature, response: signed, idempotent: true },
  flow:     { method: 'GET',  path: '/v1/agreements/{id}/flow', permission: 'payer.flow', summary: 'Read the steps of a payer’s guided flow and the current one', params: oneCampaign, response: payerFlow },
  saveFlow: { method: 'PUT',  path: '/v1/agreements/{id}/flow', permission: 'payer.flow', summary: 'Store which steps a payer has read, what they typed, and what they say about the mortgage', params: oneCampaign, body: savedFlow, response: payerFlow },
  submit:   { method: 'POST', path: '/v1/agreements/{id}/submit-application', permission: 'payer.flow', summary: 'Submit a payer’s part of the finance application', params: oneCampaign, body: submission, response: payerFlow },
  verify:   { method: 'GET',  path: '/v1/verify', permission: 'anyone', summary: 'Check whether a file is a signed agreement', query: verification, response: verified, also: [429] },
});

/** The browser's position as 'latitude,longitude', or why there is none. */
export const geolocationHeader = 'x-geolocation';
