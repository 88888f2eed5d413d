import { propertyPhoto } from '@kerb/domain/properties/photos.contract.ts';
import { digits } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const shades = z.object({ button: z.string(), onButton: z.string(), text: z.string() });
export const brandShades = z.object({ light: shades, dark: shades });

/** How a campaign is presented to its payers: the organisation, the agent and the photo of the property. */
export const branding = z.object({
  organisation: z.object({
    name: z.string(),
    phone: z.nullable(z.string()),
    websiteUrl: z.nullable(z.string()),
    logoUrl: z.nullable(z.string()),
    /** The organisation does not want its name beside its logo. */
    hidesName: z.boolean(),
    /** Its colour as it chose it, `#1a6b54`; null if it chose none. */
    colour: z.nullable(z.string()),
    /** The shades of that colour to use: they meet WCAG AA. */
    shades: z.nullable(brandShades),
  }),
  /** The contact that the campaign names, else the team member to whom it is assigned; null if there is neither. */
  agent: z.nullable(
    z.object({
      name: z.string(),
      phone: z.nullable(z.string()),
      emailAddress: z.nullable(z.string()),
      pictureUrl: z.nullable(z.string()),
    }),
  ),
  propertyPhoto: z.nullable(propertyPhoto),
});
export type Branding = z.output<typeof branding>;

const one = z.object({ id: digits });
const version = z.object({ v: z.optional(z.string()) });

// biome-ignore format: a table
export const brandingEndpoints = defineEndpoints({
  read:         { method: 'GET', path: '/v1/agreements/{id}/branding', permission: 'branding.read', summary: 'Read how a campaign is presented to its payers: organisation, agent and photo of the property', params: one, response: branding },
  logo:         { method: 'GET', path: '/v1/agreements/{id}/logo', permission: 'branding.read', summary: 'Download the logo of a campaign’s organisation', params: one, query: version, file: 'image/webp' },
  agentPicture: { method: 'GET', path: '/v1/agreements/{id}/agent-picture', permission: 'branding.read', summary: 'Download the picture of a campaign’s agent', params: one, query: version, file: 'image/webp' },
});
