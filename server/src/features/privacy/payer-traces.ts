import { isPayer, type Role } from '@kerb/domain/access/actor.ts';
import type { Erasable } from '@kerb/server/features/privacy/erasure.repository.ts';
import type { Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

/** The accounts and addresses under which data about a payer is stored. */
export type Traces = {
  userIds: number[];
  /** In lower case. */
  addresses: string[];
};

/**
 * The present account and address of a payer, those from before their address was changed, and the addresses to which
 * they had receipts sent. The account of a team member is left out.
 */
export async function tracesOf(tx: Tx, { id, userId, agreementId, emailAddress }: Erasable): Promise<Traces> {
  const { rows } = await sql<{ id: number; role: Role; emailAddress: string }>`
    select u.id, u.role, u.email_address from users u
    where u.id = any(array(
      select f.user_id from former_payer_users f where f.signatory_id = ${id} union select ${userId}))`.execute(tx);
  const own = rows.filter((user) => isPayer(user.role));
  const userIds = own.map((user) => user.id);
  const { rows: receipts } = await sql<{ receiptEmail: string }>`
    select receipt_email from payments
    where agreement_id = ${agreementId} and created_by_user_id = any(${userIds}::bigint[])
      and receipt_email is not null`.execute(tx);
  const all = [
    emailAddress,
    ...own.map((user) => user.emailAddress),
    ...receipts.map(({ receiptEmail }) => receiptEmail),
  ];
  return { userIds, addresses: [...new Set(all.map((address) => address.toLowerCase()))] };
}
