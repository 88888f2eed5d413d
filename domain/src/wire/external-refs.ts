import { allow, type Decision, fieldError, refuseFields } from '@kerb/domain/kernel/decision.ts';
import { requiredText, text } from '@kerb/domain/wire/codecs.ts';
import { problem } from '@kerb/domain/wire/problem-body.ts';
import * as z from 'zod/mini';

/** The bounds of Stripe's metadata, so that a client that writes both needs one rule. */
export const metadataLimits = { keys: 50, keyLength: 40, valueLength: 500 } as const;
export const longestExternalRef = 200;

export const tooManyKeys = `Use at most ${metadataLimits.keys} keys.`;
export const externalRefTaken = 'Another record of this kind already has this externalRef.';

/** What only programs read of a problem: the request that failed, and the record that has what must be unique. */
export const fullProblem = z.extend(problem, {
  instance: z.optional(z.string()),
  existing: z.optional(z.object({ id: z.int(), href: z.string() })),
});
export type FullProblem = z.output<typeof fullProblem>;

/** The caller's own id of a record, unique within the organisation for each kind of record. */
export const externalRef = z.nullable(requiredText(longestExternalRef));
const key = requiredText(metadataLimits.keyLength);
const entries = z.record(key, text(metadataLimits.valueLength));
/** The caller's own values of a record, by key. */
export const metadata = z.record(z.string(), z.string());
export type Metadata = z.output<typeof metadata>;

/** As a record shows them. Absent for payers. */
export const externalShape = { externalRef: z.optional(z.nullable(z.string())), metadata: z.optional(metadata) };

/** As a request sends them. A key with an empty value is removed, and null removes all keys. */
export const sentExternalShape = {
  externalRef: z.optional(externalRef),
  metadata: z.optional(z.nullable(entries)),
};

export type External = { externalRef: string | null; metadata: Metadata };
export type SentExternal = { externalRef?: string | null | undefined; metadata?: Metadata | null | undefined };

const isSame = (some: Metadata, others: Metadata): boolean => {
  const keys = Object.keys(some);
  return keys.length === Object.keys(others).length && keys.every((name) => some[name] === others[name]);
};

function merged(current: Metadata, sent: Metadata | null | undefined): Metadata {
  if (sent === undefined) return current;
  if (sent === null) return {};
  const all = Object.entries({ ...current, ...sent }).filter(([, value]) => value !== '');
  return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The reference and metadata after a save; null if they stay as they are. */
export function decideExternal(
  current: External,
  { externalRef: ref = current.externalRef, metadata: sent }: SentExternal,
  field = '',
): Decision<External | null> {
  const values = merged(current.metadata, sent);
  const after = { externalRef: ref, metadata: isSame(values, current.metadata) ? current.metadata : values };
  if (Object.keys(after.metadata).length > metadataLimits.keys) {
    return refuseFields(fieldError(`${field}metadata`, 'notValid', tooManyKeys));
  }
  const isUnchanged = after.externalRef === current.externalRef && after.metadata === current.metadata;
  return allow(isUnchanged ? null : after);
}

export const isSent = (sent: SentExternal): boolean => sent.externalRef !== undefined || sent.metadata !== undefined;
export const noExternal: External = { externalRef: null, metadata: {} };
