import type { Role } from '@kerb/domain/access/actor.ts';
import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { audienceOf } from '@kerb/domain/notifications/audience.ts';
import { mayTurnAppOff } from '@kerb/domain/session/passkey-rules.ts';
import type { SecondFactor, SecondFactorSetUp } from '@kerb/domain/session/second-factor.contract.ts';
import { type SecondFactorEvent, secondFactorMessage } from '@kerb/domain/session/second-factor-messages.ts';
import { secondFactorIsRequired, secondFactorRequired } from '@kerb/domain/session/second-factor-rules.ts';
import { isOfRole } from '@kerb/server/features/session/passkeys.repository.ts';
import { type Person, personById } from '@kerb/server/features/session/people.repository.ts';
import { qrCodeOf } from '@kerb/server/features/session/qr-code.ts';
import { keepRecoveryCodes, type RecoveryCodes } from '@kerb/server/features/session/recovery-codes.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { base32, keyUri, newSecret, stepOfPassword } from '@kerb/server/platform/auth/one-time-passwords.ts';
import { endSignInsOfUser } from '@kerb/server/platform/auth/sign-ins.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

/** How long a new secret waits for its first code. */
const setUpMinutes = 30;

/** A secret can be decrypted only for the user that it was encrypted for, not if it is copied to another row. */
export const secretOwner = (userId: number): string => `second factor of user ${userId}`;

type Row = {
  role: Role;
  organisationRequires: boolean;
  hasApp: boolean;
  passkeys: number;
  recoveryCodesLeft: number;
  hasPassword: boolean;
};

export async function secondFactorOf(db: Database | Tx, config: Config, userId: number): Promise<SecondFactor> {
  const { rows } = await sql<Row>`
    select u.role, f.confirmed_date is not null as has_app, (
      select count(*)::integer from passkeys p where p.user_id = u.id and ${isOfRole}) as passkeys, exists (
      select from tenant_users m join tenants t on t.id = m.tenant_id
      where m.user_id = u.id and t.requires_second_factor) as organisation_requires, (
      select count(*)::integer from recovery_codes c where c.user_id = u.id and c.used_date is null
    ) as recovery_codes_left, exists (
      select from credentials c where c.user_id = u.id and c.type = 'logon' and c.password_hash is not null
    ) as has_password
    from users u left join second_factors f on f.user_id = u.id where u.id = ${userId}`.execute(db);
  const { hasApp, passkeys, recoveryCodesLeft, hasPassword, ...person } = must(rows[0], `user ${userId}`);
  const isRequired = secondFactorIsRequired(config, person);
  const isPasswordless = passkeys > 0 && !hasPassword;
  const isOn = hasApp || passkeys > 0;
  return { isOn, hasApp, passkeys, isRequired, recoveryCodesLeft, ...(isPasswordless && { isPasswordless }) };
}

/** Two changes of a person's factors must not each rely on a factor that the other removes. */
export async function lockFactors(tx: Tx, userId: number): Promise<{ role: Role; isDisabled: boolean }> {
  const { rows } = await sql<{ role: Role; isDisabled: boolean }>`
    select role, disabled_date is not null as is_disabled from users where id = ${userId}
    for no key update`.execute(tx);
  return must(rows[0], `user ${userId}`);
}

/** Recovery codes hang on this row. Somebody with passkeys and without an app has one without a secret. */
export async function keepRowWithoutApp(tx: Tx, userId: number): Promise<void> {
  await tx
    .insertInto('secondFactors')
    .values({ userId, sealedSecret: null, createdDate: realNow() })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .execute();
}

type SetUp = { config: Config; person: Pick<Person, 'emailAddress'>; secret: Buffer };

function shown({ config, person, secret }: SetUp): SecondFactorSetUp {
  const uri = keyUri(secret, { issuer: config.country.brand, account: person.emailAddress });
  return {
    secret: base32(secret).replace(/.{4}(?=.)/g, '$& '),
    uri,
    qrCode: qrCodeOf(uri),
  };
}

/** Creates a secret for the app. It has no effect until it is confirmed by a code. */
export async function beginSecondFactor(work: Work, person: Pick<Person, 'id' | 'emailAddress'>) {
  const secret = newSecret();
  const fresh = {
    sealedSecret: work.deps.secrets.personal.encrypt(secret, secretOwner(person.id)),
    createdDate: realNow(),
  };
  const begun = await work.tx
    .insertInto('secondFactors')
    .values({ userId: person.id, ...fresh })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet(fresh).where('secondFactors.confirmedDate', 'is', null),
    )
    .returning('userId')
    .executeTakeFirst();
  if (!begun) throw new Problem(409, 'already-on', 'Your authenticator app is already set up.');
  return shown({ config: work.deps.config, person, secret });
}

/** The secret that was shown at the start, to show it again after a wrong code; null if it has expired. */
export async function begunSecondFactor({ db, config, secrets }: Deps, person: Pick<Person, 'id' | 'emailAddress'>) {
  const row = await db
    .selectFrom('secondFactors')
    .select('sealedSecret')
    .where('userId', '=', person.id)
    .where('confirmedDate', 'is', null)
    .where('createdDate', '>', addMinutes(realNow(), -setUpMinutes))
    .executeTakeFirst();
  return row?.sealedSecret
    ? shown({ config, person, secret: secrets.personal.decrypt(row.sealedSecret, secretOwner(person.id)) })
    : null;
}

