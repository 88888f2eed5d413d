import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { changesBetween } from '@kerb/domain/audit/activity.ts';
import { decideOrigins } from '@kerb/domain/embedding/allowed-origins.ts';
import type { Embedding, SavedEmbedding } from '@kerb/domain/embedding/embedding.contract.ts';
import { hostScriptOf } from '@kerb/server/features/embedding/embed-files.ts';
import { findTenantRecord, lockTenant } from '@kerb/server/features/organisations/settings.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Versioned } from '@kerb/server/platform/http/mount.ts';
import { mustAllow, outdated, outOfScope } from '@kerb/server/platform/problems/problem.ts';
import { randomToken } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';

const stored = (db: Database | Tx, tenantId: number) =>
  db
    .selectFrom('embedSettings')
    .select(['embedKey', 'origins', 'isOn', 'version'])
    .where('tenantId', '=', tenantId)
    .executeTakeFirst();
type Stored = Awaited<ReturnType<typeof stored>>;

const viewOf = (row: Stored, config: Config): Versioned<Embedding> => ({
  value: {
    isOn: row?.isOn ?? false,
    origins: row?.origins ?? [],
    key: row?.embedKey ?? null,
    script: hostScriptOf(config),
  },
  version: row?.version ?? 0,
});

type Reading = { db: Database | Tx; config: Config };

export async function embeddingOf(
  { db, config }: Reading,
  scope: AccessScope,
  tenantId: number,
): Promise<Versioned<Embedding>> {
  if (!(await findTenantRecord(db, scope, tenantId))) throw outOfScope(scope, tenantId, 'organisation');
  return viewOf(await stored(db, tenantId), config);
}

const forLog = (row: Stored) => ({ isOn: row?.isOn ?? false, origins: row?.origins.join(' ') ?? '' });

type Save = { tenantId: number; sent: SavedEmbedding; ifMatch: number | null };

/** The first save makes the key. The lock of the organisation makes concurrent saves run one after the other. */
export async function saveEmbedding(work: Work, scope: AccessScope, { tenantId, sent, ifMatch }: Save): Promise<void> {
  await lockTenant(work.tx, scope, tenantId);
  const before = await stored(work.tx, tenantId);
  if (ifMatch !== null && ifMatch !== (before?.version ?? 0)) throw outdated();
  const typed = sent.origins.filter((origin) => origin !== '');
  const origins = mustAllow(decideOrigins(typed, { isSandbox: work.deps.config.sandbox }));
  const version = (before?.version ?? 0) + 1;
  const row = { embedKey: before?.embedKey ?? randomToken(), origins, isOn: sent.isOn, version };
  await write(work, tenantId, row);
  const data = changesBetween(forLog(before), forLog(row));
  await record(work, { activityCode: 'tenant_update', description: 'Own website changed', tenantId, data });
}

/** What has the earlier key stops at once. Without settings there is no key to replace. */
export async function replaceEmbedKey(work: Work, scope: AccessScope, tenantId: number): Promise<void> {
  await lockTenant(work.tx, scope, tenantId);
  const before = await stored(work.tx, tenantId);
  const row = { origins: [], isOn: false, ...before, embedKey: randomToken(), version: (before?.version ?? 0) + 1 };
  await write(work, tenantId, row);
  await record(work, { activityCode: 'tenant_update', description: 'Key of the calculator replaced', tenantId });
}

const write = ({ tx }: Work, tenantId: number, row: NonNullable<Stored>) =>
  tx
    .insertInto('embedSettings')
    .values({ tenantId, ...row })
    .onConflict((conflicting) => conflicting.column('tenantId').doUpdateSet(row))
    .execute();
