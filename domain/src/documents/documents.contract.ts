import { digits, fromOne, id, link, moment } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import { externalShape, longestExternalRef, sentExternalShape } from '@kerb/domain/wire/external-refs.ts';
import { syncAnswer, syncQuery } from '@kerb/domain/wire/sync.ts';
import * as z from 'zod/mini';

export const largestFileBytes = 8_388_608;
export const fileTooLarge = 'File too large. Maximum upload size 8MB';

export const attachmentPurposes = [
  'lending-agreement',
  'marketing',
  'marketing-vendor',
  'property-photo',
  'supporting-doc',
  'internal-doc',
  'vendor-id',
  'upfront-payment-receipt',
] as const;
export type AttachmentPurpose = (typeof attachmentPurposes)[number];

/** Some clients spell a purpose `internalDoc`; it is kept and sent as `internal-doc`. */
export const attachmentPurpose = z.codec(z.string(), z.enum(attachmentPurposes), {
  decode: (spelt) => spelt.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) as AttachmentPurpose,
  encode: (kept) => kept,
});

export const asset = z.object({
  id,
  href: z.string(),
  fileName: z.string(),
  contentType: z.string(),
  size: z.int(),
});
export type Asset = z.output<typeof asset>;

export const attachment = z.object({
  id,
  href: z.string(),
  purpose: z.enum(attachmentPurposes),
  uploadDate: moment,
  agreement: link('/v1/agreements'),
  signatory: z.nullable(link('/v1/signatories')),
  uploadedByUser: z.nullable(link('/v1/users')),
  uploadedByName: z.nullable(z.string()),
  /** True for an identity document that the payer can open only after a code. */
  isLocked: z.optional(z.boolean()),
  asset,
  ...externalShape,
});
export type Attachment = z.output<typeof attachment>;

const newAttachment = z.strictObject({
  agreement: link('/v1/agreements'),
  asset: link('/v1/assets'),
  signatory: z.optional(z.nullable(link('/v1/signatories'))),
  purpose: attachmentPurpose,
  ...sentExternalShape,
});
/** A new purpose, or another payer. The other fields may be sent unchanged. */
const savedAttachment = z.strictObject({
  agreement: z.optional(link('/v1/agreements')),
  asset: z.optional(link('/v1/assets')),
  signatory: z.optional(z.nullable(link('/v1/signatories'))),
  purpose: z.optional(attachmentPurpose),
  ...sentExternalShape,
});
/** Twice the size at which a list shows a picture, for high-resolution screens. */
export const thumbnailBox = { width: 320, height: 320 } as const;
const one = z.object({ id: digits });
const listQuery = z.object({
  /** May be left out with an externalRef. */
  agreementId: z.optional(digits),
  purpose: z.optional(attachmentPurpose),
  externalRef: z.optional(z.string().check(z.maxLength(longestExternalRef))),
  tenantId: z.optional(digits),
  perPage: z.optional(fromOne),
  ...syncQuery,
});

// biome-ignore format: a table
export const documentEndpoints = defineEndpoints({
  upload:   { method: 'POST',   path: '/v1/assets', permission: 'document.add', summary: 'Upload a file (multipart: tenantId, asset, what it is for)', response: asset, status: 201, location: '/v1/assets/{id}/content', upload: true, also: [404] },
  download: { method: 'GET',    path: '/v1/assets/{id}/content', permission: 'document.read', summary: 'Download a file', params: one, file: 'application/octet-stream' },
  thumbnail: { method: 'GET',   path: '/v1/assets/{id}/thumbnail', permission: 'document.read', summary: 'Download a small version of a picture', params: one, file: 'image/webp' },
  list:     { method: 'GET',    path: '/v1/attachments', permission: 'document.read', summary: 'List the documents of a campaign', query: listQuery, response: z.object({ items: z.array(attachment), ...syncAnswer }), also: [404] },
  get:      { method: 'GET',    path: '/v1/attachments/{id}', permission: 'document.read', summary: 'Read a document', params: one, response: attachment },
  attach:   { method: 'POST',   path: '/v1/attachments', permission: 'document.add', summary: 'Attach an uploaded file to a campaign', body: newAttachment, response: attachment, status: 201, location: '/v1/attachments/{id}', also: [404] },
  refile:   { method: 'PUT',    path: '/v1/attachments/{id}', permission: 'document.remove', summary: 'Change the purpose of a document, or the payer that it is about', params: one, body: savedAttachment, response: attachment },
  remove:   { method: 'DELETE', path: '/v1/attachments/{id}', permission: 'document.remove', summary: 'Remove a document', params: one },
});
