import { reviewWebhooks } from '@kerb/server/features/integrations/integrations.jobs.ts';
import { closeAccounts } from '@kerb/server/features/privacy/close-account.ts';
import { secretsOf } from '@kerb/server/platform/outbox/post-message.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { aBrowser, givePassword } from './browser.ts';
import { buildersFor, type Person } from './builders.ts';
import { clientsOn } from './clients.ts';
import { type Stage, startStage } from './harness.ts';
import { openedLog } from './opened-log.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let clients: ReturnType<typeof clientsOn>;
let [admin, honest]: Person[] = [];
beforeAll(async () => {
  stage = await startStage({ env: { LOG_LEVEL: 'error' } });
  build = buildersFor(stage);
  clients = clientsOn(stage);
  [admin, honest] = [await build.aPerson('admin'), await build.aPerson('admin')];
});

type Who = Pick<Person, 'userId'>;
async function call(by: Who, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const headers = { authorization: `Bearer ${await stage.accessTokenFor(by.userId)}` };
  return stage.app.inject({ method, url, headers, ...(payload && { payload }) });
}

let serial = 0;
const next = () => {
  serial += 1;
  return serial;
};
const url = 'http://127.0.0.1:9/kerb';

async function tokenSentTo(recipient: string): Promise<string> {
  const messages = stage.db.selectFrom('messages').selectAll().where('recipient', '=', recipient).orderBy('id', 'desc');
  const sent = await messages.where('sealedSecrets', 'is not', null).executeTakeFirstOrThrow();
  return new URL(secretsOf(stage.deps.secrets, sent.sealedSecrets)[0]!).searchParams.get('token')!;
}
const open = async (path: string) => (await aBrowser(stage, `203.0.113.${next()}`).get(path)).statusCode;
const kindsTo = async ({ userId }: Who) =>
  (await stage.db.selectFrom('messages').select('kind').where('userId', '=', userId).orderBy('id').execute()).map(
    ({ kind }) => kind,
  );

/** A manager who asks for everything that a manager can ask for, beside one who stays. */
async function aTeam() {
  const tenantId = await build.aTenant();
  const leaver = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const staying = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const place = `/v1/tenants/${tenantId}`;
  const bankAccount = { accountName: 'Trust', bsbNumber: '062-000', accountNumber: '12345678' };
  await call(leaver, 'PUT', `${place}/settings`, { bankAccount, bankAccountConfirmed: true, brandName: 'Harbour' });
  const emailAddress = `invited${next()}@example.com`;
  const invitee = { firstName: 'Ivy', surname: 'Ng', emailAddress, tenant: { href: place } };
  await call(leaver, 'POST', '/v1/user-invitations', invitee);
  const program = await clients.aClient(leaver.userId, tenantId, { owner: { href: `/v1/users/${staying.userId}` } });
  const token = await clients.tokenOf(program);
  const events = ['campaign_create'];
  const webhook = (await call(leaver, 'POST', `${place}/webhooks`, { url, events })).json();
  const ofProgram = (await clients.withToken(token)('POST', `${place}/webhooks`, { url, events })).json();
  return { tenantId, place, leaver, staying, program, token, webhook, ofProgram, emailAddress };
}
type Team = Awaited<ReturnType<typeof aTeam>>;

async function closeAccount({ leaver }: Team): Promise<void> {
  await stage.db
    .updateTable('users')
    .set({ closingDate: '2020-01-01T00:00:00.000Z' })
    .where('id', '=', leaver.userId)
    .execute();
  await closeAccounts(stage.deps);
}
async function move({ leaver, place }: Team): Promise<void> {
  await call(admin!, 'DELETE', `${place}/users/${leaver.userId}`);
  const user = { href: `/v1/users/${leaver.userId}` };
  await call(admin!, 'POST', `/v1/tenants/${await build.aTenant()}/users`, { user, tenantUserType: 'manager' });
}

