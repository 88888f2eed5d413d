import { secretsOf } from '@kerb/server/platform/outbox/post-message.ts';
import { buildersFor } from './builders.ts';
import { type Stage, startStage } from './harness.ts';

/** An organisation with its manager and an admin. Tests add payers to its campaigns. */
export async function startSigningFixture() {
  const stage = await startStage();
  const build = buildersFor(stage);
  const tenantId = await build.aTenant();
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  return { stage, build, tenantId, manager, admin: await build.aPerson('admin') };
}

/** The code in the latest message of this kind, as its reader gets it. */
export async function codeIn({ db, deps }: Stage, kind: string, recipient: string): Promise<string> {
  const { sealedSecrets } = await db
    .selectFrom('messages')
    .select('sealedSecrets')
    .where('kind', '=', kind)
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return secretsOf(deps.secrets, sealedSecrets)[0]!;
}
