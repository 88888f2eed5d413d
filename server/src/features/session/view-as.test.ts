import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';

const stage = await startStage();
const build = buildersFor(stage);
const account = { accountName: 'Harbour Estate', bsbNumber: '062000', accountNumber: '12345678' };

let admin: Person;
let manager: Person;
let tenantId: number;
beforeAll(async () => {
  admin = await build.aPerson('admin');
  tenantId = await build.aTenant();
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const through =
  (view: string, changes?: string) =>
  (method: Method, url: string, body?: object, headers: object = {}) =>
    stage.as(admin.userId)(method, url, body, {
      'x-view-as': view,
      ...(changes !== undefined && { 'x-view-as-changes': changes }),
      ...headers,
    });
const lastEntry = (agreementId: number) =>
  stage.db
    .selectFrom('logEntries')
    .select(['userId', 'userName', 'activityCode'])
    .where('targetAgreementId', '=', agreementId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

describe('impersonation', () => {
  // biome-ignore format: a table
  it.each([
    ['the hidden organisation',           'manager:1',     'That organisation cannot be viewed as.'],
    ['an organisation that is not there', 'employee:9999', 'That organisation cannot be viewed as.'],
    ['a campaign that is not there',      'vendor:999999', 'That campaign cannot be viewed as.'],
    ['a user who is not there',           'user:999999',   'That user cannot be viewed as.'],
  ])('is refused for %s', async (_, view, words) => {
    const answer = await through(view)('GET', '/v1/session');
    expect([answer.statusCode, answer.json().displayText]).toEqual([400, words]);
  });

  it('of a manager and of a payer starts', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    for (const view of [`manager:${tenantId}`, `vendor:${id}`]) {
      expect((await through(view)('GET', '/v1/session')).statusCode).toBe(200);
    }
  });
});

describe('impersonation with changes switched on', () => {
  it('allows what the impersonated person could do, and logs the admin with that person’s name', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    const notes = { agentNotes: 'Gate code is at the office.' };
    for (const [view, name] of [
      [`user:${manager.userId}`, manager.displayName],
      [`manager:${tenantId}`, 'a manager'],
    ] as const) {
      expect((await through(view)('PUT', `/v1/agreements/${id}`, notes)).statusCode).toBe(403);
      expect((await through(view, 'yes')('PUT', `/v1/agreements/${id}`, notes)).statusCode).toBe(403);
      const saved = await through(view, 'on')('PUT', `/v1/agreements/${id}`, { agentNotes: `${name} calls.` });
      expect(saved.statusCode).toBe(200);
      expect(await lastEntry(id)).toEqual({
        userId: admin.userId,
        userName: `${admin.displayName}, viewing as ${name}`,
        activityCode: 'campaign_update',
      });
    }
  });

  it('has no more rights than the impersonated person', async () => {
    const elsewhere = await build.aTenant();
    const other = await build.aPerson('tenant_user', { tenantId: elsewhere, as: 'manager' });
    const { id } = await build.aCampaign(other, elsewhere);
    const acting = through(`user:${manager.userId}`, 'on');
    expect((await acting('PUT', `/v1/agreements/${id}`, { agentNotes: 'x' })).statusCode).toBe(404);
    expect((await acting('POST', '/v1/users', {})).statusCode).toBe(403);
  });

  it('is shown in the session, and is for admins only', async () => {
    const session = await through(`user:${manager.userId}`, 'on')('GET', '/v1/session');
    expect(session.json().viewedBy).toEqual({
      userId: admin.userId,
      displayName: admin.displayName,
      changesAreOn: true,
    });
    const headers = { 'x-view-as': `user:${admin.userId}`, 'x-view-as-changes': 'on' };
    expect((await stage.as(manager.userId)('GET', '/v1/session', undefined, headers)).statusCode).toBe(403);
  });

  it('creates a referral in the person’s name, or without an agent when impersonating a role', async () => {
    const body = {
      tenant: { href: `/v1/tenants/${tenantId}` },
      campaignBudget: 2000,
      campaignPlannedStartDate: '2026-12-01',
      campaignBudgetFundsPurpose: 'marketing',
    };
    const made = [
      await through(`user:${manager.userId}`, 'on')('POST', '/v1/agreements', body),
      await through(`manager:${tenantId}`, 'on')('POST', '/v1/agreements', body),
    ];
    expect(made.map((answer) => answer.json().agentUser ?? null)).toEqual([
      { href: `/v1/users/${manager.userId}` },
      null,
    ]);
    expect((await lastEntry(made[0]!.json().id)).userId).toBe(admin.userId);
  });

  it('does not allow paying, consenting or changing an account for another person', async () => {
    const { id, payers } = await build.aCampaign(manager, tenantId);
    const acting = through(`user:${payers[0]!.userId}`, 'on');
    const key = { 'idempotency-key': 'view-as-payment-key-1' };
    const answers = [
      await acting('POST', `/v1/agreements/${id}/pay`, {}, key),
      await acting('POST', `/v1/agreements/${id}/payment-method`, {}),
      await acting('POST', `/v1/agreements/${id}/consent`, { vendorAgentDataConsent: true }),
      await acting('PUT', '/v1/account', { surname: 'Other' }),
      await acting('POST', '/v1/account/second-factor/begin', { password: 'x' }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403]);
    expect(answers[0]!.json().displayText).toContain('Only they can do this themselves.');
  });

  it('does not count as a second person: an admin cannot confirm what they requested as a manager', async () => {
    const asked = await through(`user:${manager.userId}`, 'on')('PUT', `/v1/tenants/${tenantId}/settings`, {
      bankAccount: account,
    });
    expect(asked.statusCode).toBe(200);
    const apply = (person: Person) =>
      stage.as(person.userId)('POST', `/v1/tenants/${tenantId}/settings/apply`, {
        fields: ['bankAccount'],
        callBackNote: 'Called the principal on the number of the contract.',
      });
    expect((await apply(admin)).statusCode).toBe(403);
    expect((await apply(await build.aPerson('admin'))).statusCode).toBe(200);
  });
});
