import { belongsToOrganisations, type Role } from '@kerb/domain/access/actor.ts';
import { addMinutes, type Moment } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { accountClosedMail, accountClosingMail, accountKeptMail } from '@kerb/domain/notifications/closing-messages.ts';
import { endedRanks } from '@kerb/domain/payers/retention.ts';
import { type ClosingFacts, closingDays, decideClosing } from '@kerb/domain/privacy/closing.ts';
import type { Closing } from '@kerb/domain/privacy/privacy.contract.ts';
import { eraseUser } from '@kerb/server/features/privacy/erase-user.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { inLots, someOf } from '@kerb/server/platform/database/in-lots.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { forEachLot } from '@kerb/server/platform/jobs/for-each-row.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { mustAllow } from '@kerb/server/platform/problems/problem.ts';
import { byTheProduct, inTransaction, type Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

type Owner = {
  id: number;
  role: Role;
  firstName: string;
  surname: string;
  emailAddress: string;
  closingDate: Moment | null;
};
type Membership = ClosingFacts['memberships'][number];

async function ownerById(db: Database | Tx, id: number): Promise<Owner> {
  const { rows } = await sql<Owner>`
    select id, role, first_name, surname, email_address, closing_date from users where id = ${id}`.execute(db);
  return must(rows[0], `user ${id}`);
}

async function factsOf(db: Database | Tx, { id, role }: Owner): Promise<ClosingFacts> {
  const { rows: memberships } = await sql<Membership>`
    select t.name as tenant_name, m.tenant_user_type, coalesce((
      select json_agg(o.tenant_user_type) from tenant_users o join users u on u.id = o.user_id
      where o.tenant_id = m.tenant_id and o.user_id <> m.user_id and u.disabled_date is null), '[]') as colleagues
    from tenant_users m join tenants t on t.id = m.tenant_id where m.user_id = ${id} order by t.name`.execute(db);
  const { rows: open } = await sql<{ count: number }>`
    select count(*) as count from signatories p join agreements a on a.id = p.agreement_id
    where p.user_id = ${id} and a.status <> all(${endedRanks}::smallint[])`.execute(db);
  return { role, memberships, openCampaigns: open[0]?.count ?? 0 };
}

export async function closingOf(db: Database | Tx, userId: number): Promise<Closing> {
  const owner = await ownerById(db, userId);
  const verdict = decideClosing(await factsOf(db, owner));
  return { closingDate: owner.closingDate, refusal: verdict.ok ? null : verdict.because };
}

const factsForMail = ({ deps: { country } }: Work, { firstName }: Owner) => ({
  firstName,
  brand: country.brand,
  supportPhone: country.supportPhone,
  locale: country.locale,
  timeZone: country.defaultTimeZone,
});

const closedMail = 'account-closed';
type Mail = { subject: string; body: string };

const mailTo = (work: Work, owner: Owner, kind: string, mail: Mail) =>
  postMessage(work, { kind, ...mail, channel: 'email', audience: 'staff', recipient: owner.emailAddress });

/** The account stays open for some days, in which its owner can change their mind. */
export async function askClosing(work: Work, userId: number): Promise<void> {
  await sql`select from users where id = ${userId} for update`.execute(work.tx);
  const owner = await ownerById(work.tx, userId);
  mustAllow(decideClosing(await factsOf(work.tx, owner)));
  if (owner.closingDate !== null) return;
  const closingDate = addMinutes(work.now, closingDays * 1440);
  await work.tx.updateTable('users').set({ closingDate }).where('id', '=', userId).execute();
  await record(work, { activityCode: 'user_update', userId, description: 'Asked to close the account' });
  await mailTo(work, owner, 'account-closing', accountClosingMail({ ...factsForMail(work, owner), closingDate }));
}

export async function keepAccount(work: Work, userId: number): Promise<void> {
  await sql`select from users where id = ${userId} for update`.execute(work.tx);
  const owner = await ownerById(work.tx, userId);
  if (owner.closingDate === null) return;
  await work.tx.updateTable('users').set({ closingDate: null }).where('id', '=', userId).execute();
  await record(work, { activityCode: 'user_update', userId, description: 'Decided to keep the account' });
  await mailTo(work, owner, 'account-kept', accountKeptMail(factsForMail(work, owner)));
}

/**
 * Closes an account whose time has come. If it may no longer be closed, for example because its owner is a payer again,
 * it stays open. What a campaign must keep by law stays with the campaign until its date.
 */
async function closeAccount(work: Work, userId: number): Promise<void> {
  await sql`select from users where id = ${userId} for update`.execute(work.tx);
  const owner = await ownerById(work.tx, userId);
  if (owner.closingDate === null || owner.closingDate > work.now) return;
  if (!decideClosing(await factsOf(work.tx, owner)).ok) {
    await work.tx.updateTable('users').set({ closingDate: null }).where('id', '=', userId).execute();
    await record(work, { activityCode: 'user_update', userId, description: 'Account not closed: it is needed again' });
    await mailTo(work, owner, 'account-kept', accountKeptMail(factsForMail(work, owner)));
    return;
  }
  const { firstName, surname } = owner;
  const names = belongsToOrganisations(owner) ? { firstName, surname } : undefined;
  const mail = accountClosedMail(factsForMail(work, owner));
  await eraseUser(work, userId, names);
  await record(work, { activityCode: 'user_update', userId, description: 'Account closed' });
  await mailTo(work, owner, closedMail, mail);
}

type DueAccount = { id: number; closingDate: string };

/** The next accounts to close, after one, in the order of their dates to the microsecond. */
async function dueAccounts({ db, clock }: Deps, after: DueAccount | undefined, most: number): Promise<DueAccount[]> {
  const place = after ?? { closingDate: '-infinity', id: 0 };
  const { rows } = await sql<DueAccount>`
    select id, closing_date::text from users
    where closing_date <= ${clock.now()} and (closing_date, id) > (${place.closingDate}::timestamptz, ${place.id}::bigint)
    order by closing_date, id limit ${most}`.execute(db);
  return rows;
}

/** Closes the accounts whose owners asked for it and did not change their mind. */
export async function closeAccounts(deps: Deps): Promise<void> {
  await forEachLot(
    deps,
    (after: DueAccount | undefined, most) => dueAccounts(deps, after, most),
    ({ id }) => ({ kind: 'account', id }),
    ({ id }) => inTransaction(deps, byTheProduct, (work) => closeAccount(work, id)),
  );
  // The last message of an account has its address. It goes when the message was delivered.
  const isSent = sql`kind = ${sql.lit(closedMail)} and body <> '' and state in ('accepted', 'failed')`;
  await inLots(
    deps.db,
    (most) => sql`
      update messages set recipient = 'erased@erased.invalid', body = '', subject = null
      where ${someOf('messages', isSent, most)}`,
  );
}
