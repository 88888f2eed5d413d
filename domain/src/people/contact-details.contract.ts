import { digits, id, link, moment, text } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

export const contactTypes = ['email', 'postal', 'billing', 'shipping', 'residential', 'phone'] as const;
export type ContactType = (typeof contactTypes)[number];

const words = (longest: number) => z.optional(z.nullable(text(longest)));
const lines = {
  name: words(200),
  attention: words(200),
  address: words(254),
  address2: words(200),
  address3: words(200),
  city: words(100),
  state: words(20),
  country: words(100),
  postalCode: words(10),
  phone: words(30),
  mobilePhone: words(30),
};

/** A way to reach a person or an organisation. It is confirmed if it has a confirmation date. */
export const contactDetail = z.object({
  id,
  href: z.string(),
  type: z.enum(contactTypes),
  isPrimary: z.boolean(),
  ...(Object.fromEntries(Object.keys(lines).map((name) => [name, z.nullable(z.string())])) as {
    [Name in keyof typeof lines]: z.ZodMiniNullable<z.ZodMiniString>;
  }),
  lastUpdateDate: moment,
  confirmationDate: z.nullable(moment),
  deleteDate: z.nullable(moment),
  user: z.nullable(link('/v1/users')),
  tenant: z.nullable(link('/v1/tenants')),
});
export type ContactDetail = z.output<typeof contactDetail>;

export const newContactDetail = z.strictObject({
  type: z.enum(contactTypes),
  user: z.optional(link('/v1/users')),
  tenant: z.optional(link('/v1/tenants')),
  ...lines,
});
export type NewContactDetail = z.output<typeof newContactDetail>;

/** Confirmed or not: only whether a date is sent counts. */
export const savedContactDetail = z.strictObject({ ...lines, confirmationDate: z.optional(z.nullable(moment)) });
export type SavedContactDetail = z.output<typeof savedContactDetail>;

const contactQuery = z.object({ userId: z.optional(digits), tenantId: z.optional(digits) });
const one = z.object({ id: digits });

// biome-ignore format: a table
export const contactDetailEndpoints = defineEndpoints({
  list:   { method: 'GET',  path: '/v1/contact-details', permission: 'contact.read', summary: 'List the contact details of a person or an organisation', query: contactQuery, response: z.object({ items: z.array(contactDetail), totalItems: z.int() }) },
  get:    { method: 'GET',  path: '/v1/contact-details/{id}', permission: 'contact.read', summary: 'Read a contact detail', params: one, response: contactDetail },
  create: { method: 'POST', path: '/v1/contact-details', permission: 'contact.change', summary: 'Add a contact detail', body: newContactDetail, response: contactDetail, status: 201, location: '/v1/contact-details/{id}', also: [404] },
  save:   { method: 'PUT',  path: '/v1/contact-details/{id}', permission: 'contact.change', summary: 'Change a contact detail, or confirm it', params: one, body: savedContactDetail, response: contactDetail, proof: { mobilePhone: 'any value', confirmationDate: 'any value' } },
});
