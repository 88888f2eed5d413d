import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { seesAccounts } from '@kerb/domain/payers/payer-details.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import type { User } from '@kerb/domain/people/people.contract.ts';
import { actsAboutUsers } from '@kerb/domain/second-person/acts.ts';
import { pictureOfUser } from '@kerb/server/features/people/people-pictures.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { containing, isOnPage, pageOf, readCappedPage, searching } from '@kerb/server/platform/database/lists.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { sql } from 'kysely';

type UserQuery = {
  page: number;
  perPage: number;
  filter?: string | undefined;
  sortBy: 'surname' | 'emailAddress';
  sortDesc: boolean;
};
type Row = Omit<User, 'href' | 'displayName' | 'profilePictureHref'> & { profilePictureAssetId: number | null };
const mostPerPage = 500;

const columns = sql`u.id, u.first_name, u.surname, u.email_address, u.mobile_phone, u.job_title, u.role, u.disabled_date,
  u.last_update_date, u.profile_picture_asset_id, (
    select e.new_email_address from email_changes e where e.user_id = u.id and e.expiry_date > clock_timestamp()
  ) as pending_email_address, exists (
    select from contact_details c where c.user_id = u.id and c.type = 'phone' and c.is_primary and c.delete_date is null
      and c.confirmation_date is not null
  ) as primary_mobile_is_confirmed, (
    exists (select from second_factors f where f.user_id = u.id and f.confirmed_date is not null)
    or exists (select from passkeys k where k.user_id = u.id and k.role = u.role)
  ) as second_factor_is_on, coalesce((
    select json_agg(t.name order by t.name) from tenant_users m join tenants t on t.id = m.tenant_id where m.user_id = u.id
  ), '[]') as agency_names, coalesce((
    select json_agg(json_build_object('id', p.id, 'kind', p.kind, 'askedDate', to_char(p.asked_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'askedByName', concat(a.first_name, ' ', a.surname)) order by p.id)
    from pending_acts p join users a on a.id = p.asked_by_user_id
    where p.outcome is null and p.subject_id = u.id and p.kind = any(${[...actsAboutUsers]}::text[])
  ), '[]') as pending_acts`;

const userView = ({ profilePictureAssetId, ...row }: Row): User => ({
  ...row,
  href: `/v1/users/${row.id}`,
  displayName: displayName(row),
  profilePictureHref: pictureOfUser(row.id, profilePictureAssetId),
});

/** The users of programs are no persons: nobody edits them or chooses one. */
const isPerson = sql`u.role <> 'service'`;
/** As in the index `users_words`. */
const words = sql`(u.first_name || ' ' || u.surname || ' ' || u.email_address)`;

export async function listUsers(db: Database, query: UserQuery) {
  const condition = query.filter
    ? sql`(${isPerson} and ${words} ilike any(${searching(query.filter)}::text[]))`
    : isPerson;
  const direction = query.sortDesc ? sql`desc` : sql`asc`;
  const order = query.sortBy === 'surname' ? sql`lower(u.surname)` : sql`lower(u.email_address)`;
  const { rows, ...counts } = await readCappedPage(db, {
    ids: sql`select u.id from users u where ${condition} order by ${order} ${direction}, lower(u.first_name), u.id`,
    select: sql<Row>`select ${columns} from users u where u.id = ${isOnPage}`,
    page: pageOf(query, mostPerPage),
  });
  return { items: rows.map(userView), ...counts };
}

type Named = Pick<User, 'id' | 'firstName' | 'surname' | 'emailAddress'>;

/** Some people whose name or e-mail address contains the text. Not sorted: sorting would read all of them. */
export async function searchPeople(db: Database, text: string, most: number): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select u.id, u.first_name, u.surname, u.email_address from users u
    where ${isPerson} and u.disabled_date is null and ${words} ilike ${containing(text)}
    limit ${sql.lit(most)}`.execute(db);
  return rows;
}

/** The user, or a 404. */
export async function userById(db: Database | Tx, id: number): Promise<User> {
  const { rows } = await sql<Row>`select ${columns} from users u where u.id = ${id} and ${isPerson}`.execute(db);
  if (!rows[0]) throw notFound('user');
  return userView(rows[0]);
}

/**
 * The picture of a person that the actor can see: themselves, and people of the same organisation. A payer who came by
 * a Payment URL sees no account, so no picture either.
 */
export async function findPicture(db: Database, scope: AccessScope, userId: number): Promise<number | null> {
  const { everything, actor, tenantIds, ownTenantIds } = scope;
  if (!seesAccounts(actor)) return null;
  const isColleague = sql`exists (select from tenant_users m where m.user_id = u.id
    and m.tenant_id = any(${[...tenantIds, ...ownTenantIds]}::bigint[]))`;
  const inScope = everything ? sql`true` : sql`(u.id = ${actor.userId} or ${isColleague})`;
  const { rows } = await sql<{ assetId: number | null }>`
    select u.profile_picture_asset_id as asset_id from users u where u.id = ${userId} and ${inScope}`.execute(db);
  return rows[0]?.assetId ?? null;
}
