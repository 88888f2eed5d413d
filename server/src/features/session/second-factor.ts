import type { Role } from '@kerb/domain/access/actor.ts';
import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { audienceOf } from '@kerb/domain/notifications/audience.ts';
import type { SecondFactor, SecondFactorSetUp } from '@kerb/domain/session/second-factor.contract.ts';
import { type SecondFactorEvent, secondFactorMessage } from '@kerb/domain/session/second-factor-messages.ts';
import { secondFactorIsRequired } from '@kerb/domain/session/second-factor-rules.ts';
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

export async function secondFactorOf(db: Database | Tx, config: Config, userId: number): Promise<SecondFactor> {
  const { rows } = await sql<{ role: Role; organisationRequires: boolean; isOn: boolean; recoveryCodesLeft: number }>`
    select u.role, f.confirmed_date is not null as is_on, exists (
      select from tenant_users m join tenants t on t.id = m.tenant_id
      where m.user_id = u.id and t.requires_second_factor) as organisation_requires, (
      select count(*)::integer from recovery_codes c where c.user_id = u.id and c.used_date is null
    ) as recovery_codes_left
    from users u left join second_factors f on f.user_id = u.id where u.id = ${userId}`.execute(db);
  const { isOn, recoveryCodesLeft, ...person } = must(rows[0], `user ${userId}`);
  return { isOn, isRequired: secondFactorIsRequired(config, person), recoveryCodesLeft };
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
  if (!begun) throw new Problem(409, 'already-on', 'Two-step login is already on.');
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
  return row
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
const endOtherSignIns = ({ tx, actor }: Work, userId: number) =>
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
  if (!row) throw new Problem(409, 'not-begun', 'That took too long. Please begin again.');
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

/** Switches two-step login off and deletes its codes; false if it was not on. */
export async function endSecondFactor(work: Work, userId: number, event: 'off' | 'reset'): Promise<boolean> {
  const ended = await work.tx
    .deleteFrom('secondFactors')
    .where('userId', '=', userId)
    .where('confirmedDate', 'is not', null)
    .returning('userId')
    .executeTakeFirst();
  if (!ended) return false;
  await endOtherSignIns(work, userId);
  await record(work, { activityCode: 'user_update', userId, data: audited('on', 'off') });
  await notifyOwner(work, userId, event);
  return true;
}
