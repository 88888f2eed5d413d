import { ConfigError } from '@kerb/server/platform/config.ts';
import type { Database, OpenDatabase, Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

/**
 * The role of the running application. It owns nothing: it cannot change a table, its triggers or its rights. The owner
 * of the tables only migrates.
 */
export const runRole = 'kerb_run';

type Rights = { insert: boolean; update: readonly string[] };
const insertAnd = (...update: string[]): Rights => ({ insert: true, update });
const readOnly: Rights = { insert: false, update: [] };

/**
 * The tables of which the application deletes nothing and changes at most the named columns. It reads and writes all
 * other tables freely.
 */
// biome-ignore format: a table
export const limitedTables: Record<string, Rights> = {
  // A function of the owner deletes what is older than seven years, by a fixed rule.
  log_entries:         insertAnd(),
  log_seals:           insertAnd(),
  log_seal_parts:      insertAnd(),
  ledger_transactions: insertAnd(),
  ledger_entries:      insertAnd(),
  ledger_totals:       readOnly,
  book_periods:        insertAnd('reopened_date', 'reopened_by_user_id', 'reopen_reason'),
  book_exports:        insertAnd(),
  // Triggers of the ledger write it, with the rights of the owner.
  campaign_books:      readOnly,
  payments:            insertAnd('status', 'gateway_ref', 'approval_date', 'void_date', 'void_reason', 'void_requested_date', 'refund_reference', 'payment_date', 'started_at', 'card_scheme', 'card_funding', 'card_last4', 'card_wallet'),
  part_refunds:        insertAnd('status', 'finished_date', 'started_at'),
  invoices:            insertAnd('status', 'paid_amount', 'void_date', 'void_reason', 'last_update_date'),
  invoice_lines:       insertAnd(),
  signatures:          insertAnd('voided_date'),
  signature_events:    insertAnd(),
  signed_documents:    insertAnd('voided_date'),
  payout_letters:      insertAnd(),
  loan_requests:       insertAnd('reason', 'can_pay', 'outcome', 'answer', 'answered_date', 'answered_by_user_id', 'earlier_due_date', 'new_due_date', 'facts', 'document_key', 'signed_date', 'ended_date'),
  loan_request_signatures: insertAnd('legal_name', 'email_address', 'mobile_phone', 'user_agent', 'ip_address'),
  loan_invoices:       insertAnd('sent_date', 'sent_to'),
  // A function of the owner deletes events that are older than 400 days.
  security_events:     insertAnd(),
  data_keys:           insertAnd('sealed_key', 'dropped_date'),
  erasures:            insertAnd('finished_date', 'counts', 'refused_because'),
  pending_acts:        insertAnd('outcome', 'note', 'decided_date', 'decided_by_user_id', 'sealed_payload'),
  user_makers:         insertAnd('date'),
  rate_changes:        insertAnd('withdrawn_date', 'withdrawn_by_user_id'),
  message_templates:   insertAnd(),
  deployment:          insertAnd('key_check', 'files_folder_id'),
  migrations:          readOnly,
};

/** The tables of the product, and those of its job queue. */
export type OwnedSchema = 'public' | 'jobs';

type Found = {
  name: string;
  select: boolean;
  insert: boolean;
  update: boolean;
  delete: boolean;
  more: boolean;
  updatable: string[];
};

const role = sql.lit(runRole);

const limitOf = (schema: OwnedSchema, name: string): Rights | undefined =>
  schema === 'public' ? limitedTables[name] : undefined;

/** Whether the run role has exactly the rights that it should have. */
function isRight(schema: OwnedSchema, table: Found): boolean {
  if (!table.select || table.more) return false;
  const limit = limitOf(schema, table.name);
  if (limit === undefined) return table.insert && table.update && table.delete;
  const isSame = limit.update.length === table.updatable.length;
  const isWithin = limit.update.every((column) => table.updatable.includes(column));
  return table.insert === limit.insert && !table.update && !table.delete && isSame && isWithin;
}

/** The names of the tables on which the run role has too many rights, or too few. */
export async function wrongRights(db: Database | Tx, schema: OwnedSchema): Promise<string[]> {
  const may = (right: string) => sql`has_table_privilege(${role}, c.oid, ${sql.lit(right)})`;
  const { rows } = await sql<Found>`
    select c.relname as name, ${may('select')} as select, ${may('insert')} as insert, ${may('update')} as update,
      ${may('delete')} as delete, ${may('truncate, trigger, references')} as more,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and has_column_privilege(${role}, c.oid, a.attnum, 'update')) as updatable
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relkind in ('r', 'p', 'v') order by c.relname`.execute(db);
  return rows.filter((table) => !isRight(schema, table)).map(({ name }) => name);
}

async function createRole(db: Database | Tx): Promise<void> {
  // Roles belong to the whole cluster: another database may create it at the same moment.
  await sql`
    do $$ begin
      if not exists (select from pg_roles where rolname = ${role}) then
        create role ${sql.ref(runRole)} nologin;
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$`
    .execute(db)
    .catch((error: Error & { code?: string }) => {
      if (error.code !== '42501') throw error;
      throw new ConfigError(
        `The database has no role ${runRole}, and this user may not create it: create it as docs/operations.md says.`,
      );
    });
  // For a deployment with one DATABASE_URL. Somebody else may have created the role and keep it for themselves.
  await sql`
    do $$ begin
      set local role ${sql.ref(runRole)};
      reset role;
    exception when insufficient_privilege then
      begin
        grant ${sql.ref(runRole)} to current_user;
      exception when insufficient_privilege then null;
      end;
    end $$`.execute(db);
}

/** Tables that a later migration creates get their rights at once. */
async function grantByDefault(db: Database | Tx, schema: OwnedSchema): Promise<void> {
  const { rows } = await sql`
    select from pg_default_acl
    where defaclrole = current_user::regrole and defaclnamespace = ${sql.lit(schema)}::regnamespace`.execute(db);
  if (rows.length > 0) return;
  const always = sql`alter default privileges in schema ${sql.ref(schema)}`;
  await sql`${always} grant select, insert, update, delete on tables to ${sql.ref(runRole)}`.execute(db);
  await sql`${always} grant usage, select on sequences to ${sql.ref(runRole)}`.execute(db);
}

/** A database that is migrated in part, as in the test of an upgrade, does not have all columns. */
async function presentColumns(db: Database | Tx, table: string, columns: readonly string[]): Promise<string[]> {
  if (columns.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select attname::text as name from pg_attribute
    where attrelid = ${sql.lit(table)}::regclass and attname in (${sql.join(columns)}) and not attisdropped`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

async function grantTable(db: Database | Tx, schema: OwnedSchema, name: string): Promise<void> {
  const on = sql`on ${sql.table(`${schema}.${name}`)}`;
  const to = sql`to ${sql.ref(runRole)}`;
  const limit = limitOf(schema, name);
  await sql`revoke all ${on} from ${sql.ref(runRole)}`.execute(db);
  if (limit === undefined) {
    await sql`grant select, insert, update, delete ${on} ${to}`.execute(db);
    return;
  }
  await sql`grant select ${on} ${to}`.execute(db);
  if (limit.insert) await sql`grant insert ${on} ${to}`.execute(db);
  const columns = await presentColumns(db, `${schema}.${name}`, limit.update);
  if (columns.length === 0) return;
  await sql`grant update (${sql.join(columns.map((column) => sql.ref(column)))}) ${on} ${to}`.execute(db);
}

async function grantSchema(db: Database | Tx, schema: OwnedSchema): Promise<void> {
  const { rows } = await sql<{ mayUse: boolean; sequences: boolean }>`
    select has_schema_privilege(${role}, ${sql.lit(schema)}, 'usage') as may_use,
      exists (select from pg_sequence s join pg_class c on c.oid = s.seqrelid
        where c.relnamespace = ${sql.lit(schema)}::regnamespace
          and not has_sequence_privilege(${role}, s.seqrelid, 'usage')) as sequences`.execute(db);
  const name = sql.ref(schema);
  if (!rows[0]?.mayUse) await sql`grant usage on schema ${name} to ${sql.ref(runRole)}`.execute(db);
  if (rows[0]?.sequences) {
    await sql`grant usage, select on all sequences in schema ${name} to ${sql.ref(runRole)}`.execute(db);
  }
}

/**
 * Gives the run role its rights, after every migration. It writes only what differs, because most starts change
 * nothing.
 */
export async function grantRights(db: Database | Tx, schema: OwnedSchema): Promise<void> {
  await createRole(db);
  await grantByDefault(db, schema);
  await grantSchema(db, schema);
  for (const name of await wrongRights(db, schema)) await grantTable(db, schema, name);
}

/** The embedded engine has one session. After the migrations it keeps only the rights of the run role. */
export async function enterRunRole({ db, embedded }: OpenDatabase): Promise<void> {
  if (embedded) await sql`set role ${sql.ref(runRole)}`.execute(db);
}

/** What a login may do beside the application's work. */
export type Login = { user: string; isOwner: boolean; mayRun: boolean };

/**
 * Reads what the login of this connection may do. The owner of a schema can drop its tables, and a login that may
 * create roles may become their owner in PostgreSQL 15. A superuser is a member of every role.
 */
export async function loginOf(db: Database | Tx): Promise<Login> {
  const { rows } = await sql<Login>`
    select session_user::text as user,
      (select bool_or(r.rolcreaterole or r.rolsuper) from pg_roles r where pg_has_role(session_user, r.oid, 'member'))
      or exists (select from pg_namespace n
        where n.nspname in ('public', 'jobs') and pg_has_role(session_user, n.nspowner, 'member'))
      or exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'jobs') and pg_has_role(session_user, c.relowner, 'member')) as is_owner,
      coalesce((select pg_has_role(session_user, r.oid, 'usage') from pg_roles r where r.rolname = ${role}), false)
        as may_run`.execute(db);
  const [login] = rows;
  if (!login) throw new Error('the database did not say who is connected');
  return login;
}

/** Stops a start whose login does not have the rights of the application. */
export function assertMember({ user, mayRun }: Login): void {
  if (!mayRun) throw new ConfigError(`${user} is not a member of ${runRole}: run \`grant ${runRole} to ${user}\`.`);
}

export const ownerRefusal = (user: string, isPooled = false): string =>
  `DATABASE_URL connects as ${user}, who owns the tables or may become their owner: ` +
  `${isPooled ? 'behind a pooler' : 'outside a sandbox'} use a role ` +
  'that owns none, and set DATABASE_OWNER_URL for the migrations (docs/operations.md has the statements).';
