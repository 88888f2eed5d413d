import type { Account, SignIn } from '@kerb/domain/account/account.contract.ts';
import { deviceOf } from '@kerb/domain/account/device.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { pictureOfUser } from '@kerb/server/features/people/people-pictures.ts';
import { secondFactorOf } from '@kerb/server/features/session/second-factor.ts';
import { tenantsOfUser } from '@kerb/server/features/team/team.repository.ts';
import { signInHolds } from '@kerb/server/platform/auth/sign-ins.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

type Row = Omit<Account, 'displayName' | 'profilePictureHref' | 'tenants' | 'secondFactor'> & {
  profilePictureAssetId: number | null;
};

export async function accountOf(db: Database | Tx, config: Config, userId: number): Promise<Account> {
  const { rows } = await sql<Row>`
    select u.id as user_id, u.first_name, u.surname, u.email_address, u.mobile_phone, u.job_title,
      u.profile_picture_asset_id,
      exists (select from contact_details c where c.user_id = u.id and c.type = 'phone' and c.is_primary
        and c.delete_date is null and c.confirmation_date is not null) as mobile_phone_is_confirmed,
      (select c.last_password_change_date from credentials c where c.user_id = u.id and c.type = 'logon'
        order by c.id limit 1) as last_password_change_date
    from users u where u.id = ${userId}`.execute(db);
  const { profilePictureAssetId, ...row } = must(rows[0], 'account of the person');
  return {
    ...row,
    displayName: displayName(row),
    profilePictureHref: pictureOfUser(userId, profilePictureAssetId),
    secondFactor: await secondFactorOf(db, config, userId),
    tenants: await tenantsOfUser(db, userId),
  };
}

type SignInRow = Pick<SignIn, 'id' | 'ipAddress' | 'createdDate' | 'lastActiveDate' | 'means'> & {
  userAgent: string | null;
};

/**
 * The browsers in which a user is logged in. Payment URLs are left out: they belong to a
 * campaign and are revoked there.
 */
export async function signInsOf(db: Database, userId: number, currentId: number | null): Promise<SignIn[]> {
  const { rows } = await sql<SignInRow>`
    select s.id, s.user_agent, s.ip_address, s.created_date, s.last_active_date, s.means
    from sign_ins s join users u on u.id = s.user_id
    where s.user_id = ${userId} and s.agreement_id is null and s.ended_date is null and ${signInHolds(realNow())}
    order by s.id desc limit 100`.execute(db);
  return rows.map(({ userAgent, ...row }) => ({
    ...row,
    href: `/v1/account/sign-ins/${row.id}`,
    device: deviceOf(userAgent),
    isCurrent: row.id === currentId,
  }));
}
