import type { PendingAct } from '@kerb/domain/second-person/acts.contract.ts';
import { expireActs } from '@kerb/server/features/approvals/approvals.jobs.ts';
import { resetByOperator } from '@kerb/server/features/people/reset-second-factor.ts';
import { secretOwner } from '@kerb/server/features/session/second-factor.ts';
import { newSecret } from '@kerb/server/platform/auth/one-time-passwords.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givePassword } from '../../../test/browser.ts';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { asOwner } from '../../../test/test-database.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let ada: Person;
let arlo: Person;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  [ada, arlo] = [await build.aPerson('admin'), await build.aPerson('admin')];
});
beforeEach(async () => {
  await stage.deps.clock.move(stage.db, 0);
  await stage.db.deleteFrom('messages').execute();
  await asOwner(stage.db, (tx) => tx.deleteFrom('pendingActs').execute());
});

let serial = 0;
const anAddress = () => {
  serial += 1;
  return `second.mailbox${serial}@example.com`;
};
const reason = 'Approvals while Arlo is away';
const save = (by: Person, id: number, body: object) => stage.as(by.userId)('PUT', `/v1/users/${id}`, body);
const userOf = async (id: number) => (await stage.as(ada.userId)('GET', `/v1/users/${id}`)).json();
const acts = async (by: Person = ada): Promise<PendingAct[]> =>
  (await stage.as(by.userId)('GET', '/v1/pending-acts')).json().items;
const decide = (by: Person, id: number, how: string, body: object = {}) =>
  stage.as(by.userId)('POST', `/v1/pending-acts/${id}/${how}`, body);
const told = async () => {
  const rows = await stage.db.selectFrom('messages').select(['kind', 'recipient']).orderBy('id').execute();
  return rows.map(({ kind, recipient }) => `${kind} ${recipient}`);
};
const create = (emailAddress: string, more: object = { reason }) =>
  stage.as(ada.userId)('POST', '/v1/users', {
    ...{ firstName: 'Second', surname: 'Mailbox', emailAddress, role: 'admin' },
    ...more,
  });

/** A person whom one admin asked to make an admin, and the open act. */
async function asked() {
  const made = await create(anAddress());
  expect(made.statusCode, made.body).toBe(201);
  const [act] = await acts();
  return { user: made.json(), act: act! };
}

