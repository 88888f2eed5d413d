import { id, link } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

/** The most campaigns of one request. They are changed in one transaction, so that this also limits the locks. */
export const mostBulkRows = 100;

const rowsOf = <Row extends z.ZodMiniType>(row: Row) => z.array(row).check(z.minLength(1), z.maxLength(mostBulkRows));

/** To undo a row: the version that its change had. A later change of the same fields refuses the row. */
const version = z.optional(z.int().check(z.minimum(1)));

export const bulkOutcomes = ['done', 'unchanged', 'refused'] as const;
export type BulkOutcome = (typeof bulkOutcomes)[number];

const outcome = {
  id,
  outcome: z.enum(bulkOutcomes),
  /** What was done, or why it was refused. */
  message: z.string(),
  /** The version after the change, to undo it; null if nothing can be undone. */
  version: z.nullable(z.int()),
};
export const bulkRow = z.object(outcome);
export type BulkRow = z.output<typeof bulkRow>;

/** With the agent before the change, to undo it. Absent if the campaign was refused. */
export const assignedRow = z.object({ ...outcome, agentUser: z.optional(z.nullable(link('/v1/users'))) });
export type AssignedRow = z.output<typeof assignedRow>;

const assigned = z.strictObject({ id, agentUser: z.nullable(link('/v1/users')), version });
const flagged = z.strictObject({ id, actionSuggested: z.boolean(), version });

/** One action for several campaigns: the action of a single campaign for each of them, with the outcome of each. */
// biome-ignore format: a table
export const bulkEndpoints = defineEndpoints({
  remind: { method: 'POST', path: '/v1/bulk/remind', permission: 'agreement.bulk', summary: 'Remind the payers of several campaigns who have not opened their link', body: z.strictObject({ ids: rowsOf(id) }), response: z.object({ items: z.array(bulkRow) }) },
  assign: { method: 'POST', path: '/v1/bulk/assign', permission: 'agreement.bulk', summary: 'Assign several campaigns to a team member', body: z.strictObject({ items: rowsOf(assigned) }), response: z.object({ items: z.array(assignedRow) }) },
  flag:   { method: 'POST', path: '/v1/bulk/flag', permission: 'agreement.bulk', summary: 'Mark the follow-up of several campaigns as done, or suggest it again', body: z.strictObject({ items: rowsOf(flagged) }), response: z.object({ items: z.array(bulkRow) }) },
});
