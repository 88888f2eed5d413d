import { authorisationMethods } from '@kerb/domain/signing/signing-rules.ts';
import { digits, moment } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

/** The name of the format. A change that a reader of the former one would not understand gets a new number. */
export const evidenceFormat = 'kerb-signature-evidence-1';
/** Where the JSON schema is served, on every deployment and without a sign-in. */
export const evidenceSchemaPath = '/v1/schemas/signature-evidence-1';

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const base64 = z.string().check(z.regex(/^[A-Za-z0-9+/]*={0,2}$/));
const whole = z.int().check(z.minimum(0));

const hashedText = z.object({ text: z.string(), sha256 });
const certificate = z.object({
  subject: z.string(),
  issuer: z.string(),
  validFrom: moment,
  validTo: moment,
  sha256,
  der: base64,
});

/** The signed PDF; null until everybody has signed. */
const document = z.object({
  title: z.string(),
  sha256,
  code: z.string(),
  signedDate: moment,
  /** The certificate that sealed the file, its issuer and so on. */
  certificates: z.array(certificate),
  /** The stamp of an authority on the file's signature, with its token (RFC 3161) in DER. */
  timeStamp: z.nullable(z.object({ time: moment, authority: z.string(), token: base64 })),
  /** The newest seal of the audit log when the file was made, as the file states it. */
  seal: z.nullable(z.object({ number: whole, sha256 })),
});

const event = z.object({ kind: z.string(), date: moment, channel: z.nullable(z.string()) });

/** The seal of the audit log that has the entry of the signature, with everything that its hash is made of. */
const proof = z.object({
  entry: z.object({ id: whole, sha256 }),
  organisation: z.object({
    id: whole,
    number: whole,
    before: sha256,
    /** For each entry: its id, when it was written in microseconds since 1970, and its hash. */
    entries: base64,
    sha256,
  }),
  seal: z.object({
    number: whole,
    before: sha256,
    micros: whole,
    newestId: whole,
    parts: z.array(z.object({ organisation: whole, number: whole, sha256 })),
    sha256,
  }),
});

/** The evidence of one signature. See docs/verifying.md. */
export const signatureEvidence = z.object({
  format: z.literal(evidenceFormat),
  schema: z.string(),
  madeDate: moment,
  madeBy: z.string(),
  agreement: z.object({ id: whole, flowNumber: z.string() }),
  signer: z.object({ legalName: z.string(), emailAddress: z.string() }),
  signature: z.object({
    date: moment,
    localTime: z.string(),
    /** Of the bytes that were shown for signing. */
    documentSha256: sha256,
    ipAddress: z.nullable(z.string()),
    userAgent: z.nullable(z.string()),
    position: z.nullable(z.string()),
    whyNoPosition: z.nullable(z.string()),
  }),
  identification: z.object({
    method: z.enum(authorisationMethods),
    /** Without the middle of the address. */
    codeSentTo: z.string(),
    contactVerifiedDate: z.nullable(moment),
    isOnBehalf: z.boolean(),
    enteredBy: z.string(),
    events: z.array(event),
  }),
  consent: z.object({
    termsVersion: z.string(),
    termsSha256: sha256,
    date: z.nullable(moment),
    texts: z.array(hashedText),
  }),
  document: z.nullable(document),
  log: z.object({
    /** Null for a second or two after the signature, until its entry is sealed. */
    proof: z.nullable(proof),
    /** The newest seal when the evidence was made. */
    head: z.nullable(z.object({ number: whole, sha256 })),
  }),
});
export type SignatureEvidence = z.output<typeof signatureEvidence>;

// biome-ignore format: a table
export const evidenceEndpoints = defineEndpoints({
  read:   { method: 'GET', path: '/v1/signatories/{id}/evidence', permission: 'signature.evidence', summary: 'Download the evidence of a signature', params: z.object({ id: digits }), response: signatureEvidence },
  schema: { method: 'GET', path: evidenceSchemaPath, permission: 'anyone', summary: 'Read the JSON schema of the evidence of a signature', response: z.record(z.string(), z.unknown()) },
});

export const evidenceFileName = (signatoryId: number): string => `Signature-Evidence_${signatoryId}.json`;

/** The JSON schema of the evidence (draft 2020-12). */
export const evidenceSchema = (): Record<string, unknown> => ({
  ...(z.toJSONSchema(signatureEvidence, { io: 'output' }) as Record<string, unknown>),
  title: 'Evidence of a signature',
});
