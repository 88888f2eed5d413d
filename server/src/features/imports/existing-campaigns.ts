import type { Numbered } from '@kerb/domain/agreements/flow-number.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { ended, notIn } from '@kerb/domain/vocabulary/status-groups.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

const inProgress = notIn(ended).map(statusRank);

type Sale = { line: number; address: string; city: string; postalCode: string; email: string };
type Sought = { refs: readonly string[]; sales: readonly Sale[] };

/** The references that are taken, and the campaign in progress for the address and payer of each line. */
export async function existingOf(db: Database | Tx, tenantId: number, { refs, sales }: Sought) {
  const taken = await sql<{ ref: string }>`
    select external_ref as ref from external_refs
    where tenant_id = ${tenantId} and kind = 'campaign' and external_ref = any(${[...refs]}::text[])`.execute(db);
  const lines = sales.map(({ line }) => line);
  const streets = sales.map(({ address, city, postalCode }) => `${address} ${city} ${postalCode}`);
  const emails = sales.map(({ email }) => email);
  const same = await sql<Numbered & { line: number }>`
    select distinct on (w.line) w.line, a.id, a.campaign_budget_funds_purpose
    from unnest(${lines}::integer[], ${streets}::text[], ${emails}::text[]) w (line, street, email)
      join properties p on p.street_key = address_key(w.street)
      join agreements a on a.property_id = p.id and a.tenant_id = ${tenantId}
        and a.status = any(${inProgress}::smallint[])
      join signatories s on s.agreement_id = a.id and lower(s.email_address) = w.email
    order by w.line, a.id desc`.execute(db);
  return {
    refs: new Set(taken.rows.map(({ ref }) => ref)),
    sales: new Map(same.rows.map((found) => [found.line, found])),
  };
}
