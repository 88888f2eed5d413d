import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { buttonStateOf } from '@kerb/domain/embedding/button-state.ts';
import type { CampaignPayButton } from '@kerb/domain/embedding/embedding.contract.ts';
import { campaignInScope, lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { hostScriptOf } from '@kerb/server/features/embedding/embed-files.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { randomToken } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Reading = { db: Database | Tx; config: Config };

export async function payButtonOf({ db, config }: Reading, scope: AccessScope, id: number): Promise<CampaignPayButton> {
  const agreement = await campaignInScope(db, scope, id);
  const row = await db
    .selectFrom('tenants as t')
    .leftJoin('embedSettings as e', 'e.tenantId', 't.id')
    .leftJoin('payButtons as b', (join) => join.on('b.agreementId', '=', id))
    .select(['e.isOn', 'b.token', 'b.createdDate'])
    .where('t.id', '=', agreement.tenantId)
    .executeTakeFirst();
  const { token = null, createdDate = null, isOn } = row ?? {};
  return {
    button: token && createdDate ? { token, createdDate, state: buttonStateOf(agreement) } : null,
    isOn: isOn ?? false,
    script: hostScriptOf(config),
  };
}

/** An earlier button stops: it has another token. */
export async function makePayButton(work: Work, scope: AccessScope, id: number): Promise<void> {
  const { tenantId } = await lockCampaign(work.tx, scope, id);
  const row = { token: randomToken(), createdDate: work.now };
  await work.tx
    .insertInto('payButtons')
    .values({ agreementId: id, ...row })
    .onConflict((conflicting) => conflicting.column('agreementId').doUpdateSet(row))
    .execute();
  await noted(work, { id, tenantId, description: 'Pay button made' });
}

/** Without a button nothing happens. */
export async function endPayButton(work: Work, scope: AccessScope, id: number): Promise<void> {
  const { tenantId } = await lockCampaign(work.tx, scope, id);
  const ended = await work.tx.deleteFrom('payButtons').where('agreementId', '=', id).executeTakeFirst();
  if (ended.numDeletedRows > 0n) await noted(work, { id, tenantId, description: 'Pay button ended' });
}

/** The campaign itself is not changed, so no webhook is told. */
const noted = (work: Work, { id, ...entry }: { id: number; tenantId: number; description: string }) =>
  record(work, { activityCode: 'campaign_update', agreementId: id, ...entry, isOnlyRead: true });
