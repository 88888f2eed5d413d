import type { AdvertiserReference } from '@kerb/domain/organisations/advertiser-references.ts';
import { tenant } from '@kerb/domain/organisations/organisations.contract.ts';
import { emptyAsNull, requiredText, text } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import { requiredPrintable } from '@kerb/domain/wire/printable-text.ts';
import * as z from 'zod/mini';

const reference = z.optional(emptyAsNull(text(100)));
export const referenceShape = {
  domainAdvertiserRef: reference,
  reaAdvertiserRef: reference,
  trademeAccountId: reference,
} satisfies Record<AdvertiserReference, typeof reference>;

/** An agency by its portal references: at least one of the country's own portals. */
export const newAgency = z.strictObject({
  name: requiredPrintable(200),
  defaultTimeZone: z.optional(requiredText(64)),
  ...referenceShape,
});

// biome-ignore format: a table
export const agencyEndpoints = defineEndpoints({
  register: { method: 'POST', path: '/v1/tenants/register-agency', permission: 'tenant.create', summary: 'Register an agency by its advertiser reference', body: newAgency, response: tenant, status: 201, location: '/v1/tenants/{id}' },
});