// biome-ignore format: a table
const losses: [string, (team: Team) => Promise<unknown>][] = [
  ['is demoted',         ({ leaver, staying, place }) => call(staying, 'PUT', `${place}/users/${leaver.userId}`, { tenantUserType: 'employee' })],
  ['is removed',         ({ leaver, staying, place }) => call(staying, 'DELETE', `${place}/users/${leaver.userId}`)],
  ['moves elsewhere',    move],
  ['is disabled',        ({ leaver }) => call(admin!, 'PUT', `/v1/users/${leaver.userId}`, { disabled: true })],
  ['becomes a payer',    ({ leaver }) => call(admin!, 'PUT', `/v1/users/${leaver.userId}`, { role: 'vendor' })],
  ['closes the account', closeAccount],
];

describe('a manager who leaves', () => {
  it.each(losses)('and %s leaves no pending work behind', async (_, lose) => {
    const team = await aTeam();
    const { place, staying, program, token, webhook, ofProgram, emailAddress, tenantId } = team;
    const settings = async () => (await call(admin!, 'GET', `${place}/settings`)).json();
    const link = `/accept-invitation?token=${await tokenSentTo(emailAddress)}`;
    expect((await settings()).pendingChanges).toHaveLength(2);
    expect(await open(link)).toBe(200);
    const isOn = async ({ id }: { id: number }) => (await call(staying, 'GET', `/v1/webhooks/${id}`)).json();
    expect([await isOn(webhook), await isOn(ofProgram)]).toMatchObject([{ active: true }, { active: true }]);

    await lose(team);
    expect((await settings()).pendingChanges).toEqual([]);
    const apply = await call(honest!, 'POST', `${place}/settings/apply`, { callBackNote: 'Called them on Monday.' });
    expect(apply.statusCode).toBe(409);
    expect(await open(link)).toBe(404);
    expect((await clients.ask(program)).statusCode).toBe(401);
    expect((await clients.withToken(token)('GET', '/v1/session')).statusCode).toBe(401);
    const shown = (await call(staying, 'GET', `${place}/service-identities`)).json().items[0];
    expect(shown).toMatchObject({ endedDate: null, credentials: [{ endReason: 'adder-left' }] });
    expect(await isOn(webhook)).toMatchObject({ active: false, disabledReason: 'person-left' });
    expect(await isOn(ofProgram)).toMatchObject({ active: false, disabledReason: 'secret-ended' });

    expect(await kindsTo(staying)).toEqual(
      expect.arrayContaining([
        'tenant-change-ended',
        'invitation-ended',
        'integration-credential-ended',
        'webhook-paused',
      ]),
    );
    const logged = (await openedLog(stage)).filter(({ targetTenantId }) => targetTenantId === tenantId);
    expect(logged.map(({ description }) => description)).toEqual(
      expect.arrayContaining([
        'Pending changes ended: the person who asked for them may no longer ask',
        'Invitation ended: the person who sent it may no longer invite',
        'A secret of a program ended: the person who added it may no longer add one',
        'Webhook paused',
      ]),
    );
  });

  it('stops a confirmed bank account that does not hold yet', async () => {
    const team = await aTeam();
    const { place, leaver, staying } = team;
    const callBackNote = 'Called them on the number of the contract.';
    const applied = await call(honest!, 'POST', `${place}/settings/apply`, { fields: ['bankAccount'], callBackNote });
    expect(applied.json().bankAccountNext).toMatchObject({ account: { accountNumber: '12345678' } });
    await call(admin!, 'PUT', `/v1/users/${leaver.userId}`, { disabled: true });
    expect((await call(admin!, 'GET', `${place}/settings`)).json().bankAccountNext).toBe(null);
    expect(await kindsTo(staying)).toContain('tenant-bank-stopped');
  });

  it.each([{ disabled: true }, { role: 'tenant_user' }])(
    'stops a confirmed bank account when its confirmer loses the right with %o',
    async (loss) => {
      const { place, staying, tenantId } = await aTeam();
      const confirmer = await build.aPerson('admin');
      const body = { fields: ['bankAccount'], callBackNote: 'Called them on the number of the contract.' };
      const applied = await call(confirmer, 'POST', `${place}/settings/apply`, body);
      expect(applied.json().bankAccountNext).toMatchObject({ account: { accountNumber: '12345678' } });
      await call(admin!, 'PUT', `/v1/users/${confirmer.userId}`, loss);
      expect((await call(admin!, 'GET', `${place}/settings`)).json()).toMatchObject({
        bankAccount: null,
        bankAccountNext: null,
      });
      expect(await kindsTo(staying)).toContain('tenant-bank-stopped');
      expect(await kindsTo(honest!)).toContain('tenant-bank-stopped');
      const logged = (await openedLog(stage)).filter(({ targetTenantId }) => targetTenantId === tenantId);
      expect(logged.map(({ description }) => description)).toContain(
        'Change of bank account stopped: the person who confirmed it may no longer confirm',
      );
    },
  );

  it('leaves what others asked for', async () => {
    const team = await aTeam();
    await call(admin!, 'DELETE', `${team.place}/users/${team.staying.userId}`);
    expect((await call(admin!, 'GET', `${team.place}/settings`)).json().pendingChanges).toHaveLength(2);
    expect((await clients.ask(team.program)).statusCode).toBe(200);
    expect((await call(admin!, 'GET', `/v1/webhooks/${team.webhook.id}`)).json().active).toBe(true);
  });
});

