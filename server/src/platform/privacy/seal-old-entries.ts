import { isPayer, type Role } from '@kerb/domain/access/actor.ts';
import { payerWord } from '@kerb/domain/audit/personal-fields.ts';
import type { Database, OpenDatabase, Tx } from '@kerb/server/platform/database/database.ts';
import { sealValues } from '@kerb/server/platform/privacy/log-values.ts';
import type { Secrets } from '@kerb/server/platform/secrets.ts';
import { sql } from 'kysely';

type Old = {
  id: number;
  userName: string;
  logData: object;
  targetAgreementId: number | null;
  targetTenantId: number | null;
  targetUserId: number | null;
  writerId: number | null;
  writerRole: Role | null;
};

const batchSize = 500;

async function sealEntry(tx: Tx, secrets: Secrets, entry: Old): Promise<void> {
  const payerUserId = entry.writerRole !== null && isPayer(entry.writerRole) ? entry.writerId : null;
  const about = {
    agreementId: entry.targetAgreementId,
    tenantId: entry.targetTenantId,
    userId: entry.targetUserId,
    payerUserId,
  };
  const { userName, logData: data } = entry;
  const plainName = payerUserId === null ? userName : payerWord;
  const stored = await sealValues({ tx, secrets }, { userName, data }, plainName, about);
  await sql`
    update log_entries set user_name = ${stored.userName}, log_data = ${stored.logData}::jsonb,
      sealed_data = ${stored.sealedData}, data_key_id = ${stored.dataKeyId}, data_form = 1
    where id = ${entry.id}`.execute(tx);
}

/** The entries of earlier releases. Entries that a payer wrote have the payer's name. */
const oldEntries = (tx: Tx) =>
  sql<Old>`
  select e.id, e.user_name, e.log_data, e.target_agreement_id, e.target_tenant_id, e.target_user_id,
    u.id as writer_id, u.role as writer_role
  from log_entries e left join users u on u.id = e.user_id
  where e.data_form = 0 order by e.id limit ${batchSize}`.execute(tx);

/** Only the owner of the table may do this, and only here: earlier releases wrote personal values in the clear. */
const sealBatch = (db: Database, secrets: Secrets): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await oldEntries(tx);
    if (rows.length === 0) return 0;
    await sql`alter table log_entries disable trigger log_entries_append_only`.execute(tx);
    for (const entry of rows) await sealEntry(tx, secrets, entry);
    await sql`alter table log_entries enable trigger log_entries_append_only`.execute(tx);
    return rows.length;
  });

/** Encrypts the personal values of log entries that an earlier release wrote. An interrupted run is continued. */
export async function sealOldEntries({ db }: Pick<OpenDatabase, 'db'>, secrets: Secrets): Promise<number> {
  for (let sealed = 0; ; ) {
    const count = await sealBatch(db, secrets);
    if (count === 0) return sealed;
    sealed += count;
  }
}
