import { type Kysely, type RawBuilder, sql } from 'kysely';

type Steps = {
  createIndex: (name: string, on: RawBuilder<unknown>) => Promise<void>;
  inLots: (table: string, statement: (from: number, to: number) => RawBuilder<unknown>) => Promise<void>;
};

const thisTransaction = sql`pg_current_xact_id()::text::bigint`;
const columns = sql`tenant_changes (tenant_id, kind, record_id, changed_xid, changed_date)`;

/** Properties and members from before, so that a first synchronisation finds them. */
export async function online(_: Kysely<unknown>, { createIndex, inLots }: Steps): Promise<void> {
  await createIndex('webhook_deliveries_by_change', sql`webhook_deliveries (webhook_id, changed_xid, id)`);
  await inLots(
    'properties',
    (from, to) => sql`
    insert into ${columns}
    select distinct a.tenant_id, 'property', p.id, ${thisTransaction}, p.last_update_date
    from properties p join agreements a on a.property_id = p.id
    where p.id between ${from} and ${to} on conflict (tenant_id, kind, record_id) do nothing`,
  );
  await inLots(
    'users',
    (from, to) => sql`
    insert into ${columns}
    select m.tenant_id, 'member', m.user_id, ${thisTransaction}, u.last_update_date
    from tenant_users m join users u on u.id = m.user_id
    where u.id between ${from} and ${to} on conflict (tenant_id, kind, record_id) do nothing`,
  );
}
