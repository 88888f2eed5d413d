import { digits, id, moment, requiredText } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

/** The lists that have saved views. */
export const viewedLists = ['all-campaigns', 'referrals'] as const;
export type ViewedList = (typeof viewedLists)[number];

/** Per list and person. */
export const mostViews = 50;

const list = z.enum(viewedLists);

/**
 * A list's filters, sort, size and columns under a name. The search is the query text of the list's address; only the
 * list reads it, so an old view still opens after the list has gained new filters.
 */
export const listView = z.object({
  id,
  href: z.string(),
  list,
  name: z.string(),
  search: z.string(),
  lastUpdateDate: moment,
});
export type ListView = z.output<typeof listView>;

export const savedListView = z.strictObject({
  list,
  name: requiredText(60),
  search: z.string().check(z.maxLength(2000)),
});
export type SavedListView = z.output<typeof savedListView>;

// biome-ignore format: a table
export const viewEndpoints = defineEndpoints({
  list:   { method: 'GET',    path: '/v1/list-views', permission: 'view.read', summary: 'List your own saved views of a list, by name', query: z.object({ list }), response: z.object({ items: z.array(listView) }) },
  save:   { method: 'PUT',    path: '/v1/list-views', permission: 'view.save', summary: 'Save a view under a name; replaces an existing one', body: savedListView, response: listView },
  remove: { method: 'DELETE', path: '/v1/list-views/{id}', permission: 'view.save', summary: 'Delete one of your own saved views', params: z.object({ id: digits }) },
});
