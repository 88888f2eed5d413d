import { listView, savedListView } from '@kerb/domain/views/views.contract.ts';
import { digits } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

/** Per organisation. */
export const mostSharedViews = 50;

/** A view of the referrals that an organisation's team shares. It belongs to the organisation. */
export const sharedView = z.extend(z.omit(listView, { list: true }), {
  /** The team member who shared it; null if an admin did, or after the person left the team. */
  sharedByName: z.nullable(z.string()),
  /** Whether you may replace it and stop sharing it. */
  mayChange: z.boolean(),
});
export type SharedView = z.output<typeof sharedView>;

export const savedSharedView = z.omit(savedListView, { list: true });
export type SavedSharedView = z.output<typeof savedSharedView>;

const one = z.object({ tenantId: digits });

// biome-ignore format: a table
export const sharedViewEndpoints = defineEndpoints({
  list:   { method: 'GET',    path: '/v1/tenants/{tenantId}/shared-views', permission: 'shared-view.read', summary: 'List the views of the referrals that the team of an organisation shares, by name', params: one, response: z.object({ items: z.array(sharedView) }) },
  save:   { method: 'PUT',    path: '/v1/tenants/{tenantId}/shared-views', permission: 'shared-view.change', summary: 'Share a view with the team of an organisation; replaces your own of that name, or as a manager any', params: one, body: savedSharedView, response: sharedView },
  remove: { method: 'DELETE', path: '/v1/tenants/{tenantId}/shared-views/{viewId}', permission: 'shared-view.change', summary: 'Stop sharing your own view, or as a manager any view, with the team of an organisation', params: z.object({ tenantId: digits, viewId: digits }) },
});