describe('a paused webhook', () => {
  it('is switched on by a manager, who answers for its address from then on, and not by a program', async () => {
    const { place, leaver, staying, webhook, tenantId } = await aTeam();
    await call(staying, 'DELETE', `${place}/users/${leaver.userId}`);
    const program = await clients.tokenOf(await clients.aClient(staying.userId, tenantId));
    const byProgram = await clients.withToken(program)('PUT', `/v1/webhooks/${webhook.id}`, { active: true });
    expect(byProgram.statusCode).toBe(403);
    const other = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    const resumed = await call(staying, 'PUT', `/v1/webhooks/${webhook.id}`, { active: true });
    expect(resumed.json()).toMatchObject({ active: true, disabledReason: null });
    await call(other, 'DELETE', `${place}/users/${staying.userId}`);
    expect((await call(other, 'GET', `/v1/webhooks/${webhook.id}`)).json().disabledReason).toBe('person-left');
  });

  it('is a webhook whose program has ended', async () => {
    const { staying, program, ofProgram, webhook } = await aTeam();
    await call(staying, 'DELETE', `/v1/service-identities/${program.id}`);
    const shown = (await call(staying, 'GET', `/v1/webhooks/${ofProgram.id}`)).json();
    expect(shown).toMatchObject({ active: false, disabledReason: 'program-ended' });
    expect((await call(staying, 'GET', `/v1/webhooks/${webhook.id}`)).json().active).toBe(true);
  });

  const shownTo = async ({ staying, ofProgram, webhook }: Team) => {
    const get = async (id: number) => (await call(staying, 'GET', `/v1/webhooks/${id}`)).json();
    expect(await get(webhook.id)).toMatchObject({ active: true });
    return get(ofProgram.id);
  };
  const addSecret = ({ staying, program }: Team, endOthersInDays: number | null, more = {}) =>
    call(staying, 'POST', `/v1/service-identities/${program.id}/credentials`, { endOthersInDays, ...more });

  it('is a webhook whose program has no secret left; a replaced secret pauses nothing', async () => {
    const team = await aTeam();
    const { staying, program } = team;
    expect((await addSecret(team, 0)).statusCode).toBe(201);
    expect(await shownTo(team)).toMatchObject({ active: true });
    const [identity] = (await call(staying, 'GET', `${team.place}/service-identities`)).json().items;
    expect(identity.id).toBe(program.id);
    for (const { id } of identity.credentials) await call(staying, 'DELETE', `/v1/service-credentials/${id}`);
    expect(await shownTo(team)).toMatchObject({ active: false, disabledReason: 'no-secret' });
    expect(await kindsTo(staying)).toContain('webhook-paused');
  });

  it('is a webhook whose program got a new secret, if the manager asks for it', async () => {
    const team = await aTeam();
    const mailed = async () =>
      (await stage.db.selectFrom('messages').select(['kind', 'body']).orderBy('id').execute())
        .filter(({ kind }) => kind === 'integration-credential')
        .at(-1)!.body;
    const replaced = (await addSecret(team, 0)).json();
    expect(replaced.webhooks).toEqual([{ href: `/v1/webhooks/${team.ofProgram.id}`, url: team.ofProgram.url }]);
    expect(await mailed()).toContain(`Its webhooks go on. If somebody else had the old secret`);
    expect(await mailed()).toContain(`- ${new URL(team.ofProgram.url).host}`);
    const paused = (await addSecret(team, 0, { pauseWebhooks: true })).json();
    expect(paused.webhooks).toEqual([]);
    expect(await shownTo(team)).toMatchObject({ active: false, disabledReason: 'secret-replaced' });
    expect(await mailed()).toContain('Its webhooks are paused until a manager has looked at their addresses');
  });

  it('is named to the managers if one of two secrets is ended by hand', async () => {
    const team = await aTeam();
    expect((await addSecret(team, null)).statusCode).toBe(201);
    const [identity] = (await call(team.staying, 'GET', `${team.place}/service-identities`)).json().items;
    const ended = await call(team.staying, 'DELETE', `/v1/service-credentials/${identity.credentials.at(-1).id}`);
    expect(ended.statusCode, ended.body).toBe(204);
    expect(await shownTo(team)).toMatchObject({ active: true });
    const [mail] = await stage.db
      .selectFrom('messages')
      .select('body')
      .where('kind', '=', 'integration-credential-removed')
      .where('recipient', '=', team.staying.emailAddress)
      .execute();
    expect(mail?.body).toContain('look whether you know these addresses');
    expect(mail?.body).toContain(`- ${new URL(team.ofProgram.url).host}`);
  });

  it('is a webhook whose program may no longer manage webhooks', async () => {
    const team = await aTeam();
    const save = (body: object) => call(team.staying, 'PUT', `/v1/service-identities/${team.program.id}`, body);
    expect((await save({ scopes: ['campaigns:read', 'webhooks'] })).statusCode).toBe(200);
    expect(await shownTo(team)).toMatchObject({ active: true });
    await save({ scopes: ['campaigns:read'] });
    expect(await shownTo(team)).toMatchObject({ active: false, disabledReason: 'scope-ended' });
  });

  it('is a webhook whose program has only expired secrets', async () => {
    const team = await aTeam();
    await reviewWebhooks(stage.deps);
    expect(await shownTo(team)).toMatchObject({ active: true });
    await stage.db
      .updateTable('serviceCredentials')
      .set({ expiryDate: '2020-01-01T00:00:00.000Z', createdDate: '2019-01-01T00:00:00.000Z' })
      .where('serviceIdentityId', '=', team.program.id)
      .execute();
    await reviewWebhooks(stage.deps);
    expect(await shownTo(team)).toMatchObject({ active: false, disabledReason: 'no-secret' });
  });
});

