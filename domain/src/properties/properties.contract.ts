import { agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { postcode } from '@kerb/domain/properties/address.ts';
import { saleShape } from '@kerb/domain/properties/sale-details.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { cappedPageOf, digits, id, link, pageQuery, paragraph, text } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import { printableText, requiredPrintable } from '@kerb/domain/wire/printable-text.ts';
import { syncPage, syncQuery } from '@kerb/domain/wire/sync.ts';
import * as z from 'zod/mini';

// biome-ignore format: a table
export const propertyTypeLabels = {
  apartment:       'Apartment',
  'block-units':   'Block of Units',
  commercial:      'Commercial',
  duplex:          'Duplex',
  'free-standing': 'Free Standing',
  house:           'House',
  land:            'Land',
  penthouse:       'Penthouse',
  retirement:      'Retirement',
  'semi-detached': 'Semi Detached',
  studio:          'Studio',
  terrace:         'Terrace',
  townhouse:       'Townhouse',
  unit:            'Unit',
  villa:           'Villa',
} as const;
export type PropertyType = keyof typeof propertyTypeLabels;
export const propertyTypes = Object.keys(propertyTypeLabels) as [PropertyType, ...PropertyType[]];

/** Six means six or more. */
export const mostRooms = 6;
const rooms = z.nullable(z.int().check(z.minimum(0), z.maximum(mostRooms)));

export const property = z.object({
  id,
  href: z.string(),
  type: z.nullable(z.enum(propertyTypes)),
  domainPropertyRef: z.nullable(z.string()),
  address: z.string(),
  address2: z.nullable(z.string()),
  address3: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  bedrooms: rooms,
  bathrooms: rooms,
  carSpaces: rooms,
  description: z.nullable(z.string()),
});
export type Property = z.output<typeof property>;

/** Empty means left out: a form sends every line that it has. */
const optionalText = (longest: number, words: (longest: number) => z.ZodMiniType<string, string> = text) =>
  z.nullable(
    z.codec(words(longest), z.nullable(z.string()), {
      decode: (typed) => (typed === '' ? null : typed),
      encode: (kept) => kept ?? '',
    }),
  );

// biome-ignore format: a table
const rows = {
  type:              z.nullable(z.enum(propertyTypes)),
  domainPropertyRef: optionalText(100),
  address:           requiredPrintable(80),
  address2:          optionalText(30, printableText),
  address3:          optionalText(30, printableText),
  city:              requiredPrintable(40),
  state:             optionalText(10),
  postalCode:        postcode,
  bedrooms:          rooms,
  bathrooms:         rooms,
  carSpaces:         rooms,
  description:       optionalText(2_000, paragraph),
};

const otherwiseNull = <Value extends z.ZodMiniType>(value: Value) => z._default(value, null as never);

/** The whole address is short enough for a campaign's title. */
export const newProperty = z.strictObject({
  type: otherwiseNull(rows.type),
  domainPropertyRef: otherwiseNull(rows.domainPropertyRef),
  address: rows.address,
  address2: otherwiseNull(rows.address2),
  address3: otherwiseNull(rows.address3),
  city: rows.city,
  state: otherwiseNull(rows.state),
  postalCode: rows.postalCode,
  bedrooms: otherwiseNull(rows.bedrooms),
  bathrooms: otherwiseNull(rows.bathrooms),
  carSpaces: otherwiseNull(rows.carSpaces),
  description: otherwiseNull(rows.description),
});
export type NewProperty = z.output<typeof newProperty>;

/** A property, whole or in part: fields that are left out stay unchanged. */
export const savedProperty = z.strictObject({
  ...z.partial(z.object(rows)).shape,
  id: z.optional(id),
  href: z.optional(z.string()),
});
export type SavedProperty = z.output<typeof savedProperty>;

const { domainPropertyRef: _, ...ownRows } = newProperty.shape;
/** The property for a campaign without one, with the details of its sale, and an uploaded photo. */
export const addedProperty = z.strictObject({
  ...ownRows,
  ...z.partial(z.object(saleShape)).shape,
  photo: z.optional(z.nullable(link('/v1/assets'))),
});
export type AddedProperty = z.output<typeof addedProperty>;

/** A shorter text finds no useful address. */
export const shortestPartialAddress = 2;
export const mostSuggestions = 11;

export const addressSuggestion = z.object({
  address: z.string(),
  /** The suburb, if a country writes it on its own line. */
  address2: z.nullable(z.string()),
  city: z.string(),
  state: z.nullable(z.string()),
  postalCode: z.string(),
});
export type AddressSuggestion = z.output<typeof addressSuggestion>;

const suggestionQuery = z.object({
  partialAddress: z.string().check(z.trim(), z.minLength(shortestPartialAddress), z.maxLength(200)),
});
const listQuery = z.object({
  ...pageQuery,
  address: z.optional(z.string().check(z.trim(), z.maxLength(250))),
  tenantId: z.optional(digits),
  ...syncQuery,
});

/** An open campaign for the same address: perhaps the same sale, entered twice. */
export const similarCampaign = z.object({
  id,
  href: z.string(),
  name: z.string(),
  status: z.enum(agreementStatuses),
  /** The word of its badge: 'Paid' for one that was paid upfront. */
  statusLabel: z.string(),
  tenant: link('/v1/tenants'),
});
export type SimilarCampaign = z.output<typeof similarCampaign>;
const line = (longest: number) => z.optional(z.string().check(z.trim(), z.maxLength(longest)));
/** An address in one line, or in its parts. Without one, the campaign's own property is used. */
const similarQuery = z.object({
  address: line(250),
  street: line(80),
  address2: line(30),
  address3: line(30),
  city: line(40),
  postalCode: line(10),
});
export type SimilarQuery = z.output<typeof similarQuery>;

const one = z.object({ id: digits });
const items = <Item extends z.ZodMiniType>(item: Item) => z.object({ items: z.array(item) });

// biome-ignore format: a table
export const propertyEndpoints = defineEndpoints({
  list:    { method: 'GET',    path: '/v1/properties', permission: 'property.read', summary: 'List the properties of the campaigns that you may see, by address', query: listQuery, response: z.extend(cappedPageOf(property), syncPage), also: [404] },
  get:     { method: 'GET',    path: '/v1/properties/{id}', permission: 'property.read', summary: 'Read a property of a campaign that you may see', params: one, response: property, versioned: true },
  create:  { method: 'POST',   path: '/v1/properties', permission: 'property.create', summary: 'Create a property', body: newProperty, response: property, status: 201, location: '/v1/properties/{id}', versioned: true },
  save:    { method: 'PUT',    path: '/v1/properties/{id}', permission: 'property.change', summary: 'Change all or some fields of a property', params: one, body: savedProperty, response: property, versioned: true, ifMatch: true },
  remove:  { method: 'DELETE', path: '/v1/properties/{id}', permission: 'property.remove', summary: 'Remove a property that no campaign uses', params: one },
  suggest: { method: 'GET',    path: '/v1/property-suggestions', permission: 'property.add', summary: 'Suggest addresses for a partly typed one', query: suggestionQuery, response: items(addressSuggestion) },
  add:     { method: 'POST',   path: '/v1/agreements/{id}/property', permission: 'property.add', summary: 'Add a property to a campaign without one, with the sale details', params: one, body: addedProperty, response: agreement, status: 201, location: '/v1/agreements/{id}', versioned: true },
  similar: { method: 'GET',    path: '/v1/agreements/{id}/similar', permission: 'property.add', summary: 'List other campaigns in progress of the organisation for the same address', params: one, query: similarQuery, response: items(similarCampaign) },
});
