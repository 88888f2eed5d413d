import type { AddressInfo } from 'node:net';
import type { InboxItem } from '@kerb/domain/inbox/inbox.contract.ts';
import { inboxPageSize, mostUnread } from '@kerb/domain/inbox/inbox-kinds.ts';
import { sendDigests } from '@kerb/server/features/inbox/inbox.jobs.ts';
import { forgetOldRecords } from '@kerb/server/features/privacy/forget-old-records.ts';
import { notifyPeople } from '@kerb/server/platform/outbox/notify-people.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Listener, openStream } from '../../../test/event-reader.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let admin: Person;
let manager: Person;
let agent: Person;
let campaignId: number;

beforeAll(async () => {
  // Ten in the morning in Sydney.
  stage = await startStage({ now: '2026-11-16T23:00:00.000Z' });
  build = buildersFor(stage);
  await stage.app.listen({ port: 0, host: '127.0.0.1' });
});

beforeEach(async () => {
  tenantId = await build.aTenant();
  admin = await build.aPerson('admin');
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  campaignId = (await build.aCampaign(agent, tenantId, { status: 'waiting-invite' })).id;
});

const streams: Listener[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(streams.splice(0).map(({ close }) => close()));
});

const get = async (person: Person, path: string) => (await stage.as(person.userId)('GET', path)).json();
const inbox = async (person: Person, query = ''): Promise<InboxItem[]> =>
  (await get(person, `/v1/notifications${query}`)).items;
const unread = (person: Person) => get(person, '/v1/notifications/events');
const assign = (by: Person, to: Person, id = campaignId) =>
  stage.as(by.userId)('PUT', `/v1/agreements/${id}`, { agentUser: { href: `/v1/users/${to.userId}` } });
const setStatus = (status: string) =>
  stage.as(admin.userId)('POST', `/v1/agreements/${campaignId}/set-status`, { status });
const choose = (person: Person, emails: string) =>
  stage.as(person.userId)('PUT', '/v1/notification-settings', { emails });
const mailsTo = (person: Person, kind: string) =>
  stage.db.selectFrom('messages').selectAll().where('userId', '=', person.userId).where('kind', '=', kind).execute();

/** Many at once, as the product itself. */
const tell = (person: Person, count: number) =>
  inTransaction(stage.deps, { actor: admin, ipAddress: null }, async (work) => {
    for (let place = 0; place < count; place += 1) {
      await notifyPeople(work, 'assigned', { agreementId: campaignId, userIds: [person.userId] });
    }
  });

describe('the notifications of a person', () => {
  it('tell the agent what happens to their campaign, and nothing of what they did themselves', async () => {
    expect((await setStatus('approved')).statusCode).toBe(200);
    const [item] = await inbox(agent);
    expect(item).toMatchObject({
      kind: 'campaign-approved',
      text: 'The campaign has been approved.',
      campaign: { id: campaignId, tenantId, flowNumber: `AU${campaignId}` },
      isRead: false,
    });
    expect(await inbox(admin)).toEqual([]);
    expect(await inbox(manager)).toEqual([]);
  });

  it('tell a team member that they are the agent of a campaign now, and who made them so', async () => {
    const other = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    expect((await assign(manager, other)).statusCode).toBe(200);
    expect((await inbox(other)).map(({ kind, text }) => [kind, text])).toEqual([
      ['assigned', `${manager.displayName} made you the agent of this campaign.`],
    ]);
    // They assigned it to themselves.
    const { id } = await build.aCampaign(agent, tenantId);
    await assign(manager, manager, id);
    expect(await inbox(manager)).toEqual([]);
  });

  it('are counted, marked one by one and as unread again', async () => {
    await tell(agent, 2);
    expect(await unread(agent)).toEqual({ unread: 2, isMore: false });
    const [newest] = await inbox(agent);
    const mark = (isRead: boolean) => stage.as(agent.userId)('PUT', `/v1/notifications/${newest!.id}`, { isRead });
    expect((await mark(true)).statusCode).toBe(204);
    expect(await unread(agent)).toEqual({ unread: 1, isMore: false });
    expect((await inbox(agent, '?unread=1')).map(({ id }) => id)).not.toContain(newest!.id);
    await mark(false);
    expect(await unread(agent)).toEqual({ unread: 2, isMore: false });
  });

  it('are all marked as read up to the one that was seen, and a later one stays unread', async () => {
    await tell(agent, 3);
    const [newest] = await inbox(agent);
    await tell(agent, 1);
    const answer = await stage.as(agent.userId)('POST', '/v1/notifications/mark-read', { upTo: newest!.id });
    expect(answer.statusCode).toBe(204);
    expect(await unread(agent)).toEqual({ unread: 1, isMore: false });
  });

  it('cannot be read or marked by anybody else', async () => {
    await tell(agent, 1);
    const [item] = await inbox(agent);
    const tried = await stage.as(manager.userId)('PUT', `/v1/notifications/${item!.id}`, { isRead: true });
    expect(tried.statusCode).toBe(404);
    await stage.as(manager.userId)('POST', '/v1/notifications/mark-read', { upTo: item!.id });
    expect(await unread(agent)).toEqual({ unread: 1, isMore: false });
    const viewing = { 'x-view-as': `user:${agent.userId}`, 'x-view-as-changes': 'on' };
    const asThem = await stage.as(admin.userId)('PUT', `/v1/notifications/${item!.id}`, { isRead: true }, viewing);
    expect(asThem.statusCode).toBe(403);
  });

  it('are not shown once the person no longer sees the campaign', async () => {
    await tell(agent, 1);
    await assign(manager, manager);
    expect(await inbox(agent)).toEqual([]);
    expect(await unread(agent)).toEqual({ unread: 0, isMore: false });
  });

  it('come in pages, and are counted up to a limit', async () => {
    await tell(agent, mostUnread + 1);
    expect(await unread(agent)).toEqual({ unread: mostUnread, isMore: true });
    const first = await get(agent, '/v1/notifications');
    expect(first).toMatchObject({ isMore: true });
    expect(first.items).toHaveLength(inboxPageSize);
    const second = await inbox(agent, `?before=${first.items.at(-1).id}`);
    expect(second[0]!.id).toBeLessThan(first.items.at(-1).id);
  });

  it('are written once for an occasion', async () => {
    const once = () =>
      inTransaction(stage.deps, { actor: admin, ipAddress: null }, (work) =>
        notifyPeople(work, 'payment-received', { agreementId: campaignId, userIds: [agent.userId], occasion: 'p7' }),
      );
    await once();
    await once();
    expect(await inbox(agent)).toHaveLength(1);
  });

  it('end after half a year', async () => {
    await tell(agent, 1);
    await forgetOldRecords(stage.deps, '2027-05-01T00:00:00.000Z');
    expect(await inbox(agent)).toHaveLength(1);
    await forgetOldRecords(stage.deps, '2027-06-01T00:00:00.000Z');
    expect(await inbox(agent)).toEqual([]);
  });
});

