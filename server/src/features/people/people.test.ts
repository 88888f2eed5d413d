import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { asOwner } from '../../../test/test-database.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let admin: Person;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  admin = await build.aPerson('admin');
});

let serial = 0;
const aNewAddress = () => {
  serial += 1;
  return `ivy.ng${serial}@example.com`;
};
const someone = { firstName: 'Ivy', surname: 'Ng', emailAddress: 'ivy.ng@example.com', role: 'tenant_user' };

describe('creating a user', () => {
  it('sends them a link to set a password', async () => {
    const emailAddress = aNewAddress();
    const sent = { ...someone, emailAddress, mobilePhone: '0412 345 678' };
    const answer = await stage.as(admin.userId)('POST', '/v1/users', sent);
    expect(answer.json()).toMatchObject({ displayName: 'Ivy Ng', mobilePhone: '+61412345678', disabledDate: null });
    const message = await stage.db
      .selectFrom('messages')
      .select(['kind', 'recipient', 'body'])
      .where('userId', '=', answer.json().id)
      .executeTakeFirstOrThrow();
    expect(message).toMatchObject({ kind: 'invite', recipient: emailAddress });
    expect(message.body).not.toContain('token=');
  });

  it('refuses a duplicate e-mail address, in upper or lower case', async () => {
    const emailAddress = aNewAddress();
    await stage.as(admin.userId)('POST', '/v1/users', { ...someone, emailAddress });
    const again = { ...someone, emailAddress: emailAddress.toUpperCase() };
    const answer = await stage.as(admin.userId)('POST', '/v1/users', again);
    expect(answer.json().validation.emailAddress[0].type).toBe('conflictingValue');
  });

  // biome-ignore format: a table
  it.each([
    [{ emailAddress: 'nobody' },        'emailAddress'],
    [{ firstName: '' },                 'firstName'],
    [{ role: 'owner' },                 'role'],
    [{ mobilePhone: '12' },             'mobilePhone'],
    [{ mobilePhone: '+61299991234' },   'mobilePhone'],
    [{ mobilePhone: '+6493001234' },    'mobilePhone'],
  ])('refuses %o and names the field %s', async (change, field) => {
    const answer = await stage.as(admin.userId)('POST', '/v1/users', { ...someone, emailAddress: 'new@example.com', ...change });
    expect(Object.keys(answer.json().validation)).toEqual([field]);
  });
});

describe('the mobile of a user', () => {
  const landlines = [
    ['AU', '02 9999 1234'],
    ['AU', '+61299991234'],
    ['NZ', '09 300 1234'],
    ['NZ', '0412000222'],
  ] as const;

  it.each(landlines)('in %s is not %s, typed or sent', async (code, mobilePhone) => {
    const there = code === 'AU' ? stage : await startStage({ env: { COUNTRY: code } });
    const by = code === 'AU' ? admin : await buildersFor(there).aPerson('admin');
    const { userId } = await buildersFor(there).aPerson('tenant_user');
    const answer = await there.as(by.userId)('PUT', `/v1/users/${userId}`, { mobilePhone });
    expect([answer.statusCode, answer.json().validation]).toEqual([
      400,
      { mobilePhone: [{ type: 'notValid', message: 'That is not a mobile phone number.' }] },
    ]);
  });

  it('that is an old landline stays, but cannot be confirmed', async () => {
    const { userId } = await build.aPerson('tenant_user');
    await stage.db.updateTable('users').set({ mobilePhone: '+61299991234' }).where('id', '=', userId).execute();
    const save = (body: object) => stage.as(admin.userId)('PUT', `/v1/users/${userId}`, body);
    expect((await save({ jobTitle: 'Director' })).json().mobilePhone).toBe('+61299991234');
    const confirmed = await save({ primaryMobileIsConfirmed: true });
    expect(Object.keys(confirmed.json().validation)).toEqual(['mobilePhone']);
    expect((await stage.as(admin.userId)('GET', `/v1/users/${userId}`)).json().primaryMobileIsConfirmed).toBe(false);
  });
});

describe('saving two users with one e-mail address at once', () => {
  it('succeeds for the first, and the second gets an error on the field', async () => {
    for (let round = 0; round < 5; round += 1) {
      const people = await Promise.all([1, 2, 3].map(() => build.aPerson('tenant_user')));
      const emailAddress = `wanted${round}@example.com`;
      const answers = await Promise.all(
        people.map(({ userId }) => stage.as(admin.userId)('PUT', `/v1/users/${userId}`, { emailAddress })),
      );
      expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 400, 400]);
      const refused = answers.filter((answer) => answer.statusCode === 400);
      for (const answer of refused) expect(answer.json().validation.emailAddress[0].type).toBe('conflictingValue');
    }
  });
});

describe('changing one’s own account', () => {
  it('cannot lower one’s own role', async () => {
    const answer = await stage.as(admin.userId)('PUT', `/v1/users/${admin.userId}`, { role: 'vendor' });
    expect([answer.statusCode, answer.json().displayText]).toEqual([409, "You can't remove your own access."]);
    const same = await stage.as(admin.userId)('PUT', `/v1/users/${admin.userId}`, { role: 'admin', jobTitle: 'Lead' });
    expect(same.json()).toMatchObject({ role: 'admin', jobTitle: 'Lead' });
  });
});

