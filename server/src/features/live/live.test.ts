import type { AddressInfo } from 'node:net';
import { changeCampaign } from '@kerb/server/features/agreements/change-campaign.ts';
import { endSignInsOfPayer } from '@kerb/server/platform/auth/sign-ins.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Listener, openStream } from '../../../test/event-reader.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let url: string;
let tenantId: number;
let admin: Person;
let agent: Person;
let campaign: Awaited<ReturnType<typeof build.aCampaign>>;
const streams: Listener[] = [];

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  await stage.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(stage.app.server.address() as AddressInfo).port}`;
  tenantId = await build.aTenant();
  admin = await build.aPerson('admin');
  agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
});

beforeEach(async () => {
  const payers = [build.aPayer({ firstName: 'Anna' }), build.aPayer({ firstName: 'Ben' })];
  campaign = await build.aCampaign(agent, tenantId, { payers, status: 'waiting-approval' });
});

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(streams.splice(0).map(({ close }) => close()));
});

const path = () => `/v1/agreements/${campaign.id}/events`;

async function listen(token: string, headers: Record<string, string> = {}): Promise<Listener> {
  const stream = await openStream(url + path(), { authorization: `Bearer ${token}`, ...headers });
  streams.push(stream);
  return stream;
}

/** The first payer, by their link. */
const linkToken = () => {
  const { id: signatoryId, userId } = campaign.payers[0]!;
  return stage.accessTokenFor(userId, { agreementId: campaign.id, signatoryId });
};

const setStatus = async (status: string, reason?: string) => {
  const body = { status, ...(reason && { reason }) };
  const answer = await stage.as(admin.userId)('POST', `/v1/agreements/${campaign.id}/set-status`, body);
  expect(answer.statusCode).toBe(200);
};
const askForInfo = () => setStatus('waiting-info', 'Your rates notice, please.');

/** Changes fields as an admin does on their page. */
const change = (fields: { campaignNotes: string } | { campaignBudget: number }) =>
  inTransaction(stage.deps, { actor: admin, ipAddress: null }, (work) =>
    changeCampaign(work, { id: campaign.id, tenantId }, fields),
  );

describe('a payer’s open page', () => {
  it('hears within two seconds what staff did, and in whose words', async () => {
    const stream = await listen(await linkToken());
    expect(stream.status).toBe(200);
    await askForInfo();
    expect(await stream.hears('information-requested')).toEqual({ kind: 'information-requested', isOwn: false });
    await setStatus('waiting-approval');
    expect(await stream.hears('submitted')).toBeTruthy();
    expect(stream.heard[0]).toMatchObject({ name: 'open', data: { version: expect.any(Number) } });
  });

  it('is not cached, compressed or buffered by a proxy, and has the usual headers', async () => {
    const { headers } = await listen(await linkToken());
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store, no-transform');
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toBeTruthy();
  });

  it('hears nothing of the team’s own work', async () => {
    const stream = await listen(await linkToken());
    const team = await listen(await stage.accessTokenFor(admin.userId));
    await change({ campaignNotes: 'Call the agent first.' });
    await team.hears('changed');
    await change({ campaignBudget: 4_300_00 });
    await stream.hears('changed');
    expect(stream.changes()).toEqual([{ kind: 'changed', isOwn: false }]);
    expect(JSON.stringify(stream.heard)).not.toContain('agent');
  });

  it('goes on after the last event that it heard', async () => {
    const first = await listen(await linkToken());
    await askForInfo();
    await first.hears('information-requested');
    const last = first.lastEventId()!;
    await first.close();
    await setStatus('waiting-approval');
    const second = await listen(await linkToken(), { 'last-event-id': last });
    await second.hears('submitted');
    expect(second.changes()).toEqual([{ kind: 'submitted', isOwn: false }]);
  });

  it('begins at the present with an id that is not ours', async () => {
    const stream = await listen(await linkToken(), { 'last-event-id': 'made up' });
    await askForInfo();
    await stream.hears('information-requested');
    expect(stream.changes()).toHaveLength(1);
  });

  it('ends with the reason when the link is replaced', async () => {
    const stream = await listen(await linkToken());
    const sent = await stage.as(agent.userId)(
      'POST',
      `/v2/campaigns/${campaign.id}/vendors/${campaign.payers[0]!.id}/send-campaign`,
    );
    expect(sent.statusCode).toBe(200);
    await stream.ended;
    expect(stream.heard.at(-1)).toMatchObject({ name: 'end', data: { status: 401, type: '/problems/link-ended' } });
    expect(stream.changes()).toEqual([]);
  });

  it('ends before the next event when the sign-in has ended', async () => {
    const stream = await listen(await linkToken());
    await endSignInsOfPayer(stage.db, campaign.payers[0]!.id);
    await askForInfo();
    await stream.ended;
    expect(stream.changes()).toEqual([]);
    expect(stream.heard.at(-1)?.name).toBe('end');
  });

  it('is asked for its right every 15 seconds, also if nothing happens', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const stream = await listen(await linkToken());
    vi.advanceTimersByTime(15_000);
    await vi.waitFor(() => expect(stream.comments()).toBe(1));
    await endSignInsOfPayer(stage.db, campaign.payers[0]!.id);
    vi.advanceTimersByTime(15_000);
    await stream.ended;
    expect(stream.heard.at(-1)).toMatchObject({ name: 'end', data: { status: 401 } });
  });

  it('ends when the campaign is cancelled, and says so', async () => {
    const stream = await listen(await linkToken());
    await setStatus('cancelled');
    await stream.ended;
    const { displayText } = stream.heard.at(-1)!.data as { displayText: string };
    expect(displayText).toContain('cancelled');
  });
});

describe('a team member', () => {
  it('who leaves the organisation hears nothing more', async () => {
    const member = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    const stream = await listen(await stage.accessTokenFor(member.userId));
    await stage.db.deleteFrom('tenantUsers').where('userId', '=', member.userId).execute();
    await askForInfo();
    await stream.ended;
    expect(stream.changes()).toEqual([]);
    expect(stream.heard.at(-1)).toMatchObject({ name: 'end', data: { status: 404 } });
  });

  it('of another organisation gets a 404', async () => {
    const elsewhere = await build.aTenant();
    const stranger = await build.aPerson('tenant_user', { tenantId: elsewhere, as: 'manager' });
    expect((await listen(await stage.accessTokenFor(stranger.userId))).status).toBe(404);
  });

  it('knows their own change by its mark', async () => {
    await askForInfo();
    const stream = await listen(await stage.accessTokenFor(admin.userId));
    await setStatus('waiting-approval');
    expect(await stream.hears('submitted')).toEqual({ kind: 'submitted', isOwn: true, by: admin.displayName });
  });
});

describe('without a stream', () => {
  it('the same is answered as JSON since the last event', async () => {
    const get = (headers = {}) => stage.as(admin.userId)('GET', path(), undefined, headers);
    const first = (await get()).json();
    expect(first).toMatchObject({ items: [], version: expect.any(Number) });
    await askForInfo();
    const second = (await get({ 'last-event-id': first.lastEventId })).json();
    expect(second.items).toEqual([{ kind: 'information-requested', isOwn: true, by: admin.displayName }]);
    expect(second.version).toBeGreaterThan(first.version);
    expect((await get({ 'last-event-id': second.lastEventId })).json().items).toEqual([]);
  });
});

/** How many requests for events are in the times of requests. */
async function timedRequests(): Promise<string | undefined> {
  const lines = (await stage.deps.metrics.registry.metrics()).split('\n');
  return lines.find((line) => /^kerb_http_request_seconds_count.*:id\/events",status="200"/.test(line));
}

describe('open streams', () => {
  it('are counted, and are neither requests in progress nor in the times of requests', async () => {
    await vi.waitFor(() => expect(stage.app.streams.count()).toBe(0));
    const timed = await timedRequests();
    const tokens = await Promise.all(Array.from({ length: 8 }, () => stage.accessTokenFor(admin.userId)));
    // More than the six requests that one person may have in progress.
    for (const token of tokens) expect((await listen(token)).status).toBe(200);
    expect(stage.app.streams.count()).toBe(8);
    expect((await stage.as(admin.userId)('GET', '/v1/agreements')).statusCode).toBe(200);
    expect(await stage.deps.metrics.registry.metrics()).toContain(`kerb_live_streams ${8}\n`);
    await Promise.all(streams.splice(0).map(({ close }) => close()));
    await vi.waitFor(() => expect(stage.app.streams.count()).toBe(0));
    expect(await timedRequests()).toBe(timed);
  });

  it('are ten for each person; the next is refused for a while', async () => {
    const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    const token = await stage.accessTokenFor(manager.userId);
    for (let n = 0; n < 10; n += 1) expect((await listen(token)).status).toBe(200);
    const refused = await listen(token);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await listen(await stage.accessTokenFor(admin.userId))).status).toBe(200);
  });
});
