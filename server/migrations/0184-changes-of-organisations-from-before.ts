import { type Kysely, type RawBuilder, sql } from 'kysely';

type Steps = {
  createIndex: (name: string, on: RawBuilder<unknown>) => Promise<void>;
  inLots: (table: string, statement: (from: number, to: number) => RawBuilder<unknown>) => Promise<void>;
};

const thisTransaction = sql`pg_current_xact_id()::text::bigint`;
const columns = sql`tenant_changes (tenant_id, kind, record_id, changed_xid, changed_date)`;
const unlessNoted = sql`on conflict (tenant_id, kind, record_id) do nothing`;

/** Organisations, webhooks and payments from before, so that a first synchronisation finds them. */
export async function online(_: Kysely<unknown>, { createIndex, inLots }: Steps): Promise<void> {
  // An admin reads the organisations in one order. All other lists are of one organisation.
  await createIndex(
    'tenant_changes_of_organisations',
    sql`tenant_changes (changed_xid, record_id) include (changed_date) where kind = 'organisation'`,
  );
  await inLots(
    'tenants',
    (from, to) => sql`
    insert into ${columns} select t.id, 'organisation', t.id, ${thisTransaction}, t.last_update_date from tenants t
    where t.id between ${from} and ${to} ${unlessNoted}`,
  );
  await inLots(
    'webhooks',
    (from, to) => sql`
    insert into ${columns} select w.tenant_id, 'webhook', w.id, ${thisTransaction}, w.creation_date from webhooks w
    where w.id between ${from} and ${to} ${unlessNoted}`,
  );
  await inLots(
    'ledger_transactions',
    (from, to) => sql`
    insert into ${columns} select a.tenant_id, 'remittance', t.id, ${thisTransaction}, t.date
    from ledger_transactions t join agreements a on a.id = t.agreement_id
    where t.id between ${from} and ${to} and t.event in ('transfer', 'bounce') ${unlessNoted}`,
  );
}