describe('making somebody an admin', () => {
  it('needs a second admin: until then the new user has no rights', async () => {
    const { user, act } = await asked();
    expect(user).toMatchObject({ role: 'tenant_user', pendingActs: [{ id: act.id, kind: 'make-admin' }] });
    expect(act).toMatchObject({
      kind: 'make-admin',
      subject: { href: user.href, name: 'Second Mailbox' },
      reason,
      isOwn: true,
      refusal: 'You asked for this, so someone else has to confirm it.',
    });
    expect((await stage.as(user.id)('GET', '/v1/users')).statusCode).toBe(403);
    const own = await decide(ada, act.id, 'confirm');
    expect([own.statusCode, own.json().type]).toEqual([403, '/problems/second-person']);
    const done = await decide(arlo, act.id, 'confirm');
    expect(done.json()).toMatchObject({ outcome: 'done', decided: { userName: arlo.displayName } });
    expect(await userOf(user.id)).toMatchObject({ role: 'admin', pendingActs: [] });
    expect((await decide(arlo, act.id, 'confirm')).statusCode).toBe(409);
  });

  it('needs a reason, and nothing is made without one', async () => {
    const emailAddress = anAddress();
    const answer = await create(emailAddress, {});
    expect([answer.statusCode, answer.json().validation.reason[0].message]).toEqual([
      400,
      'Write why, for the person who confirms it.',
    ]);
    expect((await stage.as(ada.userId)('GET', `/v1/users?filter=${emailAddress}`)).json().totalItems).toBe(0);
  });

  it('is told to all admins and to the person, when it is asked for and when it is decided', async () => {
    const { user, act } = await asked();
    const first = await told();
    for (const { emailAddress } of [ada, arlo, user]) expect(first).toContain(`act-asked ${emailAddress}`);
    await decide(arlo, act.id, 'refuse', { note: 'Nobody is away' });
    const then = await told();
    for (const { emailAddress } of [ada, arlo]) expect(then).toContain(`act-decided ${emailAddress}`);
  });

  it('does not count as a second person for three days, also through a second new admin', async () => {
    const { user, act } = await asked();
    await decide(arlo, act.id, 'confirm');
    const { act: next } = await asked();
    const fresh = await decide({ ...ada, userId: user.id }, next.id, 'confirm');
    expect([fresh.statusCode, fresh.json().type]).toEqual([403, '/problems/too-new']);
    await stage.deps.clock.move(stage.db, 3);
    expect((await decide({ ...ada, userId: user.id }, next.id, 'confirm')).statusCode).toBe(200);
  });

  it('is the same for a role that is changed and for an admin who is enabled again', async () => {
    const member = await build.aPerson('tenant_user');
    const promoted = await save(ada, member.userId, { role: 'admin', jobTitle: 'Lead', reason });
    expect(promoted.json()).toMatchObject({ role: 'tenant_user', jobTitle: 'Lead' });
    expect((await save(ada, member.userId, { role: 'admin', reason })).statusCode).toBe(409);
    const gone = await build.aPerson('admin');
    expect((await save(ada, gone.userId, { disabled: true })).json().disabledDate).not.toBeNull();
    expect((await save(ada, gone.userId, { disabled: false, reason })).json().disabledDate).not.toBeNull();
    const [enabling] = await acts();
    expect(enabling!.changes).toContainEqual({ label: 'Access', before: 'Disabled', after: 'Active' });
    await decide(arlo, enabling!.id, 'confirm');
    expect(await userOf(gone.userId)).toMatchObject({ role: 'admin', disabledDate: null });
  });

  it('is refused if the address was changed after it was asked for', async () => {
    const { user, act } = await asked();
    await save(ada, user.id, { emailAddress: anAddress() });
    const answer = await decide(arlo, act.id, 'confirm');
    expect([answer.statusCode, answer.json().type]).toEqual([409, '/problems/act-outdated']);
    expect((await userOf(user.id)).role).toBe('tenant_user');
  });

  it('is refused while a new address waits for its owner, which would be the mailbox of an admin later', async () => {
    const member = await build.aPerson('tenant_user');
    await givePassword(stage, member.userId, 'correct horse battery');
    await save(ada, member.userId, { role: 'admin', reason });
    const [act] = await acts();
    await save(ada, member.userId, { emailAddress: anAddress() });
    expect((await decide(arlo, act!.id, 'confirm')).statusCode).toBe(409);
    const again = await save(ada, member.userId, { role: 'admin', reason });
    expect(again.json().validation.role[0].message).toContain('is about to get a new email address');
    await save(ada, member.userId, { emailAddress: member.emailAddress });
    expect((await decide(arlo, act!.id, 'confirm')).statusCode).toBe(200);
  });

  it('is refused if the person who asked is no longer an admin', async () => {
    const leaver = await build.aPerson('admin');
    const member = await build.aPerson('tenant_user');
    await save(leaver, member.userId, { role: 'admin', reason });
    await save(ada, leaver.userId, { disabled: true });
    const act = (await acts()).find(({ subject }) => subject.href === `/v1/users/${member.userId}`);
    expect(act).toMatchObject({ outcome: 'ended', decided: { userName: ada.displayName } });
    expect((await decide(arlo, act!.id, 'confirm')).statusCode).toBe(409);
  });
});

async function turnOn({ userId }: Person): Promise<void> {
  const sealedSecret = stage.deps.secrets.personal.encrypt(newSecret(), secretOwner(userId));
  const factor = { userId, sealedSecret, createdDate: realNow(), confirmedDate: realNow(), lastStep: 0 };
  await stage.db.insertInto('secondFactors').values(factor).execute();
}

