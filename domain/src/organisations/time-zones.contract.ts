import { digits } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const timeZone = z.object({
  identifier: z.string(),
  name: z.string(),
  /** Seconds ahead of UTC now, including daylight saving. */
  offset: z.int(),
  offsetString: z.string(),
});

const zoneQuery = z.object({ page: z._default(digits, 1), perPage: z._default(digits, 500) });

// biome-ignore format: a table
export const timeZoneEndpoints = defineEndpoints({
  list: { method: 'GET', path: '/v1/time-zones', permission: 'tenant.read', summary: 'Time zones that an organisation can be in, the nearest first, each with its offset from UTC now', query: zoneQuery, response: z.object({ timeZones: z.array(timeZone), totalItems: z.int() }) },
});
