import { isPayer, type Role } from '@kerb/domain/access/actor.ts';
import { erasedAddress, erasedName } from '@kerb/domain/privacy/erasure.ts';
import { endSignInsOfUser } from '@kerb/server/platform/auth/sign-ins.ts';
import { discardAsset } from '@kerb/server/platform/files/take-asset.ts';
import { dropDataKey } from '@kerb/server/platform/privacy/data-keys.ts';
import { reviewRightsOf } from '@kerb/server/platform/rights/review-rights.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

/** What an account has besides its row: deleted with the account. */
// biome-ignore format: a table
const ofAccount = [
  'contact_details', 'credentials', 'second_factors', 'recovery_codes', 'passkeys', 'known_devices', 'known_networks',
  'list_views', 'dismissed_banners', 'password_links', 'sign_in_steps', 'tenant_users', 'idempotency_keys', 'email_changes',
  'notifications', 'notification_settings', 'provider_links',
  'provisioned_users', 'calendar_links',
] as const;

const ownerColumn = (table: (typeof ofAccount)[number]): string =>
  table === 'idempotency_keys' ? 'caller_user_id' : 'user_id';

/**
 * Ends an account and erases what it says about its owner. `names`: what the account is called afterwards. The names
 * of team members stay, because records of their work name them.
 */
export async function eraseUser(
  work: Work,
  id: number,
  names: { firstName: string; surname: string } = erasedName,
): Promise<void> {
  const { tx, now } = work;
  await endSignInsOfUser(tx, id);
  for (const table of ofAccount) {
    await sql`delete from ${sql.table(table)} where ${sql.ref(ownerColumn(table))} = ${id}`.execute(tx);
  }
  await sql`delete from codes where starts_with(subject, ${`user ${id} `})`.execute(tx);
  await sql`update sign_ins set ip_address = null, user_agent = null where user_id = ${id}`.execute(tx);
  await sql`
    update messages set recipient = ${erasedAddress('user', id)}, subject = null, body = '', sealed_secrets = null,
      state = case when state in ('queued', 'held') then 'failed' else state end
    where user_id = ${id} and signatory_id is null`.execute(tx);
  const { profilePictureAssetId } = await tx
    .selectFrom('users')
    .select('profilePictureAssetId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (profilePictureAssetId !== null) await discardAsset(tx, profilePictureAssetId);
  await tx
    .updateTable('users')
    .set({
      ...names,
      emailAddress: erasedAddress('user', id),
      mobilePhone: null,
      jobTitle: null,
      profilePictureAssetId: null,
      disabledDate: now,
      closingDate: null,
      closedDate: now,
      lastUpdateDate: now,
    })
    .where('id', '=', id)
    .execute();
  await reviewRightsOf(work, id, { isAccountChanged: true });
  await dropDataKey(tx, { kind: 'user', id });
}

/** Each address of a payer has an account. It is erased with the last campaign that the person pays or paid for. */
export async function erasePayerAccount(work: Work, userId: number): Promise<number> {
  const { role } = await work.tx
    .selectFrom('users')
    .select('role')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { rows: others } = await sql`
    select from signatories p where p.erased_date is null and (p.user_id = ${userId}
      or p.id = any(array(
        select f.signatory_id from former_payer_users f where f.user_id = ${userId}))) limit 1`.execute(work.tx);
  if (!isPayer(role as Role) || others.length > 0) return 0;
  await eraseUser(work, userId);
  return 1;
}
