import type { IdentityOutcome } from '@kerb/domain/sandbox/sandbox.contract.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';

const keyOf = (entityId: string) => `identity ${entityId}`;

/** The result that a person chose on the sandbox's own page; null before they open it. */
export async function sandboxOutcome(db: Database, entityId: string): Promise<IdentityOutcome | null> {
  const key = keyOf(entityId);
  const row = await db.selectFrom('sandboxState').select('value').where('key', '=', key).executeTakeFirst();
  return (row?.value.outcome as IdentityOutcome | undefined) ?? null;
}

export async function keepSandboxOutcome(db: Database, entityId: string, outcome: IdentityOutcome): Promise<void> {
  const row = { key: keyOf(entityId), value: JSON.stringify({ outcome }) };
  await db
    .insertInto('sandboxState')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: row.value }))
    .execute();
}
