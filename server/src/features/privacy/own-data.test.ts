import { closeAccounts } from '@kerb/server/features/privacy/close-account.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startSigningFixture } from '../../../test/signing-fixture.ts';

const { stage, build, tenantId, manager, admin } = await startSigningFixture();

/** Two payers of one campaign, each with details of their own. */
async function aCouple() {
  const payers = [build.aPayer({ surname: 'Banksia' }), build.aPayer({ surname: 'Waratah' })];
  const { id, payers: rows } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite', payers });
  const [ann, bo] = rows;
  await stage.as(ann!.userId)('PUT', `/v1/signatories/${ann!.id}`, { dateOfBirth: '1951-07-19' });
  await stage.as(bo!.userId)('PUT', `/v1/signatories/${bo!.id}`, { dateOfBirth: '1949-02-03' });
  // Otherwise it has the names of both payers.
  await stage.as(manager.userId)('PUT', `/v1/agreements/${id}`, { name: '12 Wattle St' });
  await stage.as(manager.userId)('POST', `/v2/campaigns/${id}/send-campaign`, {});
  return { id, ann: ann!, bo: bo! };
}

const ownData = (userId: number) => stage.as(userId)('GET', '/v1/account/data');

describe('the file with one’s own data', () => {
  it('has everything about the person, in words too, and nothing about others', async () => {
    const { id, ann, bo } = await aCouple();
    const answer = await ownData(ann.userId);
    expect(answer.statusCode, answer.body).toBe(200);
    const file = answer.json();
    expect(file).toMatchObject({
      product: 'KerbPay',
      about: { campaigns: expect.stringContaining('what you told us about yourself') },
      profile: { emailAddress: ann.emailAddress, surname: 'Banksia' },
      campaigns: [{ flowNumber: `AU${id}`, details: { dateOfBirth: '1951-07-19', surname: 'Banksia' } }],
    });
    expect(file.messages.map(({ recipient }: { recipient: string }) => recipient)).toContain(ann.emailAddress);
    expect(file.log.map(({ description }: { description: string }) => description)).toContain('Payer added');
    for (const text of [bo.emailAddress, 'Waratah', '1949-02-03']) expect(answer.body, text).not.toContain(text);
    // The messages that the person got name their agent. Nothing else does.
    expect(JSON.stringify({ ...file, messages: [] })).not.toContain(manager.displayName);
    // No link that works is in it.
    expect(answer.body).not.toMatch(/\/pay\/[\w-]{20,}/);
  });

  it('has the organisations and sign-ins of a team member', async () => {
    const file = (await ownData(manager.userId)).json();
    expect(file.organisations).toMatchObject([{ role: 'manager' }]);
    expect(file.signIns.length).toBeGreaterThan(0);
    expect(file.campaigns).toEqual([]);
  });

  it('is logged, and given three times a day', async () => {
    const { ann } = await aCouple();
    const codes = [];
    for (let n = 0; n < 4; n += 1) codes.push((await ownData(ann.userId)).statusCode);
    expect(codes).toEqual([200, 200, 200, 429]);
    const { rows } = await sql`
      select 1 from log_entries where description = 'Own data downloaded' and target_user_id = ${ann.userId}`.execute(
      stage.db,
    );
    expect(rows.length).toBe(3);
  });

  it('is not for an admin who looks at the product as somebody else', async () => {
    const { ann } = await aCouple();
    const asAnn = { 'x-view-as': `user:${ann.userId}` };
    const answer = await stage.as(admin.userId)('GET', '/v1/account/data', undefined, asAnn);
    expect([answer.statusCode, answer.json().type]).toEqual([403, '/problems/viewing-as']);
  });

  it('needs a code of a payer who came by a Payment URL, and has this campaign only', async () => {
    const { id, ann, bo } = await aCouple();
    const token = await stage.accessTokenFor(ann.userId, { agreementId: id, signatoryId: ann.id });
    const get = (payerId: number) =>
      stage.app.inject({
        method: 'GET',
        url: `/v1/signatories/${payerId}/data`,
        headers: { authorization: `Bearer ${token}` },
      });
    const locked = await get(ann.id);
    expect([locked.statusCode, locked.json().type]).toEqual([403, '/problems/locked']);
    const unlocked = { unlockedDate: realNow() };
    await stage.db.updateTable('signIns').set(unlocked).where('signatoryId', '=', ann.id).execute();
    const answer = await get(ann.id);
    expect(answer.json()).toMatchObject({ profile: null, campaigns: [{ details: { dateOfBirth: '1951-07-19' } }] });
    expect(answer.body).not.toContain('Waratah');
    expect((await get(bo.id)).statusCode).toBe(404);
  });
});

const closing = async (userId: number) => (await stage.as(userId)('GET', '/v1/account/closing')).json();
const close = (userId: number) => stage.as(userId)('POST', '/v1/account/close');
const rowOf = (id: number) => stage.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('closing one’s own account', () => {
  it('is refused with the reason to an admin, to the only manager and to a payer of an open campaign', async () => {
    const { ann } = await aCouple();
    for (const [userId, words] of [
      [admin.userId, 'You are an admin.'],
      [manager.userId, 'You are the only manager of'],
      [ann.userId, 'You are a payer of a campaign in progress.'],
    ] as const) {
      expect((await closing(userId)).refusal).toContain(words);
      expect((await close(userId)).statusCode).toBe(409);
    }
  });

  it('can be taken back within 30 days, and tells the owner', async () => {
    const member = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    expect((await close(member.userId)).json().closingDate).not.toBeNull();
    const kept = await stage.as(member.userId)('POST', '/v1/account/keep');
    expect(kept.json()).toEqual({ closingDate: null, refusal: null });
    const mails = await stage.db
      .selectFrom('messages')
      .select('kind')
      .where('recipient', '=', member.emailAddress)
      .orderBy('id')
      .execute();
    expect(mails.map(({ kind }) => kind)).toEqual(['account-closing', 'account-kept']);
  });

  it('ends access and erases what belongs to the account after 30 days, and the log keeps the fact', async () => {
    const member = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    await close(member.userId);
    await closeAccounts(stage.deps);
    expect((await rowOf(member.userId)).closedDate).toBeNull();
    await stage.deps.clock.move(stage.db, 30);
    await closeAccounts(stage.deps);
    await stage.deps.clock.move(stage.db, 0);
    expect(await rowOf(member.userId)).toMatchObject({
      emailAddress: `erased-user-${member.userId}@erased.invalid`,
      mobilePhone: null,
      closingDate: null,
    });
    expect((await rowOf(member.userId)).disabledDate).not.toBeNull();
    expect((await stage.as(member.userId)('GET', '/v1/session')).statusCode).toBe(401);
    const log = await stage.as(admin.userId)('GET', '/v1/log-entries?textQuery=Account closed');
    expect(log.json().items[0]).toMatchObject({ description: 'Account closed' });
  });

  it('does not happen if they are a payer of a campaign again', async () => {
    const member = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    await close(member.userId);
    await build.aCampaign(manager, tenantId, {
      status: 'waiting-invite',
      payers: [build.aPayer({ emailAddress: member.emailAddress })],
    });
    await stage.deps.clock.move(stage.db, 31);
    await closeAccounts(stage.deps);
    await stage.deps.clock.move(stage.db, 0);
    expect(await rowOf(member.userId)).toMatchObject({ emailAddress: member.emailAddress, closingDate: null });
  });
});