describe('the stream of unread notifications', () => {
  const listen = async (person: Person) => {
    const { port } = stage.app.server.address() as AddressInfo;
    const authorization = `Bearer ${await stage.accessTokenFor(person.userId)}`;
    const stream = await openStream(`http://127.0.0.1:${port}/v1/notifications/events`, { authorization });
    streams.push(stream);
    return stream;
  };
  const hears = (stream: Listener, count: number) =>
    vi.waitFor(() => expect(stream.changes().at(-1)).toEqual({ unread: count, isMore: false }), { timeout: 2_000 });

  it('says the number at once, and again when it changes', async () => {
    const stream = await listen(agent);
    await hears(stream, 0);
    await tell(agent, 1);
    await hears(stream, 1);
    const [item] = await inbox(agent);
    await stage.as(agent.userId)('PUT', `/v1/notifications/${item!.id}`, { isRead: true });
    await hears(stream, 0);
  });

  it('says nothing of others', async () => {
    const stream = await listen(manager);
    await hears(stream, 0);
    await tell(agent, 1);
    expect(stream.changes()).toEqual([{ unread: 0, isMore: false }]);
  });

  it('ends when the account can no longer be used', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const stream = await listen(agent);
    await hears(stream, 0);
    await stage.db
      .updateTable('users')
      .set({ disabledDate: stage.deps.clock.now() })
      .where('id', '=', agent.userId)
      .execute();
    vi.advanceTimersByTime(15_000);
    await stream.ended;
    expect(stream.heard.at(-1)).toMatchObject({ name: 'end', data: { status: 401 } });
  });
});

describe('the e-mails of notifications', () => {
  it('are off until the person chooses them', async () => {
    expect(await get(agent, '/v1/notification-settings')).toEqual({ emails: 'off' });
    await tell(agent, 1);
    await sendDigests(stage.deps);
    expect(await mailsTo(agent, 'notification')).toEqual([]);
    expect(await mailsTo(agent, 'notification-digest')).toEqual([]);
  });

  it('come at once, one for each', async () => {
    expect((await choose(agent, 'at-once')).json()).toEqual({ emails: 'at-once' });
    await tell(agent, 1);
    const [mail, ...more] = await mailsTo(agent, 'notification');
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ recipient: agent.emailAddress, audience: 'staff', agreementId: campaignId });
    expect(mail!.body).toContain(`/agencies/${tenantId}/applications/${campaignId}`);
    expect(mail!.body).toContain('/notifications');
  });

  it('do not repeat a notice that has an e-mail of its own', async () => {
    await choose(agent, 'at-once');
    await setStatus('approved');
    expect(await mailsTo(agent, 'campaign-notice')).toHaveLength(1);
    expect(await mailsTo(agent, 'notification')).toEqual([]);
  });

  it('come once a day with what is unread, if that was chosen', async () => {
    await choose(agent, 'daily');
    await tell(agent, 3);
    const [newest] = await inbox(agent);
    await stage.as(agent.userId)('PUT', `/v1/notifications/${newest!.id}`, { isRead: true });
    await sendDigests(stage.deps);
    const [mail] = await mailsTo(agent, 'notification-digest');
    expect(mail!.subject).toBe('2 unread notifications');
    await tell(agent, 1);
    await sendDigests(stage.deps);
    expect(await mailsTo(agent, 'notification-digest')).toHaveLength(1);
  });

  it('leave out campaigns that the person no longer sees, and end with the choice', async () => {
    await choose(agent, 'daily');
    await tell(agent, 1);
    await assign(manager, manager);
    await sendDigests(stage.deps);
    expect(await mailsTo(agent, 'notification-digest')).toEqual([]);
    await choose(manager, 'daily');
    await tell(manager, 1);
    await choose(manager, 'off');
    await choose(manager, 'daily');
    await sendDigests(stage.deps);
    expect(await mailsTo(manager, 'notification-digest')).toEqual([]);
  });
});
