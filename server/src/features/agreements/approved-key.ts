import { approvedOtherwise, isAsApproved } from '@kerb/domain/agreements/approved-loan.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import { sql } from 'kysely';

/**
 * The key of what an approval is for: the names and mailboxes of the payers, and the address of the property, as they
 * are stored. The amounts are not part of it: an admin may correct the terms of an approved loan, and the payers then
 * read and sign the changed agreement.
 */
async function approvedKeyOf(db: Database | Tx, id: number): Promise<string> {
  const { rows } = await sql<{ approved: unknown }>`
    select jsonb_build_object(
      'property', (select jsonb_build_array(r.id, r.address, r.address2, r.address3, r.city, r.state, r.postal_code)
        from properties r where r.id = a.property_id),
      'payers', (select jsonb_agg(
        jsonb_build_array(p.id, p.first_name, p.middle_names, p.surname, lower(p.email_address)) order by p.id)
        from signatories p where p.agreement_id = a.id)
    )::text as approved
    from agreements a where a.id = ${id}`.execute(db);
  return sha256(JSON.stringify(rows)).toString('hex');
}

/** Stores what was approved, or forgets it when the campaign is no longer approved. The campaign must be locked. */
export async function keepApprovedKey(tx: Tx, { id }: { id: number }, status: AgreementStatus): Promise<void> {
  const approvedKey = status === 'approved' ? await approvedKeyOf(tx, id) : null;
  await tx.updateTable('agreements').set({ approvedKey }).where('id', '=', id).execute();
}

/** Refuses to sign for another person or property than the approval was for, however it came to be changed. */
export async function refuseUnapproved(db: Database | Tx, { id }: { id: number }): Promise<void> {
  const { approvedKey } = await db
    .selectFrom('agreements')
    .select('approvedKey')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (isAsApproved(approvedKey, await approvedKeyOf(db, id))) return;
  throw new Problem(409, 'approved-otherwise', approvedOtherwise);
}
