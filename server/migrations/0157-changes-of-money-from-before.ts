import { type Kysely, type RawBuilder, sql } from 'kysely';

type Steps = {
  inLots: (table: string, statement: (from: number, to: number) => RawBuilder<unknown>) => Promise<void>;
};

const thisTransaction = sql`pg_current_xact_id()::text::bigint`;
const columns = sql`record_changes (kind, record_id, tenant_id, agreement_id, changed_xid, changed_date)`;

/** Invoices and payments from before, so that a first synchronisation finds them. */
export async function online(_: Kysely<unknown>, { inLots }: Steps): Promise<void> {
  await inLots(
    'invoices',
    (from, to) => sql`
    insert into ${columns}
    select 'invoice', i.id, a.tenant_id, a.id, ${thisTransaction}, i.last_update_date
    from invoices i join agreements a on a.id = i.agreement_id
    where i.id between ${from} and ${to} on conflict (kind, record_id) do nothing`,
  );
  await inLots(
    'payments',
    (from, to) => sql`
    insert into ${columns}
    select 'payment', p.id, a.tenant_id, a.id, ${thisTransaction}, coalesce(p.void_date, p.approval_date, p.created_date)
    from payments p join agreements a on a.id = p.agreement_id
    where p.id between ${from} and ${to} on conflict (kind, record_id) do nothing`,
  );
}
