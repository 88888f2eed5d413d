import { rolesWith } from '@kerb/domain/access/access-scope.ts';
import { realActorOf } from '@kerb/domain/access/actor.ts';
import { pendingWork } from '@kerb/domain/access/pending-work.ts';
import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { isSameMailbox } from '@kerb/domain/kernel/mailbox.ts';
import { audienceOf } from '@kerb/domain/notifications/audience.ts';
import { addressAskedMessages, addressChangedMessages } from '@kerb/domain/session/address-messages.ts';
import { changeLogon } from '@kerb/server/features/session/change-logon.ts';
import { issuePasswordLink } from '@kerb/server/features/session/password-links.ts';
import { payerRoleOf } from '@kerb/server/features/session/payer-role.ts';
import type { Person } from '@kerb/server/features/session/people.repository.ts';
import { endPasskeys } from '@kerb/server/features/session/second-factor.ts';
import { endStepsOfUser } from '@kerb/server/features/session/sign-in-steps.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { forgetDevices } from '@kerb/server/platform/auth/known-devices.ts';
import { endSignInsOfUser } from '@kerb/server/platform/auth/sign-ins.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { invalid } from '@kerb/server/platform/problems/problem.ts';
import { reviewRightsOf } from '@kerb/server/platform/rights/review-rights.ts';
import { rememberMakers, restartStanding } from '@kerb/server/platform/second-person/second-person.ts';
import { randomToken, sha256 } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

const hasAppliedWords =
  'This payer has applied or confirmed a mobile in a campaign that has not ended. Until then the address stays.';

const linkMinutes = 24 * 60;
const uniqueViolation = '23505';

export const emailTaken = () =>
  invalid(fieldError('emailAddress', 'conflictingValue', 'Another user has this email address.'));

/** If two users get one address at the same moment, only the unique index detects it. */
function refuseTakenEmail(error: Error & { code?: string }): never {
  throw error.code === uniqueViolation ? emailTaken() : error;
}

const messageTo = (work: Work, person: Person) => ({
  facts: { brand: work.deps.country.brand, firstName: person.firstName, supportPhone: work.deps.country.supportPhone },
  message: { channel: 'email', audience: audienceOf(person), userId: person.id } as const,
});

const hasPassword = async ({ tx }: Work, userId: number): Promise<boolean> =>
  (await tx
    .selectFrom('credentials')
    .select('id')
    .where('userId', '=', userId)
    .where('type', '=', 'logon')
    .executeTakeFirst()) !== undefined;

export async function refuseTaken({ tx }: Work, userId: number, emailAddress: string): Promise<void> {
  const { rows } = await sql`
    select from users where lower(email_address) = lower(${emailAddress}) and id <> ${userId}`.execute(tx);
  if (rows.length > 0) throw emailTaken();
}

/** Tells both addresses. It takes effect when the owner of the new one follows the link. */
async function askForAddress(
  work: Work,
  person: Person,
  newEmailAddress: string,
  askedBy: number | null,
): Promise<void> {
  await refuseTaken(work, person.id, newEmailAddress);
  // The person at the keyboard may only have confirmed it, and does not follow the link.
  if (askedBy !== null) await rememberMakers(work, person.id, askedBy);
  const askedByUserId = askedBy ?? (work.actor && realActorOf(work.actor).userId);
  const token = randomToken();
  // Real time, as for every link: moving a sandbox's clock must not expire it.
  const expiryDate = addMinutes(realNow(), linkMinutes);
  const change = { hash: sha256(token), newEmailAddress, expiryDate, askedByUserId };
  await work.tx
    .insertInto('emailChanges')
    .values({ userId: person.id, ...change })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(change))
    .execute();
  const { facts, message } = messageTo(work, person);
  await postMessage(work, {
    ...message,
    kind: 'address-asked',
    recipient: person.emailAddress,
    ...addressAskedMessages.toOld(facts, newEmailAddress),
  });
  await postMessage(work, {
    ...message,
    kind: 'address-asked',
    recipient: newEmailAddress,
    isRequested: true,
    ...addressAskedMessages.toNew(facts),
    secrets: [`${work.deps.config.publicUrl}/confirm-email?token=${token}`],
  });
}

/** `link`: to choose a new password, if the old one has ended. */
async function tellBoth(work: Work, person: Person, newAddress: string, link: string | null): Promise<void> {
  const { facts, message } = messageTo(work, person);
  const { toOld, toNew, toNewOwner } = addressChangedMessages;
  const kind = 'address-changed';
  await postMessage(work, { ...message, kind, recipient: person.emailAddress, ...toOld(facts, newAddress) });
  const words = link === null ? toNew(facts) : { ...toNewOwner(facts), secrets: [link], isRequested: true };
  await postMessage(work, { ...message, kind, recipient: newAddress, ...words });
}

/** Whether another person than the owner asked for the address. */
const isAskedByOther = ({ actor }: Pick<Work, 'actor'>, ownerId: number, askedBy: number | null): boolean =>
  (askedBy ?? (actor && realActorOf(actor).userId)) !== ownerId;

/**
 * The password was set by the owner of the old mailbox. If another person has the new one, the former owner could still
 * log in, as an account that has proved the new mailbox. True if there was a password.
 */
