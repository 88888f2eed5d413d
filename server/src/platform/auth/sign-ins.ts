import { rolesWith } from '@kerb/domain/access/access-scope.ts';
import { type ActorSignIn, roleOfMembers } from '@kerb/domain/access/actor.ts';
import { pendingWork } from '@kerb/domain/access/pending-work.ts';
import { addMinutes, addSeconds, type Moment } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { SignInProof } from '@kerb/domain/payers/payer-proof.ts';
import { idleMinutes, rolesWithShortIdle } from '@kerb/domain/session/session-limits.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import type { SignInMeans } from '@kerb/server/platform/database/column-types.ts';
import type { InSql } from '@kerb/server/platform/database/compiled-once.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { randomToken, sha256 } from '@kerb/server/platform/secrets.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';

const signInMinutes = 12 * 60;

type NewSignIn = {
  userId: number;
  means: SignInMeans;
  agreementId?: number;
  signatoryId?: number;
  openedByUserId?: number;
  isFromMailbox?: boolean;
  /** False if the person has not just proved who they are. */
  isProved?: boolean;
};
export type SignIn = {
  id: number;
  userId: number;
  agreementId: number | null;
  signatoryId: number | null;
  cookieHash: Buffer;
};

/** One cookie name for each country, because cookies ignore ports and both countries may run on one machine. */
export function cookieNameOf({ publicUrl, country }: Config): string {
  const name = `kerb-${country.code.toLowerCase()}-sign-in`;
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name;
}

const cookieFlags = ({ publicUrl }: Config) =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure: publicUrl.startsWith('https:') }) as const;

/**
 * The condition under which the sign-in `s` of a program is still valid. Its organisation is deleted with it. A team
 * member whose campaigns it sees must still be an active member.
 */
const clientHolds = (now: InSql<Moment>) => sql`exists (
  select from service_credentials k join service_identities i on i.id = k.service_identity_id
  where k.id = s.service_credential_id and i.user_id = s.user_id and i.ended_date is null
    and k.expiry_date > ${now} and (k.ended_date is null or k.ended_date > ${now})
    and (i.agent_user_id is null or exists (
      select from tenant_users m join users g on g.id = m.user_id
      where m.user_id = i.agent_user_id and m.tenant_id = i.tenant_id and g.disabled_date is null
        and g.role = ${roleOfMembers})))`;

const openingRoles = [roleOfMembers, ...rolesWith(pendingWork.openedLink)];

/** The team member or admin who opened a Payment URL in their browser is still active, and still one of them. */
const openerHolds = sql`(s.opened_by_user_id is null or exists (
  select from users o where o.id = s.opened_by_user_id and o.disabled_date is null
    and o.role = any(${openingRoles}::text[])))`;

/**
 * The condition under which a sign-in `s` that an organisation's provider made is still valid: the provider is in use,
 * and the person is a member of its organisation.
 */
const providerHolds = sql`exists (
  select from provider_sign_ins q join login_providers lp on lp.id = q.login_provider_id
    join tenant_users lm on lm.tenant_id = lp.tenant_id and lm.user_id = s.user_id
  where q.sign_in_id = s.id and lp.ended_date is null and lp.confirmed_date is not null and u.role = ${roleOfMembers})`;

/**
 * Which memberships `m` count in a sign-in `s`. A provider opens its own organisation only. Who logged in otherwise
 * sees nothing of an organisation that wants its own login.
 */
export const membershipCounts = sql`case when s.means = 'organisation' then exists (
    select from provider_sign_ins q join login_providers lp on lp.id = q.login_provider_id
    where q.sign_in_id = s.id and lp.tenant_id = m.tenant_id)
  else not exists (select from login_providers lp where lp.tenant_id = m.tenant_id and lp.ended_date is null
    and lp.is_required and lp.confirmed_date is not null) end`;

/** When the person was last there. Never earlier than what is known: another tab may have been used since. */
export const activeSince = (idleSeconds: number) =>
  sql<Moment>`greatest(last_active_date, ${addSeconds(realNow(), -idleSeconds)}::timestamptz)`;

