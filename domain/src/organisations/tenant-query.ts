import { tenantSorts } from '@kerb/domain/organisations/tenant-sorts.ts';
import { pageQuery, queryFlag } from '@kerb/domain/wire/codecs.ts';
import * as z from 'zod/mini';

/** What the list of organisations can be asked for. The route reads the same from its address. */
export const tenantQuery = z.object({
  ...pageQuery,
  sortBy: z._default(z.enum(tenantSorts), 'name'),
  sortDesc: z._default(queryFlag, false),
  textQuery: z.optional(z.string().check(z.trim(), z.maxLength(200))),
});