describe('the account of an admin', () => {
  it('keeps its address until a second admin confirms the new one', async () => {
    const target = await build.aPerson('admin');
    const emailAddress = anAddress();
    const look = () => stage.as(target.userId)('GET', '/v1/session');
    expect((await look()).statusCode).toBe(200);
    const answer = await save(ada, target.userId, { emailAddress, reason });
    expect(answer.json()).toMatchObject({
      emailAddress: target.emailAddress,
      pendingActs: [{ kind: 'admin-email', askedByName: ada.displayName }],
    });
    const [act] = await acts();
    expect(act!.changes).toEqual([{ label: 'Email', before: target.emailAddress, after: emailAddress }]);
    const row = await stage.db.selectFrom('pendingActs').selectAll().executeTakeFirstOrThrow();
    expect(row.sealedPayload?.toString('latin1')).not.toContain(emailAddress);
    await decide(arlo, act!.id, 'confirm');
    expect((await userOf(target.userId)).emailAddress).toBe(emailAddress);
    expect((await look()).statusCode).toBe(401);
    const { standingSince } = await stage.db
      .selectFrom('users')
      .select('standingSince')
      .where('id', '=', target.userId)
      .executeTakeFirstOrThrow();
    expect(standingSince).not.toBeNull();
    expect(
      (await stage.db.selectFrom('pendingActs').select('sealedPayload').executeTakeFirst())?.sealedPayload,
    ).toBeNull();
  });

  it('gets the new one only when its owner has confirmed it too, if it has a password', async () => {
    const target = await build.aPerson('admin');
    await givePassword(stage, target.userId, 'correct horse battery');
    const emailAddress = anAddress();
    await save(ada, target.userId, { emailAddress, reason });
    const [act] = await acts();
    await decide(arlo, act!.id, 'confirm');
    expect(await userOf(target.userId)).toMatchObject({
      emailAddress: target.emailAddress,
      pendingEmailAddress: emailAddress,
    });
    const mails = await told();
    for (const address of [target.emailAddress, emailAddress]) expect(mails).toContain(`address-asked ${address}`);
  });

  it('refuses an address that another user has, before anybody is asked', async () => {
    const answer = await save(ada, arlo.userId, { emailAddress: ada.emailAddress.toUpperCase(), reason });
    expect(answer.json().validation.emailAddress[0].type).toBe('conflictingValue');
    expect(await acts()).toEqual([]);
  });

  it('loses its second factor by the operator alone, who helps where no second admin is left', async () => {
    const target = await build.aPerson('admin');
    await turnOn(target);
    const reset = () =>
      inTransaction(stage.deps, byTheProduct, (work) => resetByOperator(work, target.emailAddress.toUpperCase()));
    expect([await reset(), await reset()]).toEqual([true, false]);
    expect((await userOf(target.userId)).secondFactorIsOn).toBe(false);
  });

  it('keeps its second factor until a second admin confirms the reset', async () => {
    const target = await build.aPerson('admin');
    await turnOn(target);
    const reset = (body?: object) =>
      stage.as(ada.userId)('POST', `/v1/users/${target.userId}/reset-second-factor`, body);
    expect((await reset()).json().validation.reason[0].message).toBe('Write how you recognised this person.');
    expect((await reset({ reason: 'By video, with a passport' })).json().secondFactorIsOn).toBe(true);
    const [act] = await acts();
    await decide(arlo, act!.id, 'confirm');
    expect((await userOf(target.userId)).secondFactorIsOn).toBe(false);
  });

  it('loses its rights at once if one admin ends them, and all admins and the person are told', async () => {
    const target = await build.aPerson('admin');
    expect((await save(ada, target.userId, { role: 'tenant_user' })).json().role).toBe('tenant_user');
    const mails = await told();
    for (const { emailAddress } of [ada, arlo, target]) expect(mails).toContain(`admin-ended ${emailAddress}`);
  });
});

describe('an act that waits', () => {
  it('can be withdrawn by the person who asked, and by nobody else', async () => {
    const { act } = await asked();
    expect((await decide(arlo, act.id, 'withdraw')).statusCode).toBe(403);
    expect((await decide(ada, act.id, 'withdraw')).json()).toMatchObject({ outcome: 'withdrawn' });
    expect((await decide(arlo, act.id, 'confirm')).statusCode).toBe(409);
  });

  it('expires after seven days', async () => {
    const { act } = await asked();
    await stage.deps.clock.move(stage.db, 7);
    expect((await decide(arlo, act.id, 'confirm')).statusCode).toBe(409);
    await expireActs(stage.deps);
    expect((await acts())[0]).toMatchObject({ outcome: 'expired', decided: { user: null } });
  });

  it('is confirmed once, however many confirm it at the same moment', async () => {
    const others = await Promise.all([1, 2, 3].map(() => build.aPerson('admin')));
    const { act } = await asked();
    const answers = await Promise.all(others.map((person) => decide(person, act.id, 'confirm')));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
  });

  it('is written into the log with who asked and who confirmed', async () => {
    const { user, act } = await asked();
    await decide(arlo, act.id, 'confirm');
    const entries = await stage.db
      .selectFrom('logEntries')
      .select(['description', 'userName'])
      .where('targetUserId', '=', user.id)
      .where('activityCode', '=', 'user_perm_change')
      .orderBy('id')
      .execute();
    expect(entries.map(({ description, userName }) => [description, userName])).toEqual([
      ['Asked to make Second Mailbox an admin', ada.displayName],
      ['User access changed', arlo.displayName],
      ['Request to make Second Mailbox an admin: done', arlo.displayName],
    ]);
  });
});
