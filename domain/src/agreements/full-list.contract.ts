import { mostBulkRows } from '@kerb/domain/agreements/bulk.contract.ts';
import { agreementListEndpoints, agreementRow, listQuery } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { cappedPageOf, queryIds } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import { externalShape, longestExternalRef } from '@kerb/domain/wire/external-refs.ts';
import { syncPage, syncQuery } from '@kerb/domain/wire/sync.ts';
import * as z from 'zod/mini';

/** A campaign in a list, with what only programs read. */
export const fullRow = z.extend(agreementRow, externalShape);
export const fullQuery = z.extend(listQuery, {
  /** Chosen campaigns, for the spreadsheet of a choice. An id that the caller cannot see is left out. */
  ids: z.optional(queryIds(mostBulkRows)),
  externalRef: z.optional(z.string().check(z.maxLength(longestExternalRef))),
  ...syncQuery,
});
export type FullQuery = z.output<typeof fullQuery>;

export const fullPage = z.extend(cappedPageOf(fullRow), syncPage);

/**
 * The list of campaigns as the server answers it. The web's first screen has a shorter contract of the same endpoint,
 * because it is part of its first download.
 */
export const fullListEndpoints = defineEndpoints({
  ...agreementListEndpoints,
  list: { ...agreementListEndpoints.list, query: fullQuery, response: fullPage },
});
