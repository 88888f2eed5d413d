import { roles } from '@kerb/domain/access/actor.ts';
import { userQuery } from '@kerb/domain/people/user-query.ts';
import { actKinds } from '@kerb/domain/second-person/acts.ts';
import { cappedPageOf, digits, emailAddress, id, link, moment, text } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import { personName } from '@kerb/domain/wire/printable-text.ts';
import * as z from 'zod/mini';

export const user = z.object({
  id,
  href: z.string(),
  displayName: z.string(),
  firstName: z.string(),
  surname: z.string(),
  emailAddress: z.string(),
  /** A new address that its owner has not confirmed yet. */
  pendingEmailAddress: z.nullable(z.string()),
  mobilePhone: z.nullable(z.string()),
  jobTitle: z.nullable(z.string()),
  role: z.enum(roles),
  disabledDate: z.nullable(moment),
  lastUpdateDate: moment,
  agencyNames: z.array(z.string()),
  profilePictureHref: z.nullable(z.string()),
  primaryMobileIsConfirmed: z.boolean(),
  secondFactorIsOn: z.boolean(),
  /** What an admin has asked for and a second one has not confirmed yet. */
  pendingActs: z.array(z.object({ id, kind: z.enum(actKinds), askedByName: z.string(), askedDate: moment })),
});
export type User = z.output<typeof user>;

/** Why, for the second person. Needed if the change waits for one. */
const reason = z.optional(text(1_000));

export const newUser = z.strictObject({
  firstName: personName(100),
  surname: personName(100),
  emailAddress,
  mobilePhone: z.optional(z.nullable(text(30))),
  jobTitle: z.optional(z.nullable(text(100))),
  role: z.enum(roles),
  reason,
});
export type NewUser = z.output<typeof newUser>;

export const savedUser = z.strictObject({
  ...z.partial(newUser).shape,
  disabled: z.optional(z.boolean()),
  primaryMobileIsConfirmed: z.optional(z.boolean()),
  profilePicture: z.optional(z.nullable(link('/v1/assets'))),
});
export type SavedUser = z.output<typeof savedUser>;

export const resetOfSecondFactor = z.strictObject({ reason });

const oneUser = z.object({ id: digits });

// biome-ignore format: a table
export const peopleEndpoints = defineEndpoints({
  list:   { method: 'GET',  path: '/v1/users', permission: 'user.read', summary: 'List all users', query: userQuery, response: cappedPageOf(user) },
  get:    { method: 'GET',  path: '/v1/users/{id}', permission: 'user.read', summary: 'Read a user', params: oneUser, response: user },
  create: { method: 'POST', path: '/v1/users', permission: 'user.change', summary: 'Create a user and send them a link to set a password; an admin waits for a second person', body: newUser, response: user, status: 201, location: '/v1/users/{id}', proof: { role: ['admin'] } },
  save:   { method: 'PUT',  path: '/v1/users/{id}', permission: 'user.change', summary: 'Change, disable or enable a user; a new admin and an admin’s address wait for a second person', params: oneUser, body: savedUser, response: user, proof: { role: 'any value', emailAddress: 'any value', mobilePhone: 'any value', primaryMobileIsConfirmed: 'any value', disabled: 'any value' } },
  resetSecondFactor: { method: 'POST', path: '/v1/users/{id}/reset-second-factor', permission: 'user.change', summary: 'Turn off the second factor of a user who has lost it, and log them out; an admin’s waits for a second person', params: oneUser, body: resetOfSecondFactor, response: user, proof: 'always' },
  endSignIns: { method: 'POST', path: '/v1/users/{id}/end-sign-ins', permission: 'user.change', summary: 'Log a user out everywhere', params: oneUser, response: user, proof: 'always' },
  picture: { method: 'GET', path: '/v1/users/{id}/picture', permission: 'picture.read', summary: 'Download the picture of a colleague', params: oneUser, file: 'image/jpeg' },
});
