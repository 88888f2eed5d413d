import { realActorOf } from '@kerb/domain/access/actor.ts';
import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { mostProvisioningTokens, provisioningTokenDays } from '@kerb/domain/organisations/provisioning.contract.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { ReviewedPerson } from '@kerb/server/platform/ports/rights-effects.ts';
import { notFound, Problem } from '@kerb/server/platform/problems/problem.ts';
import { randomToken, sha256 } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

type Shown = {
  id: number;
  createdDate: string;
  createdByName: string | null;
  expiryDate: string;
  lastUsageDate: string | null;
};

/** The tokens that work, the newest first. */
export async function provisioningOf(db: Database | Tx, { publicUrl }: Config, tenantId: number) {
  const { rows } = await sql<Shown>`
    select k.id, k.created_date, k.expiry_date, k.last_usage_date, u.first_name || ' ' || u.surname as created_by_name
    from provisioning_tokens k left join users u on u.id = k.created_by_user_id
    where k.tenant_id = ${tenantId} and k.ended_date is null and k.expiry_date > ${realNow()}
    order by k.id desc`.execute(db);
  return { baseUrl: `${publicUrl}/scim/v2`, items: rows };
}

/** Stored as a hash; returned once. */
export async function addProvisioningToken(work: Work, tenantId: number): Promise<string> {
  const { items } = await provisioningOf(work.tx, work.deps.config, tenantId);
  if (items.length >= mostProvisioningTokens) {
    throw new Problem(409, 'too-many-tokens', `An organisation has at most ${mostProvisioningTokens} tokens. End one.`);
  }
  const token = `kerb-scim-${randomToken()}`;
  const now = realNow();
  await work.tx
    .insertInto('provisioningTokens')
    .values({
      tenantId,
      tokenHash: sha256(token),
      createdByUserId: work.actor && realActorOf(work.actor).userId,
      createdDate: now,
      expiryDate: addMinutes(now, provisioningTokenDays * 1440),
    })
    .execute();
  await record(work, { activityCode: 'tenant_update', tenantId, description: 'Token for the directory made' });
  return token;
}

async function end(work: Work, id: number, tenantId: number, description: string): Promise<void> {
  await work.tx.updateTable('provisioningTokens').set({ endedDate: realNow() }).where('id', '=', id).execute();
  await record(work, { activityCode: 'tenant_update', tenantId, description });
}

export async function endProvisioningToken(work: Work, tenantId: number, id: number): Promise<void> {
  const { items } = await provisioningOf(work.tx, work.deps.config, tenantId);
  if (!items.some((item) => item.id === id)) throw notFound('token');
  await end(work, id, tenantId, 'Token for the directory ended');
}

/** A person who no longer manages an organisation may still have a token that they made. */
export async function endProvisioningTokensOf(work: Work, { userId, mayStill }: ReviewedPerson): Promise<void> {
  const tokens = await work.tx
    .selectFrom('provisioningTokens')
    .select(['id', 'tenantId'])
    .where('createdByUserId', '=', userId)
    .where('endedDate', 'is', null)
    .execute();
  for (const { id, tenantId } of tokens) {
    if (!mayStill(tenantId))
      await end(work, id, tenantId, 'Token for the directory ended with the rights of its maker');
  }
}

export type Directory = { tokenId: number; tenantId: number; madeByUserId: number | null };

/** The organisation of a token that still works. */
export async function directoryOf(db: Database | Tx, token: string): Promise<Directory | null> {
  const { rows } = await sql<Directory>`
    update provisioning_tokens set last_usage_date = ${realNow()}
    where token_hash = ${sha256(token)} and ended_date is null and expiry_date > ${realNow()}
    returning id as token_id, tenant_id, created_by_user_id as made_by_user_id`.execute(db);
  return rows[0] ?? null;
}
