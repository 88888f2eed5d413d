import { userSorts } from '@kerb/domain/people/user-sorts.ts';
import { pageQuery, queryFlag } from '@kerb/domain/wire/codecs.ts';
import * as z from 'zod/mini';

/** What the list of users can be asked for. The route reads the same from its address. */
export const userQuery = z.object({
  ...pageQuery,
  filter: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  sortBy: z._default(z.enum(userSorts), 'surname'),
  sortDesc: z._default(queryFlag, false),
});
