import { emailChoices, type InboxKind, inboxKinds } from '@kerb/domain/inbox/inbox-kinds.ts';
import { digits, id, moment, queryFlag } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const inboxItem = z.object({
  id,
  kind: z.enum(inboxKinds as readonly [InboxKind, ...InboxKind[]]),
  /** The sentence of it, for people. */
  text: z.string(),
  campaign: z.object({ id, tenantId: id, name: z.string(), flowNumber: z.string() }),
  createdDate: moment,
  isRead: z.boolean(),
});
export type InboxItem = z.output<typeof inboxItem>;

/** `isMore`: there are more unread ones than are counted. */
export const unreadCount = z.object({ unread: z.int(), isMore: z.boolean() });
export type UnreadCount = z.output<typeof unreadCount>;

const settings = z.object({ emails: z.enum(emailChoices) });
export type InboxSettings = z.output<typeof settings>;

// biome-ignore format: a table
export const inboxEndpoints = defineEndpoints({
  list:         { method: 'GET',  path: '/v1/notifications', permission: 'notification.read', summary: 'List your own notifications, the newest first', query: z.object({ before: z.optional(digits), unread: z.optional(queryFlag) }), response: z.object({ items: z.array(inboxItem), isMore: z.boolean() }) },
  events:       { method: 'GET',  path: '/v1/notifications/events', permission: 'notification.read', summary: 'Follow how many of your own notifications are unread: a stream of server-sent events, or the number as JSON', response: unreadCount, stream: true },
  mark:         { method: 'PUT',  path: '/v1/notifications/{id}', permission: 'notification.change', summary: 'Mark one of your own notifications as read or unread', params: z.object({ id: digits }), body: z.strictObject({ isRead: z.boolean() }) },
  markAll:      { method: 'POST', path: '/v1/notifications/mark-read', permission: 'notification.change', summary: 'Mark your own notifications as read, up to the newest one that you have seen', body: z.strictObject({ upTo: id }) },
  settings:     { method: 'GET',  path: '/v1/notification-settings', permission: 'notification.read', summary: 'Read which e-mails you get of your notifications', response: settings },
  saveSettings: { method: 'PUT',  path: '/v1/notification-settings', permission: 'notification.change', summary: 'Choose which e-mails you get of your notifications', body: z.strictObject(settings.shape), response: settings },
});
