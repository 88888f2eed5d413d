import { type Kysely, type RawBuilder, sql } from 'kysely';

type Steps = {
  inLots: (table: string, statement: (from: number, to: number) => RawBuilder<unknown>) => Promise<void>;
};

const thisTransaction = sql`pg_current_xact_id()::text::bigint`;
const columns = sql`record_changes (kind, record_id, tenant_id, agreement_id, changed_xid, changed_date)`;

/** Records from before count as changed at their last update, so that a first synchronisation finds them. */
export async function online(_: Kysely<unknown>, { inLots }: Steps): Promise<void> {
  await inLots(
    'agreements',
    (from, to) => sql`
    insert into ${columns}
    select 'campaign', a.id, a.tenant_id, a.id, ${thisTransaction}, a.last_update_date from agreements a
    where a.id between ${from} and ${to} on conflict (kind, record_id) do nothing`,
  );
  await inLots(
    'signatories',
    (from, to) => sql`
    insert into ${columns}
    select 'payer', p.id, a.tenant_id, a.id, ${thisTransaction}, p.last_update_date
    from signatories p join agreements a on a.id = p.agreement_id
    where p.id between ${from} and ${to} on conflict (kind, record_id) do nothing`,
  );
  await inLots(
    'attachments',
    (from, to) => sql`
    insert into ${columns}
    select 'document', d.id, a.tenant_id, a.id, ${thisTransaction}, d.upload_date
    from attachments d join agreements a on a.id = d.agreement_id
    where d.id between ${from} and ${to} on conflict (kind, record_id) do nothing`,
  );
}
