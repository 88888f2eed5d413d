import { createHash } from 'node:crypto';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import type { FastifyRequest } from 'fastify';

/** A proxy that compresses makes a tag weak, `W/"7"`. What follows the version identifies the bytes. */
const ours = /^(?:W\/)?"(\d{1,9})(?:-[\w-]{1,40})?"$/;

/** The version that the caller last saw, of the If-Match header; null without one. */
export function versionOf({ headers }: FastifyRequest): number | null {
  const header = headers['if-match'];
  if (header === undefined || header === '*') return null;
  const match = ours.exec(header);
  if (!match) throw new Problem(400, 'invalid', 'The If-Match header is not an ETag of ours.');
  return Number(match[1]);
}

/**
 * The tag of exactly this answer. The version alone does not change with the day, with payments or with the reader's
 * rights, so it cannot say that an answer is still the same.
 */
export function tagOf(text: string, versionTag: string | undefined): string {
  const bytes = createHash('sha256').update(text).digest('base64url').slice(0, 16);
  return versionTag === undefined ? `"${bytes}"` : `${versionTag.slice(0, -1)}-${bytes}"`;
}

/** Whether the caller already has the answer with this tag. */
export function isKnown({ headers }: Pick<FastifyRequest, 'headers'>, tag: string): boolean {
  const known = headers['if-none-match'];
  if (known === undefined) return false;
  return known.trim() === '*' || known.split(',').some((each) => each.trim().replace(/^W\//, '') === tag);
}
