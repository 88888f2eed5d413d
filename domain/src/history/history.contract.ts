import { historyKindNames } from '@kerb/domain/history/history-kinds.ts';
import { historyActors } from '@kerb/domain/history/history-of.ts';
import { digits, id, moment, sum } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const historyItem = z.object({
  id,
  date: moment,
  /** '2026-11-15T12:30', in the time zone of the organisation. */
  localTime: z.string(),
  kind: z.enum(historyKindNames),
  /** The name is empty if it is the reader, or somebody whose name was erased. */
  by: z.object({ kind: z.enum(historyActors), name: z.string() }),
  /** The rest of the sentence, in English. */
  text: z.string(),
  amount: z.nullable(sum),
});
export type HistoryItem = z.output<typeof historyItem>;
export type SentHistory = z.input<typeof history>;

/** `next` is the value of `before` for the next page; null on the last one. A page may have no item. */
const history = z.object({ items: z.array(historyItem), next: z.nullable(id) });

// biome-ignore format: a table
export const historyEndpoints = defineEndpoints({
  list: { method: 'GET', path: '/v1/agreements/{id}/history', permission: 'history.read', summary: 'Read who saw, changed, signed and paid a campaign, in sentences, the newest first', params: z.object({ id: digits }), query: z.object({ before: z.optional(digits) }), response: history },
});
