import { fromOne } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const timeZone = z.object({
  identifier: z.string(),
  name: z.string(),
  /** Seconds ahead of UTC now, including daylight saving. */
  offset: z.int(),
  offsetString: z.string(),
});

const zoneQuery = z.object({ page: z._default(fromOne, 1), perPage: z._default(fromOne, 500) });

// biome-ignore format: a table
export const timeZoneEndpoints = defineEndpoints({
  list: { method: 'GET', path: '/v1/time-zones', permission: 'tenant.read', summary: 'List time zones for organisations, the country’s own first, with their current offset from UTC', query: zoneQuery, response: z.object({ timeZones: z.array(timeZone), totalItems: z.int() }) },
});