describe('an admin who leaves', () => {
  it.each([{ disabled: true }, { role: 'tenant_user' }])('with %o ends the requests that wait', async (loss) => {
    const leaver = await build.aPerson('admin');
    const member = await build.aPerson('tenant_user');
    const moved = await build.aPerson('tenant_user');
    await givePassword(stage, moved.userId, 'correct horse battery');
    const asked = await call(leaver, 'PUT', `/v1/users/${member.userId}`, { role: 'admin', reason: 'More hands' });
    const [{ id }] = asked.json().pendingActs;
    const emailAddress = `moved${next()}@example.com`;
    await call(leaver, 'PUT', `/v1/users/${moved.userId}`, { emailAddress });
    const link = `/confirm-email?token=${await tokenSentTo(emailAddress)}`;
    expect(await open(link)).toBe(200);

    await call(admin!, 'PUT', `/v1/users/${leaver.userId}`, loss);
    expect((await call(admin!, 'GET', `/v1/pending-acts/${id}`)).json()).toMatchObject({ outcome: 'ended' });
    expect((await call(admin!, 'POST', `/v1/pending-acts/${id}/confirm`, {})).statusCode).toBe(409);
    expect(await open(link)).toBe(404);
    expect(await kindsTo(moved)).toContain('address-ended');
    expect((await call(admin!, 'GET', `/v1/users/${moved.userId}`)).json().pendingEmailAddress).toBe(null);
  });
});