async function endPassword(work: Work, userId: number): Promise<boolean> {
  const ended = await work.tx
    .updateTable('credentials')
    .set({ passwordHash: null, lastUpdateDate: work.now })
    .where('userId', '=', userId)
    .where('type', '=', 'logon')
    .where('passwordHash', 'is not', null)
    .returning('id')
    .execute();
  await forgetDevices(work.tx, userId);
  return ended.length > 0;
}

async function passwordLink(work: Work, userId: number): Promise<string> {
  const token = await issuePasswordLink(work, { userId, purpose: 'reset' });
  await record(work, { activityCode: 'cred_reset_pw', userId });
  return `${work.deps.config.publicUrl}/set-password?token=${token}`;
}

/**
 * Another mailbox means, for all we know, another person: all sign-ins end, and they start anew as a second person. If
 * somebody else asked for it, the passkeys of the former owner end, and a new password is chosen, with a link to the
 * new address.
 */
async function takeAddress(work: Work, person: Person, emailAddress: string, askedBy: number | null): Promise<void> {
  await work.tx
    .updateTable('users')
    .set({ emailAddress, lastUpdateDate: work.now })
    .where('id', '=', person.id)
    .execute()
    .catch(refuseTakenEmail);
  await changeLogon(work, { userId: person.id, emailAddress });
  await restartStanding(work, person.id);
  await rememberMakers(work, person.id, askedBy);
  if (isSameMailbox(person.emailAddress, emailAddress)) return;
  const isByOther = isAskedByOther(work, person.id, askedBy);
  if (isByOther) await endPasskeys(work, person.id);
  await endSignInsOfUser(work.tx, person.id);
  await endStepsOfUser(work.tx, person.id);
  await reviewRightsOf(work, person.id, { formerAddress: person.emailAddress });
  const isEnded = isByOther && (await endPassword(work, person.id));
  await tellBoth(work, person, emailAddress, isEnded ? await passwordLink(work, person.id) : null);
}

/** Whether the address is changed without a link to the new one. Refuses a change that nobody may ask for. */
async function isAtOnce(work: Work, person: Person, emailAddress: string): Promise<boolean> {
  if (isSameMailbox(person.emailAddress, emailAddress)) return true;
  const { isPayer, hasApplied } = await payerRoleOf(work.tx, person);
  const isByOther = work.actor === null || realActorOf(work.actor).userId !== person.id;
  if (isByOther && hasApplied) throw invalid(fieldError('emailAddress', 'notValid', hasAppliedWords));
  return !(isByOther && isPayer) && !(await hasPassword(work, person.id));
}

/**
 * Changes the address of an account. Somebody who logs in with a password keeps the old address until the new one is
 * confirmed, and so does a payer whose address another person changes: the owner of a mailbox can set the password of
 * its account. Sending the present address again withdraws a pending change. `askedBy`: who asked for it, if the person
 * at the keyboard has only confirmed it.
 */
export async function changeAddress(
  work: Work,
  person: Person,
  emailAddress: string,
  askedBy: number | null = null,
): Promise<void> {
  if (emailAddress === person.emailAddress) {
    await work.tx.deleteFrom('emailChanges').where('userId', '=', person.id).execute();
    return;
  }
  const change = (await isAtOnce(work, person, emailAddress)) ? takeAddress : askForAddress;
  await change(work, person, emailAddress, askedBy);
}

export type AddressChange = { person: Person; newEmailAddress: string; askedByUserId: number | null };

/** The change that a link confirms, if it is still pending and the person who asked for it may still ask. */
export async function waitingChange(db: Database | Tx, token: string): Promise<AddressChange | null> {
  const { rows } = await sql<Person & Omit<AddressChange, 'person'>>`
    select u.id, u.first_name, u.surname, u.email_address, u.role, e.new_email_address, e.asked_by_user_id
    from email_changes e join users u on u.id = e.user_id
    where e.hash = ${sha256(token)} and e.expiry_date > ${realNow()} and u.disabled_date is null
      and (e.asked_by_user_id is null or e.asked_by_user_id = u.id or exists (
        select from users a where a.id = e.asked_by_user_id and a.disabled_date is null
          and a.role = any(${rolesWith(pendingWork.addressChange)}::text[])))`.execute(db);
  if (!rows[0]) return null;
  const { newEmailAddress, askedByUserId, ...person } = rows[0];
  return { person, newEmailAddress, askedByUserId };
}

/** False if the link no longer works: another request has used it, or the change was withdrawn. */
export async function confirmAddress(work: Work, token: string, { person: { id } }: AddressChange): Promise<boolean> {
  // First the user, as wherever a user is saved: two transactions must not wait for each other.
  await sql`select from users where id = ${id} for update`.execute(work.tx);
  const change = await waitingChange(work.tx, token);
  if (!change) return false;
  const { person, newEmailAddress, askedByUserId } = change;
  // The payer may have applied since another person asked for it.
  if (askedByUserId !== id && (await payerRoleOf(work.tx, person)).hasApplied) return false;
  await work.tx.deleteFrom('emailChanges').where('userId', '=', id).execute();
  await takeAddress(work, person, newEmailAddress, askedByUserId);
  await record(work, {
    activityCode: 'user_update',
    userId: id,
    data: { emailAddress: { before: person.emailAddress, after: newEmailAddress } },
  });
  return true;
}
