import type { X509Certificate } from 'node:crypto';

/** Lists of revoked certificates, and answers about single ones, as their authorities have signed them. In DER. */
export type Revocations = { lists: readonly Buffer[]; answers: readonly Buffer[] };

/** The authority could not be reached, took too long, or sent a stamp that is not the one asked for. */
export class TimeStampsUnavailable extends Error {}

/** An authority that says when it saw some bytes (RFC 3161). Nothing here may be called within a transaction. */
export type TimeStamps = {
  /** The token over the SHA-256 of the bytes, in DER. Throws TimeStampsUnavailable. */
  stamp: (bytes: Buffer) => Promise<Buffer>;
  /** What the authorities of these certificates say of them, as far as they answer. */
  revocations: (certificates: readonly X509Certificate[]) => Promise<Revocations>;
};