describe('a person whose role changes or whose account is disabled', () => {
  it.each([{ disabled: true }, { role: 'vendor' }])('with %o loses links of the earlier rights', async (change) => {
    const person = await build.aPerson('tenant_user');
    await givePassword(stage, person.userId, 'correct horse battery');
    const emailAddress = `own${next()}@example.com`;
    await call(admin!, 'PUT', `/v1/users/${person.userId}`, { emailAddress });
    const confirm = `/confirm-email?token=${await tokenSentTo(emailAddress)}`;
    await aBrowser(stage, `203.0.113.${next()}`).submit('/forgotten-password', { email: person.emailAddress });
    const links = () =>
      stage.db.selectFrom('passwordLinks').select('hash').where('userId', '=', person.userId).execute();
    expect(await links()).toHaveLength(1);
    await call(admin!, 'PUT', `/v1/users/${person.userId}`, change);
    expect(await links()).toEqual([]);
    if ('disabled' in change) await call(admin!, 'PUT', `/v1/users/${person.userId}`, { disabled: false });
    expect(await open(confirm)).toBe(404);
  });

  it('gets a new link if they were invited and have no password yet', async () => {
    const emailAddress = `new${next()}@example.com`;
    const body = { firstName: 'New', surname: 'Hand', emailAddress, role: 'tenant_user' };
    const { id } = (await call(admin!, 'POST', '/v1/users', body)).json();
    const first = await tokenSentTo(emailAddress);
    await call(admin!, 'PUT', `/v1/users/${id}`, { role: 'vendor' });
    expect(await open(`/set-password?token=${first}`)).toBe(404);
    expect(await open(`/set-password?token=${await tokenSentTo(emailAddress)}`)).toBe(200);
  });
});

describe('a manager who becomes a payer', () => {
  const becomePayer = ({ leaver }: Team) => call(admin!, 'PUT', `/v1/users/${leaver.userId}`, { role: 'vendor' });
  const membershipsOf = ({ leaver: { userId } }: Team) =>
    stage.db.selectFrom('tenantUsers').select('tenantId').where('userId', '=', userId).orderBy('tenantId').execute();

  /** Another organisation invites the person, and they accept. */
  async function joinElsewhere({ leaver }: Team): Promise<number> {
    const elsewhere = await build.aTenant();
    const { emailAddress } = leaver;
    const invitee = { firstName: 'Ivy', surname: 'Ng', emailAddress, tenant: { href: `/v1/tenants/${elsewhere}` } };
    await call(admin!, 'POST', '/v1/user-invitations', invitee);
    const fields = { token: await tokenSentTo(emailAddress), password: 'correct horse battery' };
    await aBrowser(stage, `203.0.113.${next()}`).submit('/accept-invitation', fields);
    return elsewhere;
  }

  it('leaves the team, and the other managers are told', async () => {
    const team = await aTeam();
    await becomePayer(team);
    expect(await membershipsOf(team)).toEqual([]);
    expect(await kindsTo(team.staying)).toContain('member-left');
    const logged = (await openedLog(stage)).filter(({ targetTenantId }) => targetTenantId === team.tenantId);
    expect(logged.map(({ logData }) => logData)).toContainEqual({
      tenantUserType: { before: 'manager', after: 'none' },
    });
    await call(admin!, 'PUT', `/v1/users/${team.leaver.userId}`, { role: 'tenant_user' });
    expect((await call(team.leaver, 'GET', `${team.place}/settings`)).statusCode).toBe(403);
  });

  it('does not come back by the invitation of another organisation', async () => {
    const team = await aTeam();
    await becomePayer(team);
    const elsewhere = await joinElsewhere(team);
    expect(await membershipsOf(team)).toEqual([{ tenantId: elsewhere }]);
    expect((await call(team.leaver, 'GET', `${team.place}/settings`)).statusCode).toBe(403);
  });

  it('does not come back by what an earlier release left', async () => {
    const team = await aTeam();
    const { userId } = team.leaver;
    await stage.db.updateTable('users').set({ role: 'vendor' }).where('id', '=', userId).execute();
    const elsewhere = await joinElsewhere(team);
    expect(await membershipsOf(team)).toEqual([{ tenantId: elsewhere }]);
  });
});

describe('a closed account', () => {
  it('is never enabled or changed again', async () => {
    const team = await aTeam();
    await closeAccount(team);
    for (const body of [{ disabled: false }, { role: 'vendor' }, { emailAddress: 'back@example.com' }]) {
      const answer = await call(admin!, 'PUT', `/v1/users/${team.leaver.userId}`, body);
      expect([answer.statusCode, answer.json().type]).toEqual([409, '/problems/account-closed']);
    }
  });
});
