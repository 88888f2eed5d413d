import { type RawBuilder, sql } from 'kysely';

/**
 * The columns of a log entry that its hash covers, in this order: everything except `data_form`, which only says that
 * an earlier release wrote the entry. Personal values are in `sealed_data`, encrypted. An erasure drops their key and
 * changes no entry, so the hash stays true.
 */
// biome-ignore format: a list
export const hashedColumns = [
  'id', 'date', 'written_date', 'user_id', 'user_name', 'activity_code', 'description', 'log_data', 'sealed_data',
  'data_key_id', 'target_agreement_id', 'target_tenant_id', 'target_user_id', 'ip_address',
] as const;

const version = 'kerb-log-1';

/** JSON writes a time without a zone, and always in the same form. */
const written: Partial<Record<(typeof hashedColumns)[number], string>> = {
  date: `e.date at time zone 'UTC'`,
  written_date: `e.written_date at time zone 'UTC'`,
  log_data: 'e.log_data::text',
  sealed_data: `encode(e.sealed_data, 'hex')`,
};

const items = hashedColumns.map((name) => written[name] ?? `e.${name}`).join(', ');

/**
 * The hash of the entry `e`, as an expression and not as a function of the database: its owner could replace a function
 * by one that hides a change.
 */
export const entryHash: RawBuilder<Buffer> = sql.raw(
  `sha256(convert_to(json_build_array('${version}', ${items})::text, 'UTF8'))`,
);

/** When the database wrote the entry. Entries from before migration 0058 have only the time of the server. */
export const entryMicros: RawBuilder<number> = sql.raw(
  '(extract(epoch from coalesce(e.written_date, e.date)) * 1000000)::bigint',
);
