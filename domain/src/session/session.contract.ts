import { roles, tenantUserTypes } from '@kerb/domain/access/actor.ts';
import { id } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

/** The signed-in user, with what the web needs for its first screen. */
export const session = z.object({
  /** Absent for a payer who came by a Payment URL: the link shows the payer's own record, and no account. */
  userId: z.optional(id),
  /** The payer's own record, for a payer who came by a Payment URL. */
  signatoryId: z.optional(id),
  displayName: z.string(),
  emailAddress: z.string(),
  role: z.enum(roles),
  memberships: z.array(z.object({ tenantId: id, tenantName: z.string(), tenantUserType: z.enum(tenantUserTypes) })),
  /** Absent if there are none. */
  dismissedBanners: z.optional(z.array(z.string())),
  onlyAgreementId: z.optional(id),
  /** The team member or admin who opened the payer's link. */
  openedByName: z.optional(z.string()),
  viewedBy: z.optional(z.object({ userId: id, displayName: z.string(), changesAreOn: z.boolean() })),
});
export type Session = z.output<typeof session>;

const opaque = z.string().check(z.minLength(20), z.maxLength(200));

/** How long ago the person last used a key or a pointer. Absent: just now. */
const idleSeconds = z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000)));

export const tokens = z.object({ accessToken: z.string(), refreshToken: z.string(), expiresIn: z.int() });
export type Tokens = z.output<typeof tokens>;

// biome-ignore format: a table
export const sessionEndpoints = defineEndpoints({
  read:     { method: 'GET',  path: '/v1/session', permission: 'session.read', summary: 'Read the signed-in user', response: session },
  exchange: { method: 'POST', path: '/v1/session/exchange', permission: 'anyone', summary: 'Exchange the tickets of a sign-in for tokens, once', body: z.strictObject({ accessToken: opaque, refreshToken: opaque }), response: tokens, also: [401, 403] },
  refresh:  { method: 'POST', path: '/v1/session/refresh', permission: 'anyone', summary: 'Exchange a refresh token for new tokens, once', body: z.strictObject({ refreshToken: opaque, idleSeconds }), response: tokens, also: [401, 403] },
  resume:   { method: 'POST', path: '/v1/session/resume', permission: 'anyone', summary: 'Get tokens for the sign-in of this browser, if it is of the same user or payer', body: z.strictObject({ userId: z.optional(id), signatoryId: z.optional(id), idleSeconds }), response: tokens, also: [401, 403] },
});
