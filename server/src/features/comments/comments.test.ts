import type { Comment } from '@kerb/domain/comments/comments.contract.ts';
import { forgetOldRecords } from '@kerb/server/features/privacy/forget-old-records.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let admin: Person;
let manager: Person;
let agent: Person;
let colleague: Person;
let campaign: Awaited<ReturnType<typeof build.aCampaign>>;

beforeAll(async () => {
  stage = await startStage({ now: '2026-11-16T23:00:00.000Z' });
  build = buildersFor(stage);
});

beforeEach(async () => {
  tenantId = await build.aTenant();
  admin = await build.aPerson('admin');
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  colleague = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  campaign = await build.aCampaign(agent, tenantId, { status: 'waiting-invite' });
});

const path = () => `/v1/agreements/${campaign.id}/comments`;
const add = (by: Person, body: string, mentions: Person[] = []) =>
  stage.as(by.userId)('POST', path(), { body, mentions: mentions.map(({ userId }) => userId) });
const read = async (by: Person): Promise<Comment[]> => (await stage.as(by.userId)('GET', path())).json().items;
const told = async (person: Person) =>
  (await stage.as(person.userId)('GET', '/v1/notifications'))
    .json()
    .items.map(({ kind, text }: { kind: string; text: string }) => [kind, text]);

