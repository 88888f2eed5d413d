import type { AddressInfo } from 'node:net';
import type { ChangedCampaigns } from '@kerb/domain/live/live.contract.ts';
import { changeCampaign } from '@kerb/server/features/agreements/change-campaign.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Listener, openStream } from '../../../test/event-reader.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let url: string;
let tenantId: number;
let admin: Person;
let manager: Person;
let agent: Person;
let colleague: Person;
let stranger: Person;
const streams: Listener[] = [];

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  await stage.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(stage.app.server.address() as AddressInfo).port}/v1/agreements/events`;
});
beforeEach(async () => {
  tenantId = await build.aTenant();
  admin = await build.aPerson('admin');
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  colleague = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  stranger = await build.aPerson('tenant_user', { tenantId: await build.aTenant(), as: 'manager' });
});
afterEach(() => Promise.all(streams.splice(0).map(({ close }) => close())));

async function listen({ userId }: Person, query = ''): Promise<Listener> {
  const stream = await openStream(url + query, { authorization: `Bearer ${await stage.accessTokenFor(userId)}` });
  streams.push(stream);
  return stream;
}

const told = (stream: Listener): number[] => [
  ...new Set((stream.changes() as ChangedCampaigns[]).flatMap(({ ids }) => ids)),
];
const isTold = (stream: Listener, ids: number[]) =>
  vi.waitFor(() => expect(told(stream).toSorted()).toEqual(ids.toSorted()), { timeout: 5_000 });
const change = (id: number, fields: Parameters<typeof changeCampaign>[2]) =>
  inTransaction(stage.deps, { actor: admin, ipAddress: null }, (work) =>
    changeCampaign(work, { id, tenantId }, fields),
  );
const aCampaign = async () => (await build.aCampaign(agent, tenantId, { status: 'waiting-approval' })).id;

describe('an open list', () => {
  it('is told of changes in its person’s scope, and never of another organisation’s', async () => {
    const id = await aCampaign();
    const other = (await build.aCampaign(colleague, tenantId)).id;
    const [everybody, all, own, others, elsewhere] = [
      await listen(admin),
      await listen(manager),
      await listen(agent),
      await listen(colleague),
      await listen(stranger),
    ];
    await change(id, { campaignBudget: 4_300_00 });
    await isTold(all, [id]);
    await isTold(own, [id]);
    await change(other, { campaignBudget: 4_400_00 });
    await isTold(others, [other]);
    await isTold(all, [id, other]);
    await isTold(everybody, [id, other]);
    expect(told(own)).toEqual([id]);
    expect(elsewhere.changes()).toEqual([]);
  });

  it('is told of a campaign that is given to somebody else', async () => {
    const id = await aCampaign();
    const [before, after] = [await listen(agent), await listen(colleague)];
    const assigned = await stage.as(manager.userId)('PUT', `/v1/agreements/${id}`, {
      agentUser: { href: `/v1/users/${colleague.userId}` },
    });
    expect(assigned.statusCode).toBe(200);
    await isTold(before, [id]);
    await isTold(after, [id]);
  });

  it('is not told of what its person may not see, nor of comments', async () => {
    const id = await aCampaign();
    const own = await listen(agent);
    const everybody = await listen(admin);
    await change(id, { campaignNotes: 'Call the agent first.' });
    await stage.as(admin.userId)('POST', `/v1/agreements/${id}/comments`, { body: 'Hello', mentions: [] });
    await isTold(everybody, [id]);
    expect(own.changes()).toEqual([]);
  });

  it('is told of what happened in the seconds before, and reads itself again after a longer time', async () => {
    const id = await aCampaign();
    await isTold(await listen(agent, '?seconds=30'), [id]);
    const long = await listen(agent, '?seconds=600');
    await vi.waitFor(() => expect(long.changes()).toEqual([{ ids: [], isMore: true }]));
    const polled = await stage.as(agent.userId)('GET', '/v1/agreements/events?seconds=30');
    expect(polled.json()).toEqual({ ids: [id], isMore: false });
    const theirs = await stage.as(stranger.userId)('GET', '/v1/agreements/events?seconds=30');
    expect(theirs.json()).toEqual({ ids: [], isMore: false });
  });

  it('is told of a thousand changes in few events', async () => {
    const id = await aCampaign();
    const own = await listen(agent);
    await change(id, { campaignBudget: 4_300_00 });
    await isTold(own, [id]);
    await sql`
      insert into log_entries (date, user_name, activity_code, description, log_data, target_agreement_id)
      select clock_timestamp(), 'Test', 'campaign_update', 'Test', '{"campaignBudget":{"before":1,"after":2}}', ${id}
      from generate_series(1, 1000)`.execute(stage.db);
    for (let n = 0; n < 1_000; n += 1) stage.deps.announce(id);
    await vi.waitFor(() => expect(own.changes().length).toBeGreaterThanOrEqual(2), { timeout: 8_000 });
    expect(own.changes().length).toBeLessThanOrEqual(3);
  });

  it('ends when its person may no longer sign in, and says why', async () => {
    const id = await aCampaign();
    const own = await listen(agent);
    await sql`update users set disabled_date = now() where id = ${agent.userId}`.execute(stage.db);
    await change(id, { campaignBudget: 4_300_00 });
    await own.ended;
    expect(own.changes()).toEqual([]);
    expect(own.heard.at(-1)).toMatchObject({ name: 'end', data: { status: 401 } });
  });

  it('costs no statement for each list that is not told', async () => {
    const id = await aCampaign();
    const listens = await Promise.all(Array.from({ length: 8 }, () => listen(stranger)));
    const own = await listen(agent);
    let asked = 0;
    const { authenticate } = stage.app;
    stage.app.authenticate = (request) => {
      asked += 1;
      return authenticate(request);
    };
    try {
      await change(id, { campaignBudget: 4_300_00 });
      await isTold(own, [id]);
      expect(asked).toBe(1);
      expect(listens.flatMap((each) => each.changes())).toEqual([]);
    } finally {
      stage.app.authenticate = authenticate;
    }
  });
});
