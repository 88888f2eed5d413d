import { versionOnArrival } from '@kerb/server/features/agreements/change-status.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { fileMarketingDocument } from '../../../test/file-document.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let admin: Person;
let manager: Person;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  tenantId = await build.aTenant();
  admin = await build.aPerson('admin');
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
});

const setStatus = (userId: number, id: number, status: string, headers = {}) =>
  stage.as(userId)('POST', `/v1/agreements/${id}/set-status`, { status }, headers);

describe('several people who set a status at the same time', () => {
  const moves = ['approved', 'rejected', 'cancelled'];

  it('each with the status that they saw: one succeeds, two get a conflict', async () => {
    const { id } = await build.aCampaign(manager, tenantId, { status: 'waiting-approval' });
    const path = `/v1/agreements/${id}/set-status`;
    const sent = moves.map((status) =>
      stage.as(admin.userId)('POST', path, { status, expectedStatus: 'waiting-approval' }),
    );
    const codes = (await Promise.all(sent)).map(({ statusCode }) => statusCode);
    expect(codes.sort()).toEqual([200, 409, 409]);
  });

  it('without it: only the first of those that arrived before the change succeeds', async () => {
    const { id } = await build.aCampaign(manager, tenantId, { status: 'waiting-approval' });
    const arrived = await versionOnArrival(stage.db, id);
    const etag = { 'if-match': `"${arrived}"` };
    for (const [status, code] of [
      ['approved', 200],
      ['rejected', 412],
      ['cancelled', 412],
    ] as const)
      expect((await setStatus(admin.userId, id, status, etag)).statusCode).toBe(code);
    expect((await setStatus(admin.userId, id, 'cancelled')).statusCode).toBe(200);
  });
});

describe('setting a status', () => {
  it('to sent on a draft returns the new status and the Payment URL to the agency', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    const answer = await setStatus(manager.userId, id, 'waiting-invite');
    expect(answer.json()).toEqual({ status: 'waiting-invite', vendorUrl: expect.stringMatching(/\/pay\/…$/) });
  });

  // biome-ignore format: a table
  it.each([
    ['approve a draft',             'draft',            'approved'],
    ['complete a sent campaign',    'waiting-invite',   'complete'],
    ['cancel a submitted campaign', 'waiting-approval', 'cancelled'],
    ['reopen a cancelled campaign', 'cancelled',        'draft'],
  ] as const)('is refused to an agency that wants to %s, and changes nothing', async (_what, from, to) => {
    const { id } = await build.aCampaign(manager, tenantId, from === 'draft' ? {} : { status: from });
    const answer = await setStatus(manager.userId, id, to);
    expect(answer.statusCode).toBe(409);
    expect((await stage.as(admin.userId)('GET', `/v1/agreements/${id}`)).json().status).toBe(from);
  });

  it.each(['waiting-approval', 'approved'] as const)(
    'lets a payer cancel a campaign in status %s, and do nothing else',
    async (status) => {
      const { id, payers } = await build.aCampaign(manager, tenantId, { status });
      const vendor = payers[0]!.userId;
      expect((await setStatus(vendor, id, 'complete')).statusCode).toBe(409);
      expect((await setStatus(vendor, id, 'cancelled')).json().status).toBe('cancelled');
    },
  );

  it('runs the effects of the status when an admin uses the selector', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    await setStatus(admin.userId, id, 'approved');
    const campaign = (await stage.as(admin.userId)('GET', `/v1/agreements/${id}`)).json();
    expect(campaign.applicationApprovedDate).toBe(campaign.statusLastUpdate);
  });

  it('refuses to send a campaign without budget or date, also by the selector and from any status', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    await stage.as(admin.userId)('PUT', `/v1/agreements/${id}`, { campaignBudget: null });
    for (const status of ['cancelled', 'waiting-info']) {
      await setStatus(admin.userId, id, status);
      const answer = await setStatus(admin.userId, id, 'waiting-invite');
      expect([answer.statusCode, answer.json().displayText]).toEqual([409, expect.stringMatching(/Marketing Budget$/)]);
    }
    const campaign = (await stage.as(admin.userId)('GET', `/v1/agreements/${id}`)).json();
    expect(campaign).toMatchObject({ status: 'waiting-info', sentDate: null, vendorUrl: null });
  });

  it('refuses to mark as sent and to approve without the Marketing Schedule, also by the selector', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    await stage.db.updateTable('agreements').set({ campaignBudget: '15000.00' }).where('id', '=', id).execute();
    const words = 'A Marketing Schedule is required for campaigns over $10,000.';
    for (const [userId, status] of [
      [manager.userId, 'waiting-invite'],
      [admin.userId, 'waiting-invite'],
      [admin.userId, 'approved'],
    ] as const) {
      const answer = await setStatus(userId, id, status);
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({ type: '/problems/marketing-schedule-missing' });
      expect(answer.json().displayText).toContain(words);
    }
    await fileMarketingDocument(stage, id, tenantId);
    expect((await setStatus(manager.userId, id, 'waiting-invite')).statusCode).toBe(200);
    expect((await setStatus(admin.userId, id, 'approved')).statusCode).toBe(200);
  });

  it('asks for no Marketing Schedule in New Zealand', async () => {
    const nz = await startStage({ env: { COUNTRY: 'NZ' } });
    const builders = buildersFor(nz);
    const tenant = await builders.aTenant();
    const boss = await builders.aPerson('tenant_user', { tenantId: tenant, as: 'manager' });
    const { id } = await builders.aCampaign(boss, tenant);
    await nz.db.updateTable('agreements').set({ campaignBudget: '15000.00' }).where('id', '=', id).execute();
    const answer = await nz.as(boss.userId)('POST', `/v1/agreements/${id}/set-status`, { status: 'waiting-invite' });
    expect(answer.statusCode).toBe(200);
  });

  it('reports a conflict to the second of two people who decide at once', async () => {
    const { id } = await build.aCampaign(manager, tenantId, { status: 'waiting-approval' });
    const { etag } = (await stage.as(admin.userId)('GET', `/v1/agreements/${id}`)).headers;
    const answers = await Promise.all([
      setStatus(admin.userId, id, 'approved', { 'if-match': etag }),
      setStatus(admin.userId, id, 'rejected', { 'if-match': etag }),
    ]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 412]);
  });

  it('to cancelled revokes the Payment URL', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    await setStatus(manager.userId, id, 'waiting-invite');
    const cancelled = await setStatus(manager.userId, id, 'cancelled');
    expect(cancelled.json().vendorUrl).toBeNull();
  });

  it('refuses an unknown status and names the field', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    const answer = await setStatus(admin.userId, id, 'finished');
    expect(answer.json().validation.status[0].type).toBe('notValid');
  });
});

