import { mostLinks } from '@kerb/server/platform/auth/link-versions.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

/**
 * Ends every Payment URL that is derived from a former key of SECRET_KEY: a person with that key can compute it. The
 * hash stays, so that the page of the link can say why it ended. The next message to the payer has a new link.
 */
export async function revokeLinksOfFormerKeys({ tx, now, deps }: Work): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update signatories set payment_link_ended_date = ${now}
    where payment_link_hash is not null and payment_link_ended_date is null
      and payment_link_version / ${sql.lit(mostLinks)} <> ${deps.secrets.keyNumber}`.execute(tx);
  return Number(numAffectedRows);
}
