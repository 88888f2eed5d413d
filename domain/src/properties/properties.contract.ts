import { postcode } from '@kerb/domain/properties/address.ts';
import { digits, id, requiredText, text } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
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

/** Six stands for six or more. */
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

const optional = <Value extends z.ZodMiniType>(value: Value) => z._default(z.nullable(value), null);
/** Empty is the same as left out: a form sends every line that it has. */
const optionalText = (longest: number) =>
  optional(
    z.pipe(
      text(longest),
      z.transform((typed) => (typed === '' ? null : typed)),
    ),
  );

/** Together an address is short enough to be a campaign's title. */
export const newProperty = z.strictObject({
  type: optional(z.enum(propertyTypes)),
  domainPropertyRef: optionalText(100),
  address: requiredText(80),
  address2: optionalText(30),
  address3: optionalText(30),
  city: requiredText(40),
  state: optionalText(10),
  postalCode: postcode,
  bedrooms: z._default(rooms, null),
  bathrooms: z._default(rooms, null),
  carSpaces: z._default(rooms, null),
  description: optionalText(2_000),
});
export type NewProperty = z.output<typeof newProperty>;

// biome-ignore format: a table
export const propertyEndpoints = defineEndpoints({
  get:    { method: 'GET',  path: '/v1/properties/{id}', permission: 'property.read', summary: 'One property, seen through the campaigns that have it', params: z.object({ id: digits }), response: property },
  create: { method: 'POST', path: '/v1/properties', permission: 'property.create', summary: 'Create a property', body: newProperty, response: property, status: 201 },
});