describe('impersonation', () => {
  const viewing = (view: string) => ({ 'x-view-as': view });

  it('limits an admin to what the impersonated person sees, and says so', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    const campaign = await stage.as(admin.userId)(
      'GET',
      `/v1/agreements/${id}`,
      undefined,
      viewing(`manager:${tenantId}`),
    );
    expect(campaign.json()).not.toHaveProperty('campaignNotes');
    const log = await stage.as(admin.userId)('GET', '/v1/log-entries', undefined, viewing(`manager:${tenantId}`));
    expect(log.statusCode).toBe(403);
    const session = await stage.as(admin.userId)('GET', '/v1/session', undefined, viewing(`user:${manager.userId}`));
    expect(session.json()).toMatchObject({ userId: manager.userId, viewedBy: { userId: admin.userId } });
  });

  it('of a payer shows only the named campaign', async () => {
    const [one, other] = [await build.aCampaign(manager, tenantId), await build.aCampaign(manager, tenantId)];
    const look = (id: number) =>
      stage.as(admin.userId)('GET', `/v1/agreements/${id}`, undefined, viewing(`vendor:${one.id}`));
    expect((await look(one.id)).statusCode).toBe(200);
    expect((await look(other.id)).statusCode).toBe(404);
  });

  it('does not allow changes by default', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    const answer = await stage.as(admin.userId)(
      'PUT',
      `/v1/agreements/${id}`,
      { name: 'X' },
      viewing(`manager:${tenantId}`),
    );
    expect(answer.statusCode).toBe(403);
  });

  it('is for admins only, and never of another admin', async () => {
    const other = await build.aPerson('admin');
    const attempts = [
      await stage.as(manager.userId)('GET', '/v1/session', undefined, viewing(`user:${admin.userId}`)),
      await stage.as(admin.userId)('GET', '/v1/session', undefined, viewing(`user:${other.userId}`)),
      await stage.as(admin.userId)('GET', '/v1/session', undefined, viewing('everyone')),
    ];
    expect(attempts.map((answer) => answer.statusCode)).toEqual([403, 400, 400]);
  });
});
