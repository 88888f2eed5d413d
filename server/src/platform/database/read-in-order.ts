import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import { cursorText, type Place, placeIn } from '@kerb/domain/wire/sync.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { invalid, outOfScope } from '@kerb/server/platform/problems/problem.ts';
import { type RawBuilder, sql } from 'kysely';

/** Cursors belong to one organisation. Callers who see several say which. */
export function tenantOf(scope: AccessScope, asked: number | undefined): number {
  const mine = [...scope.tenantIds, ...scope.ownTenantIds];
  if (asked === undefined) {
    const [only, ...more] = mine;
    if (scope.everything || only === undefined || more.length > 0) {
      throw invalid(fieldError('tenantId', 'missing', 'Say of which organisation.'));
    }
    return only;
  }
  if (!scope.everything && !mine.includes(asked)) throw outOfScope(scope, asked, 'organisation');
  return asked;
}

function startOf(name: string, cursor: string | undefined): Place {
  if (cursor === undefined) return { xid: 0, id: 0 };
  const place = placeIn(name, cursor);
  if (!place) throw invalid(fieldError('cursor', 'notValid', fieldWords.notValid));
  return place;
}

type Asked = {
  /** Of the list and its organisation: cursors of others are refused. */
  name: string;
  cursor: string | undefined;
  perPage: number;
  /** The columns, with `xid` and `id` among them, from the tables and with the conditions. */
  select: RawBuilder<unknown>;
  xid: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
};

/**
 * The rows after a cursor, in the order of the transactions that wrote them, and where the next page begins.
 *
 * It reads only up to the oldest transaction that still runs: that one may commit rows with its smaller number later,
 * and a reader that had gone on would never see them. After the last row the cursor is there too, so that the next call
 * reads only what is newer.
 */
export async function readInOrder<Row extends object>(db: Database, asked: Asked) {
  const { name, perPage, select, xid, id } = asked;
  const after = startOf(name, asked.cursor);
  const { rows } = await sql<Row & { horizon: number; xid: number | null; id: number }>`
    with h as materialized (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as xid)
    select h.xid as horizon, r.* from h left join lateral (
      ${select} and (${xid}, ${id}) > (${after.xid}::bigint, ${after.id}::bigint) and ${xid} < h.xid
      order by ${xid}, ${id} limit ${perPage + 1}) r on true
    order by r.xid, r.id`.execute(db);
  const found = rows.filter((row) => row.xid !== null);
  const page = found.slice(0, perPage);
  const hasMore = found.length > perPage;
  const last = page.at(-1);
  const end = rows[0]?.horizon ?? 0;
  const atEnd = end > after.xid ? { xid: end, id: 0 } : after;
  const next = hasMore && last ? { xid: Number(last.xid), id: last.id } : atEnd;
  return { page, nextCursor: cursorText(name, next), hasMore };
}
