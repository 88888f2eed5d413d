import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { advertiserReferences, type References } from '@kerb/domain/organisations/advertiser-references.ts';
import { takeTurn } from '@kerb/server/platform/database/locks.ts';
import { invalid } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

/**
 * A portal's reference belongs to one agency. The lock is held until the transaction ends, so that two concurrent
 * requests cannot take the same reference.
 */
export async function refuseTakenReference(
  { tx }: Work,
  sent: { [Name in keyof References]?: string | null | undefined },
  exceptId: number | null = null,
): Promise<void> {
  const given = advertiserReferences.flatMap((name) => (sent[name] ? [[name, sent[name]] as const] : []));
  if (given.length === 0) return;
  await takeTurn(tx, 'advertiserReferences');
  for (const [name, reference] of given) {
    const { rows } = await sql<{ name: string }>`
      select t.name from tenants t
      where lower(t.${sql.ref(name)}) = lower(${reference}) and t.id is distinct from ${exceptId}
      limit 1`.execute(tx);
    if (rows[0]) throw invalid(fieldError(name, 'conflictingValue', `${rows[0].name} has this reference already.`));
  }
}