describe('disabling a user', () => {
  it('ends their access at the next request, and enabling does not restore old sign-ins', async () => {
    const tenantId = await build.aTenant();
    const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    const look = () => stage.as(manager.userId)('GET', '/v1/session');
    expect((await look()).statusCode).toBe(200);
    const set = (disabled: boolean) => stage.as(admin.userId)('PUT', `/v1/users/${manager.userId}`, { disabled });
    expect((await set(true)).json().disabledDate).not.toBeNull();
    expect((await look()).statusCode).toBe(401);
    expect((await set(false)).json().disabledDate).toBeNull();
    expect((await look()).statusCode).toBe(401);
  });

  it('is not allowed for oneself', async () => {
    const answer = await stage.as(admin.userId)('PUT', `/v1/users/${admin.userId}`, { disabled: true });
    expect(answer.json().displayText).toBe("You can't remove your own access.");
  });
});

describe('the list of users', () => {
  it('is sorted by surname, and can be filtered by name or address', async () => {
    for (const [place, surname] of ['Wren', 'Abel'].entries()) {
      const person = { ...someone, firstName: 'Quill', surname, emailAddress: `feather.${place}@example.com` };
      await stage.as(admin.userId)('POST', '/v1/users', person);
    }
    for (const filter of ['quill', 'feather.']) {
      const { items } = (await stage.as(admin.userId)('GET', `/v1/users?filter=${filter}`)).json();
      const names = items.map((user: { displayName: string }) => user.displayName);
      expect(names).toEqual(['Quill Abel', 'Quill Wren']);
    }
  });

  it('is filtered by the beginnings of words if one or two letters are typed', async () => {
    for (const [place, name] of [
      ['Yqa', 'Stone'],
      ['Mia', 'yqstone'],
      ['Noa', 'Fayq'],
    ].entries()) {
      const [firstName, surname] = name;
      const person = { ...someone, firstName, surname, emailAddress: `short.${place}@example.com` };
      await stage.as(admin.userId)('POST', '/v1/users', person);
    }
    const foundBy = async (filter: string) => {
      const { items } = (await stage.as(admin.userId)('GET', `/v1/users?filter=${filter}`)).json();
      return items.map((user: { displayName: string }) => user.displayName);
    };
    expect(await foundBy('yq')).toEqual(['Yqa Stone', 'Mia yqstone']);
    expect(await foundBy('YQ')).toEqual(['Yqa Stone', 'Mia yqstone']);
    expect(await foundBy('%25')).toEqual([]);
    expect(await foundBy('ayq')).toEqual(['Noa Fayq']);
    const one = await foundBy('y');
    expect(one).toEqual(expect.arrayContaining(['Yqa Stone', 'Mia yqstone']));
    expect(one).not.toContain('Noa Fayq');
  });

  it('is sorted by first name within a surname', async () => {
    for (const [place, firstName] of ['Zara', 'bo', 'Ana'].entries()) {
      const person = { ...someone, firstName, surname: 'Ordered', emailAddress: `ordered.${place}@example.com` };
      await stage.as(admin.userId)('POST', '/v1/users', person);
    }
    const { items } = (await stage.as(admin.userId)('GET', '/v1/users?filter=ordered')).json();
    expect(items.map((user: { firstName: string }) => user.firstName)).toEqual(['Ana', 'bo', 'Zara']);
  });

  it('counts 10,000 of many users and says that there are more', async () => {
    await asOwner(stage.db, (tx) =>
      sql`
        insert into users (first_name, surname, email_address, role, created_date, last_update_date)
        select 'Many', 'People ' || n, 'many.' || n || '@example.com', 'vendor', now(), now()
        from generate_series(1, 10001) n`.execute(tx),
    );
    const list = async (query: string) => {
      const { items, ...counts } = (await stage.as(admin.userId)('GET', `/v1/users?${query}`)).json();
      return { ...counts, emails: items.map((user: { emailAddress: string }) => user.emailAddress) };
    };
    const more = { totalItems: 10_000, isMore: true };
    expect(await list('filter=many&page=1&perPage=1')).toEqual({ ...more, emails: ['many.1@example.com'] });
    expect(await list('filter=many&page=10001&perPage=1')).toEqual({ ...more, emails: [] });
    expect(await list('filter=MANY.77@&perPage=1')).toEqual({ totalItems: 1, emails: ['many.77@example.com'] });
  });
});

describe('logging a user out everywhere', () => {
  it('ends all of their sign-ins at once, is logged, and is not for one’s own account', async () => {
    const { userId } = await build.aPerson('tenant_user');
    const person = stage.as(userId);
    expect((await person('GET', '/v1/session')).statusCode).toBe(200);
    const end = (id: number) => stage.as(admin.userId)('POST', `/v1/users/${id}/end-sign-ins`);
    expect((await end(userId)).json()).toMatchObject({ id: userId, disabledDate: null });
    expect((await person('GET', '/v1/session')).statusCode).toBe(401);
    const { description, userId: by } = await stage.db
      .selectFrom('logEntries')
      .select(['description', 'userId'])
      .where('targetUserId', '=', userId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect([description, by]).toEqual(['Logged out everywhere', admin.userId]);
    expect((await end(admin.userId)).statusCode).toBe(409);
    expect((await end(999_999)).statusCode).toBe(404);
  });
});
