import { deviceOf } from '@kerb/domain/account/device.ts';
import { writtenMoment } from '@kerb/domain/kernel/dates.ts';
import { audienceOf } from '@kerb/domain/notifications/audience.ts';
import { isAlarming, mostSignIns, type Newness, newSignInMessage } from '@kerb/domain/session/new-sign-ins.ts';
import { type Person, personById } from '@kerb/server/features/session/people.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { forgetDevices } from '@kerb/server/platform/auth/known-devices.ts';
import { endSignIn, signInHolds } from '@kerb/server/platform/auth/sign-ins.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { SignInMeans } from '@kerb/server/platform/database/column-types.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { randomToken, sha256 } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

type NewSignIn = Newness & { hasLoggedInBefore: boolean; means: SignInMeans; userId: number; signInId: number };

/** 'new password' has a message of its own, and anyone may log in as a demo person. */
const toldAnyway: readonly SignInMeans[] = ['new password', 'demo'];

/** Tells the owner of an account of a sign-in in a new browser or from a new network, with a link that ends it. */
export async function tellOfSignIn(work: Work, { userId, signInId, means, ...found }: NewSignIn): Promise<void> {
  if (!isAlarming({ ...found, isToldAnyway: toldAnyway.includes(means) })) return;
  const person = await personById(work.tx, userId);
  if (!person) return;
  const { brand, supportPhone, defaultTimeZone, locale } = work.deps.country;
  const { userAgent, ipAddress, createdDate, expiryDate } = await work.tx
    .selectFrom('signIns')
    .select(['userAgent', 'ipAddress', 'createdDate', 'expiryDate'])
    .where('id', '=', signInId)
    .executeTakeFirstOrThrow();
  const token = randomToken();
  await work.tx
    .insertInto('signInAlerts')
    .values({ hash: sha256(token), signInId, expiryDate })
    .execute();
  const facts = {
    device: deviceOf(userAgent),
    means,
    ipAddress: ipAddress ?? 'unknown',
    date: writtenMoment(createdDate, defaultTimeZone, locale),
  };
  await postMessage(work, {
    kind: 'new-sign-in',
    channel: 'email',
    audience: audienceOf(person),
    recipient: person.emailAddress,
    userId,
    ...newSignInMessage({ ...found, ...facts, brand, supportPhone, firstName: person.firstName }),
    secrets: [`${work.deps.config.publicUrl}/end-sign-in?token=${token}`],
  });
}

type EndedRow = { id: number; userAgent: string | null };

/** Ends the sign-ins over the limit, beginning with the one that was used longest ago. */
export async function endOldestSignIns(work: Work, userId: number): Promise<void> {
  const now = realNow();
  const { rows } = await sql<EndedRow>`
    update sign_ins set ended_date = ${now} where id in (
      select s.id from sign_ins s join users u on u.id = s.user_id
      where s.user_id = ${userId} and s.agreement_id is null and s.ended_date is null and ${signInHolds(now)}
      order by s.last_active_date desc, s.id desc offset ${mostSignIns}) and ended_date is null
    returning id, user_agent`.execute(work.tx);
  for (const { userAgent } of rows) {
    const data = { device: { before: deviceOf(userAgent), after: null } };
    const description = `Logged out in the oldest of more than ${mostSignIns} browsers`;
    await record(work, { activityCode: 'user_update', userId, description, data });
  }
}

export type AlertedSignIn = {
  id: number;
  device: string;
  ipAddress: string | null;
  createdDate: string;
  person: Person;
};

/** The sign-in of a link that still works: it has not ended, and its account is not disabled. */
export async function alertedSignIn(db: Database | Tx, token: string): Promise<AlertedSignIn | null> {
  const { rows } = await sql<{ id: number; userId: number; ipAddress: string | null; createdDate: string } & EndedRow>`
    select s.id, s.user_id, s.user_agent, s.ip_address, s.created_date
    from sign_in_alerts a join sign_ins s on s.id = a.sign_in_id
    where a.hash = ${sha256(token)} and a.expiry_date > ${realNow()} and s.ended_date is null`.execute(db);
  const [row] = rows;
  const person = row && (await personById(db, row.userId));
  if (!person) return null;
  const { id, userAgent, ipAddress, createdDate } = row;
  return { id, device: deviceOf(userAgent), ipAddress, createdDate, person };
}

/** The owner of the mailbox ends the sign-in. No browser and no network of the account is trusted from then on. */
export async function endAlertedSignIn(work: Work, { id, device, person }: AlertedSignIn): Promise<void> {
  await endSignIn(work.tx, id);
  await work.tx.deleteFrom('signInAlerts').where('signInId', '=', id).execute();
  await forgetDevices(work.tx, person.id);
  const data = { device: { before: device, after: null } };
  const description = 'Logged out with the link of a message about a new login';
  await record(work, { activityCode: 'user_update', userId: person.id, description, data });
}
