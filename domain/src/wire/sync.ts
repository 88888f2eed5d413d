import { moment } from '@kerb/domain/wire/codecs.ts';
import * as z from 'zod/mini';

/** Opaque to callers. It says where the answer ended, and of which list. */
const cursor = z.string().check(z.maxLength(200), z.regex(/^[\w-]+$/));

/** How a list is read in the order of changes. A cursor goes on where an answer ended, and replaces `updatedSince`. */
export const syncQuery = { updatedSince: z.optional(moment), cursor: z.optional(cursor) };

/** Absent if the list was not read in the order of changes. */
export const syncAnswer = {
  /** Also the last answer has one: with it, a later call answers with what changed meanwhile. */
  nextCursor: z.optional(z.string()),
  hasMore: z.optional(z.boolean()),
};

/** Read in the order of changes, a page has no total: the list does not end. */
export const syncPage = { totalItems: z.optional(z.int()), ...syncAnswer };

type Asked = { updatedSince?: string | undefined; cursor?: string | undefined };
export const isSync = ({ updatedSince, cursor: from }: Asked): boolean =>
  updatedSince !== undefined || from !== undefined;

/** A place in the order of changes: the number of a transaction, and the id of a record that it changed. */
export type Place = { xid: number; id: number };

/** `name` is of the list and its organisation: a cursor of another list is refused. */
export const cursorText = (name: string, { xid, id }: Place): string =>
  `${name.replaceAll(/\W/g, '_')}-${xid.toString(36)}-${id.toString(36)}`;

export function placeIn(name: string, text: string): Place | null {
  const [list, xid = '', id = '', ...more] = text.split('-');
  const isNumber = (digits: string) => /^[0-9a-z]{1,11}$/.test(digits);
  if (list !== name.replaceAll(/\W/g, '_') || more.length > 0 || !isNumber(xid) || !isNumber(id)) return null;
  const place = { xid: Number.parseInt(xid, 36), id: Number.parseInt(id, 36) };
  return Number.isSafeInteger(place.xid) && Number.isSafeInteger(place.id) ? place : null;
}