describe('comments on a campaign', () => {
  it('are read by everybody on staff who sees the campaign, the newest first', async () => {
    expect((await add(agent, 'Rang the vendor.')).statusCode).toBe(200);
    await add(admin, '  Thank you.\nWe wait. ');
    const expected = [
      { body: 'Thank you.\nWe wait.', author: { userId: admin.userId, displayName: admin.displayName } },
      { body: 'Rang the vendor.', author: { userId: agent.userId } },
    ];
    for (const person of [admin, manager, agent]) expect(await read(person)).toMatchObject(expected);
    expect((await stage.as(colleague.userId)('GET', path())).statusCode).toBe(404);
  });

  it('are never answered, told or exported to a payer', async () => {
    await add(agent, 'A secret of the team');
    const payer = campaign.payers[0]!;
    const asPayer = stage.as(payer.userId);
    expect((await asPayer('GET', path())).statusCode).toBe(403);
    for (const address of [`/v1/agreements/${campaign.id}`, `/v2/campaigns/${campaign.id}`]) {
      expect((await asPayer('GET', address)).body).not.toContain('A secret');
    }
    const events = await asPayer('GET', `/v1/agreements/${campaign.id}/events`, undefined, { 'last-event-id': '0' });
    expect(events.body).not.toContain('comment');
    const { id: signatoryId, userId } = payer;
    const token = await stage.accessTokenFor(userId, { agreementId: campaign.id, signatoryId });
    const page = await stage.app.inject({
      method: 'GET',
      url: `/v1/agreements/${campaign.id}/checkout`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toContain('A secret');
  });

  it('tell the agent, earlier writers and mentioned people, each once', async () => {
    await add(manager, 'First');
    expect(await told(agent)).toEqual([['commented', `${manager.displayName} commented on a campaign of yours.`]]);
    await add(agent, `@${admin.displayName} can you look?`, [admin]);
    expect(await told(admin)).toEqual([['mentioned', `${agent.displayName} mentioned you in a comment.`]]);
    expect(await told(manager)).toEqual([['commented', `${agent.displayName} commented on a campaign of yours.`]]);
    await add(admin, `@${agent.displayName} done`, [agent]);
    expect((await told(agent))[0]).toEqual(['mentioned', `${admin.displayName} mentioned you in a comment.`]);
    expect(await told(colleague)).toEqual([]);
  });

  it('mention only people who can see the campaign', async () => {
    const stranger = await build.aPerson('tenant_user', { tenantId: await build.aTenant(), as: 'manager' });
    for (const person of [colleague, stranger, { ...agent, userId: campaign.payers[0]!.userId }]) {
      const refused = await add(agent, 'Hello', [person]);
      expect(refused.statusCode).toBe(400);
      expect(refused.json().validation.mentions[0].message).toBe('Mention only people who can see this campaign.');
    }
    expect(await read(agent)).toEqual([]);
    const { items } = (await stage.as(agent.userId)('GET', `/v1/agreements/${campaign.id}/comment-people`)).json();
    const ids = items.map(({ userId }: { userId: number }) => userId);
    expect(ids).toEqual(expect.arrayContaining([admin.userId, manager.userId, agent.userId]));
    expect(ids).not.toContain(colleague.userId);
    expect(ids).not.toContain(stranger.userId);
    expect(ids).not.toContain(campaign.payers[0]!.userId);
    const standings = Object.fromEntries(
      items.map(({ userId, standing }: { userId: number; standing: string }) => [userId, standing]),
    );
    expect([standings[admin.userId], standings[manager.userId], standings[agent.userId]]).toEqual([
      'admin',
      'manager',
      'employee',
    ]);
  });

  it('are removed by their writer or an admin: the text is gone, and the log says so without it', async () => {
    const { id } = (await add(agent, 'Her number is 0412 345 678.', [manager])).json();
    const remove = (by: Person) => stage.as(by.userId)('DELETE', `${path()}/${id}`);
    expect((await remove(manager)).statusCode).toBe(403);
    expect((await remove(admin)).statusCode).toBe(204);
    expect((await remove(agent)).statusCode).toBe(204);
    expect((await read(agent))[0]).toMatchObject({ body: '', isRemoved: true, mentions: [], mayRemove: false });
    const row = await stage.db.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain('0412');
    const { body } = await stage.as(admin.userId)('GET', `/v1/log-entries?targetAgreementId=${campaign.id}`);
    expect(body).not.toContain('0412');
    const log: { description: string }[] = JSON.parse(body).items;
    expect(log.map(({ description }) => description)).toEqual(
      expect.arrayContaining(['Comment added', 'Comment removed']),
    );
    expect(log.filter(({ description }) => description === 'Comment removed')).toHaveLength(1);
  });

  it('are not found in another campaign', async () => {
    const { id } = (await add(agent, 'Here')).json();
    const other = await build.aCampaign(agent, tenantId);
    const answer = await stage.as(admin.userId)('DELETE', `/v1/agreements/${other.id}/comments/${id}`);
    expect(answer.statusCode).toBe(404);
  });

  it('come in pages', async () => {
    for (let place = 0; place < 51; place += 1) await add(agent, `Comment ${place}`);
    const first = (await stage.as(agent.userId)('GET', path())).json();
    expect(first).toMatchObject({ isMore: true });
    expect(first.items).toHaveLength(50);
    const older = await stage.as(agent.userId)('GET', `${path()}?before=${first.items.at(-1).id}`);
    expect(older.json()).toMatchObject({ items: [{ body: 'Comment 0' }], isMore: false });
  });

  it('are limited for one person, because each may send e-mails', async () => {
    for (let place = 0; place < 60; place += 1) await add(agent, 'Again');
    expect((await add(agent, 'Once more')).statusCode).toBe(429);
    expect((await add(manager, 'Not mine')).statusCode).toBe(200);
  });

  it('by an admin who impersonates are the admin’s', async () => {
    const viewing = { 'x-view-as': `manager:${tenantId}`, 'x-view-as-changes': 'on' };
    const answer = await stage.as(admin.userId)('POST', path(), { body: 'Seen' }, viewing);
    expect(answer.json().author).toEqual({ userId: admin.userId, displayName: admin.displayName });
  });

  it('are in the file of their writer, and end with the records of the campaign', async () => {
    await add(agent, 'Mine');
    await add(admin, 'Not mine');
    const own = await stage.as(agent.userId)('GET', '/v1/account/data');
    expect(own.json().comments, own.body.slice(0, 300)).toMatchObject([
      { flowNumber: `AU${campaign.id}`, text: 'Mine' },
    ]);
    await forgetOldRecords(stage.deps, '2033-11-01T00:00:00.000Z');
    expect(await read(agent)).toHaveLength(2);
    await forgetOldRecords(stage.deps, '2033-12-01T00:00:00.000Z');
    expect(await read(agent)).toEqual([]);
  });

  it('are told to no webhook', async () => {
    const at = '2026-01-01T00:00:00.000Z';
    await stage.db
      .insertInto('webhooks')
      .values({
        tenantId,
        url: 'https://hooks.example.com/kerb',
        events: ['campaign_update'],
        sealedSecret: Buffer.alloc(60),
        createdByUserId: null,
        creationDate: at,
        lastUpdateDate: at,
      })
      .execute();
    await add(agent, 'Between us');
    const { rows } = await stage.db
      .selectFrom('webhookDeliveries')
      .select('id')
      .where('agreementId', '=', campaign.id)
      .execute()
      .then((found) => ({ rows: found }));
    expect(rows).toEqual([]);
  });
});
