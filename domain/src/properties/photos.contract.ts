import { photoWidths } from '@kerb/domain/properties/property-photo.ts';
import { digits, link } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

/** A photo of a campaign's property. Its address changes with its content, so that a browser keeps it. */
export const propertyPhoto = z.object({
  href: z.string(),
  /** The text for people who do not see the photo: the property's address. */
  alt: z.string(),
});
export type PropertyPhoto = z.output<typeof propertyPhoto>;

const one = z.object({ id: digits });
const photoQuery = z.object({ width: z._default(z.enum(photoWidths), '640'), v: z.optional(z.string()) });

// biome-ignore format: a table
export const photoEndpoints = defineEndpoints({
  read:   { method: 'GET',    path: '/v1/agreements/{id}/property-photo', permission: 'property.read', summary: 'Download the photo of a campaign’s property, 320, 640 or 1280 pixels wide', params: one, query: photoQuery, file: 'image/webp' },
  set:    { method: 'PUT',    path: '/v1/agreements/{id}/property-photo', permission: 'property.change', summary: 'Make an uploaded picture the photo of a campaign’s property, in place of the present one', params: one, body: z.strictObject({ asset: link('/v1/assets') }), response: propertyPhoto },
  remove: { method: 'DELETE', path: '/v1/agreements/{id}/property-photo', permission: 'property.change', summary: 'Remove the photo of a campaign’s property', params: one },
});
