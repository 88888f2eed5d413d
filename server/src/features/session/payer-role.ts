import { isPayer } from '@kerb/domain/access/actor.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { ended } from '@kerb/domain/vocabulary/status-groups.ts';
import type { Person } from '@kerb/server/features/session/people.repository.ts';
import type { Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

type PayerRole = {
  /** Whether the account is a payer, also if it has another role. */
  isPayer: boolean;
  /** Whether an account of role vendor has applied, or confirmed a mobile, in a campaign that has not ended. */
  hasApplied: boolean;
};

export async function payerRoleOf(tx: Tx, { id, role }: Pick<Person, 'id' | 'role'>): Promise<PayerRole> {
  const { rows } = await sql<{ hasApplied: boolean }>`
    select a.status <> all(${ended.map(statusRank)}::smallint[])
      and (p.submitted_date is not null or p.mobile_phone_confirmation_date is not null) as has_applied
    from signatories p join agreements a on a.id = p.agreement_id where p.user_id = ${id}`.execute(tx);
  return { isPayer: isPayer(role) || rows.length > 0, hasApplied: isPayer(role) && rows.some((row) => row.hasApplied) };
}