/** It was not ended, has not expired, and its person has used it lately. */
const isInTime = (now: InSql<Moment>) => sql`
  s.ended_date is null and s.expiry_date > ${now} and u.disabled_date is null
  and s.last_active_date > ${now}::timestamptz - make_interval(mins => case
    when s.agreement_id is null and u.role = any(${rolesWithShortIdle}::text[]) then ${idleMinutes.short}::integer
    else ${idleMinutes.long}::integer end)`;

/** The person's password was not disabled. */
const loginHolds = sql`not exists (
  select from credentials c where c.user_id = u.id and c.type = 'logon' and c.disabled_since_date is not null)`;

/**
 * The condition under which a sign-in `s` of a user `u` is still valid. Checked at every request, so that access ends
 * at once and not when a token expires. A Payment URL replaces a password, so a disabled login of the payer does not
 * matter to it. Its sign-in ends when the payer is removed. Every sign-in ends when the person has been idle for long.
 */
export const signInHolds = (now: InSql<Moment>) => sql<boolean>`(
  ${isInTime(now)}
  and (s.agreement_id is null or s.signatory_id is not null) and ${openerHolds}
  and (s.means is distinct from 'organisation' or ${providerHolds})
  and case when s.service_credential_id is null then u.role <> 'service' else ${clientHolds(now)} end
  and (s.agreement_id is not null or ${loginHolds}))`;

/**
 * The same condition for a sign-in in a person's own name, and false for every other one: a Payment URL's and a
 * program's. PostgreSQL needs half the time for it, because it opens fewer tables.
 */
export const ownSignInHolds = (now: InSql<Moment>) => sql<boolean>`(
  ${isInTime(now)}
  and s.agreement_id is null and s.signatory_id is null and s.opened_by_user_id is null
  and (s.means is distinct from 'organisation' or ${providerHolds})
  and s.service_credential_id is null and u.role <> 'service' and ${loginHolds})`;

export function cookieHashOf(config: Config, request: FastifyRequest): Buffer | null {
  const cookie = request.cookies[cookieNameOf(config)];
  return cookie ? sha256(cookie) : null;
}