export async function notifyOwner(work: Work, userId: number, event: SecondFactorEvent): Promise<void> {
  const person = await personById(work.tx, userId);
  if (!person) return;
  const { brand, supportPhone } = work.deps.country;
  await postMessage(work, {
    kind: 'second-factor',
    channel: 'email',
    audience: audienceOf(person),
    recipient: person.emailAddress,
    userId,
    ...secondFactorMessage(event, { brand, supportPhone, firstName: person.firstName }),
  });
}

/** Other sign-ins gave no code, or may be the reason for the change. The present sign-in stays. */
export const endOtherSignIns = ({ tx, actor }: Work, userId: number) =>
  endSignInsOfUser(tx, userId, actor?.signIn?.id ?? null);

const audited = (before: string, after: string) => ({ secondFactor: { before, after } });

/** Switches two-step login on with the app's first code, and returns the recovery codes; null if the code is wrong. */
export async function confirmSecondFactor(
  work: Work,
  userId: number,
  typed: string,
  recovery: RecoveryCodes,
): Promise<string[] | null> {
  const row = await work.tx
    .selectFrom('secondFactors')
    .select(['sealedSecret'])
    .where('userId', '=', userId)
    .where('confirmedDate', 'is', null)
    .where('createdDate', '>', addMinutes(realNow(), -setUpMinutes))
    .forUpdate()
    .executeTakeFirst();
  if (!row?.sealedSecret) throw new Problem(409, 'not-begun', 'That took too long. Please begin again.');
  const secret = work.deps.secrets.personal.decrypt(row.sealedSecret, secretOwner(userId));
  const step = stepOfPassword(secret, typed.replace(/\s/g, ''), Date.now());
  if (step === null) return null;
  await work.tx
    .updateTable('secondFactors')
    .set({ confirmedDate: realNow(), lastStep: step })
    .where('userId', '=', userId)
    .execute();
  await endOtherSignIns(work, userId);
  await record(work, { activityCode: 'user_update', userId, data: audited('off', 'on') });
  await notifyOwner(work, userId, 'on');
  return keepRecoveryCodes(work, userId, recovery);
}

/** Recovery codes go with the row. */
const deleteFactor = ({ tx }: Work, userId: number) =>
  tx.deleteFrom('secondFactors').where('userId', '=', userId).execute();

/** Switches the authenticator app off. Passkeys keep two-step login on, with the recovery codes. */
export async function endApp(work: Work, userId: number): Promise<void> {
  const factor = await secondFactorOf(work.tx, work.deps.config, userId);
  if (!factor.hasApp) throw new Problem(409, 'not-on', 'You have no authenticator app.');
  if (!mayTurnAppOff(factor)) throw new Problem(409, 'required', secondFactorRequired);
  const { passkeys } = factor;
  if (passkeys === 0) await deleteFactor(work, userId);
  else {
    const withoutApp = { sealedSecret: null, confirmedDate: null, lastStep: 0 };
    await work.tx.updateTable('secondFactors').set(withoutApp).where('userId', '=', userId).execute();
  }
  await endOtherSignIns(work, userId);
  const data = passkeys === 0 ? audited('on', 'off') : { authenticatorApp: { before: 'on', after: 'off' } };
  await record(work, { activityCode: 'user_update', userId, data });
  await notifyOwner(work, userId, passkeys === 0 ? 'off' : 'app-off');
}

/** Switches two-step login off: deletes the app, the passkeys and the codes. False if it was not on. */
export async function resetFactors(work: Work, userId: number): Promise<boolean> {
  await lockFactors(work.tx, userId);
  const { isOn } = await secondFactorOf(work.tx, work.deps.config, userId);
  if (!isOn) return false;
  await work.tx.deleteFrom('passkeys').where('userId', '=', userId).execute();
  await deleteFactor(work, userId);
  await endOtherSignIns(work, userId);
  await record(work, { activityCode: 'user_update', userId, data: audited('on', 'off') });
  await notifyOwner(work, userId, 'reset');
  return true;
}

/** The owner has used a passkey to accept the new role, so the passkeys stay theirs in it. */
export async function keepPasskeys({ tx }: Work, userId: number, role: Role): Promise<void> {
  await tx.updateTable('passkeys').set({ role }).where('userId', '=', userId).execute();
}

/**
 * A passkey was given to a person for a role. When the role changes, or somebody else gives the account another
 * mailbox, it ends, in the transaction of that change and before the sign-ins end: a login with it at the same moment
 * is then among them, or is refused.
 */
export async function endPasskeys(work: Work, userId: number): Promise<void> {
  const ended = await work.tx.deleteFrom('passkeys').where('userId', '=', userId).returning('name').execute();
  if (ended.length === 0) return;
  const { hasApp } = await secondFactorOf(work.tx, work.deps.config, userId);
  if (!hasApp) await deleteFactor(work, userId);
  const data = { passkey: { before: ended.map(({ name }) => name).join(', '), after: null } };
  await record(work, { activityCode: 'user_update', userId, description: 'Passkeys ended', data });
  await notifyOwner(work, userId, 'passkeys-ended');
}