/** Creates a sign-in, sets its cookie and returns its id. A browser has one sign-in: the previous one ends. */
export async function startSignIn(
  tx: Database | Tx,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  { userId, means, agreementId, signatoryId, openedByUserId, isFromMailbox = false, isProved = true }: NewSignIn,
): Promise<number> {
  await endSignInOfBrowser(tx, config, request);
  const cookie = randomToken();
  const now = realNow();
  const { id } = await tx
    .insertInto('signIns')
    .values({
      userId,
      means,
      cookieHash: sha256(cookie),
      agreementId: agreementId ?? null,
      signatoryId: signatoryId ?? null,
      openedByUserId: openedByUserId ?? null,
      isFromMailbox,
      createdDate: now,
      lastUsedDate: now,
      lastActiveDate: now,
      // A Payment URL proves nothing about the person who opens it.
      provedDate: agreementId === undefined && isProved ? now : null,
      expiryDate: addMinutes(now, signInMinutes),
      ipAddress: request.ip,
      userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  reply.setCookie(cookieNameOf(config), cookie, { ...cookieFlags(config), maxAge: signInMinutes * 60 });
  return id;
}

/** After a proof of identity: the sign-in goes on with a new cookie, and tabs opened with it begin with the proof. */
export async function renewSignIn(
  tx: Tx,
  config: Config,
  { reply }: { reply: FastifyReply },
  id: number,
): Promise<void> {
  const cookie = randomToken();
  const { expiryDate } = await tx
    .updateTable('signIns')
    .set({ cookieHash: sha256(cookie), provedDate: realNow(), lastActiveDate: realNow() })
    .where('id', '=', id)
    .returning('expiryDate')
    .executeTakeFirstOrThrow();
  const maxAge = Math.floor((Date.parse(expiryDate) - Date.now()) / 1_000);
  reply.setCookie(cookieNameOf(config), cookie, { ...cookieFlags(config), maxAge });
}

/** After a code of a payer who came by a Payment URL. What it proves counts for the rest of this sign-in. */
export async function proveSignIn(tx: Tx, { id, isUnlocked }: ActorSignIn, proved: SignInProof): Promise<void> {
  await tx
    .updateTable('signIns')
    .set({
      isFromMailbox: proved.isFromMailbox,
      ...(proved.isUnlocked && !isUnlocked && { unlockedDate: realNow() }),
    })
    .where('id', '=', id)
    .execute();
}

/** When a payer who came by another link, in this browser, opens the link of an e-mail too. */
export async function markFromMailbox(db: Database, id: number, signatoryId: number): Promise<void> {
  await db
    .updateTable('signIns')
    .set({ isFromMailbox: true })
    .where('id', '=', id)
    .where('signatoryId', '=', signatoryId)
    .execute();
}

/** After somebody else has changed the payer's mobile: the payer proves the mailbox again. */
export async function forgetMailbox(tx: Tx, signatoryId: number): Promise<void> {
  await tx.updateTable('signIns').set({ isFromMailbox: false }).where('signatoryId', '=', signatoryId).execute();
}

/** The valid sign-in of the browser's cookie, or null. */
export async function signInOf(db: Database, config: Config, request: FastifyRequest): Promise<SignIn | null> {
  const cookieHash = cookieHashOf(config, request);
  if (!cookieHash) return null;
  const row = await db
    .selectFrom('signIns as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .select(['s.id', 's.userId', 's.agreementId', 's.signatoryId', 's.cookieHash'])
    .where('s.cookieHash', '=', cookieHash)
    .where(signInHolds(realNow()))
    .executeTakeFirst();
  return row ?? null;
}

/** Ends its tokens and tickets too, because each use of them checks the sign-in. */
export async function endSignIn(db: Database | Tx, id: number): Promise<void> {
  await db.updateTable('signIns').set({ endedDate: realNow() }).where('id', '=', id).execute();
}

async function endSignInOfBrowser(db: Database | Tx, config: Config, request: FastifyRequest): Promise<void> {
  const cookieHash = cookieHashOf(config, request);
  if (!cookieHash) return;
  await db
    .updateTable('signIns')
    .set({ endedDate: realNow() })
    .where('cookieHash', '=', cookieHash)
    .where('endedDate', 'is', null)
    .execute();
}

/** Ends the browser's sign-in, valid or not, and deletes its cookie. */
export async function endBrowserSignIn(
  db: Database,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  await endSignInOfBrowser(db, config, request);
  reply.clearCookie(cookieNameOf(config), cookieFlags(config));
}

/**
 * A changed password or a disabled account ends every sign-in of the user, or every one except the caller's. Returns
 * how many could still be used.
 */
export async function endSignInsOfUser(
  tx: Database | Tx,
  userId: number,
  exceptId: number | null = null,
): Promise<number> {
  const ended = await tx
    .updateTable('signIns')
    .set({ endedDate: realNow() })
    .where('userId', '=', userId)
    .$if(exceptId !== null, (query) => query.where('id', '<>', must(exceptId, 'sign-in to keep')))
    .where('endedDate', 'is', null)
    .returning('expiryDate')
    .execute();
  return ended.filter(({ expiryDate }) => expiryDate > realNow()).length;
}

/** Of everybody: people with a password, payers with a link, and programs. Returns how many could still be used. */
export async function endEverySignIn(tx: Tx): Promise<number> {
  const now = realNow();
  const { numUpdatedRows } = await tx
    .updateTable('signIns')
    .set({ endedDate: now })
    .where('endedDate', 'is', null)
    .where('expiryDate', '>', now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** When a Payment URL is replaced, its sign-ins end. */
export async function endSignInsOfPayer(tx: Database | Tx, signatoryId: number): Promise<void> {
  await tx
    .updateTable('signIns')
    .set({ endedDate: realNow() })
    .where('signatoryId', '=', signatoryId)
    .where('endedDate', 'is', null)
    .execute();
}
