import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { aBrowser } from './browser.ts';
import { buildersFor } from './builders.ts';
import { startStage } from './harness.ts';
import { productionEnv } from './production.ts';

async function startOutside(env: Record<string, string> = {}) {
  const stage = await startStage({ env: { ...productionEnv, ...env } });
  const build = buildersFor(stage);
  const tenantId = await build.aTenant();
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const admin = await build.aPerson('admin');
  const payers = [build.aPayer({ mobilePhone: '0412 345 678' })];
  const campaign = await build.aCampaign(manager, tenantId, { payers });
  const messages = () => stage.db.selectFrom('messages').select(['channel', 'state', 'reason']).orderBy('id').execute();
  return { stage, tenantId, manager, admin, campaign, payerId: campaign.payers[0]!.id, messages };
}

const bare = await startOutside();
beforeEach(() => bare.stage.db.deleteFrom('messages').execute());

const refusal = { status: 503, type: '/problems/not-set-up' };

describe('a deployment outside a sandbox, without providers', () => {
  it.each(['create-profile', 'run-check', 'send-sms'])('checks nobody’s identity, and says so: %s', async (step) => {
    const { stage, admin, payerId, messages } = bare;
    const answer = await stage.as(admin.userId)('POST', `/v2/frankie-one/${step}`, { signatoryId: payerId });
    expect(answer.json()).toMatchObject({ ...refusal, displayText: 'Identity checks are not set up.' });
    expect(await stage.db.selectFrom('identityChecks').selectAll().execute()).toEqual([]);
    expect(await messages()).toEqual([]);
  });

  it('suggests no invented addresses, and says so', async () => {
    const answer = await bare.stage.as(bare.manager.userId)('GET', '/v1/property-suggestions?partialAddress=12%20Wat');
    expect(answer.json()).toMatchObject({ ...refusal, displayText: 'Address suggestions are not set up.' });
  });

  it('refuses what a person wants to send, and writes nothing', async () => {
    const { stage, admin, tenantId, campaign, payerId, messages } = bare;
    const email = { displayText: 'No mail server is set up.' };
    const sms = { displayText: 'No SMS gateway is set up.' };
    const person = { firstName: 'New', surname: 'Person', emailAddress: 'new.person@agency.test' };
    const member = { ...person, tenantUserType: 'employee', tenant: { href: `/v1/tenants/${tenantId}` } };
    // biome-ignore format: a table
    const requests: [path: string, body: object, words: object][] = [
      [`/v2/campaigns/${campaign.id}/send-campaign`,                    {},                           email],
      [`/v2/campaigns/${campaign.id}/vendors/${payerId}/send-campaign`, {},                           email],
      [`/v1/signatories/${payerId}/verify-contact`,                     { contactMethod: 'email' },   email],
      [`/v1/signatories/${payerId}/verify-contact`,                     { contactMethod: 'phone' },   sms],
      ['/v1/user-invitations',                                          member,                       email],
      ['/v1/users',                                                     { ...person, role: 'admin' }, email],
    ];
    for (const [path, body, words] of requests) {
      const answer = await stage.as(admin.userId)('POST', path, body);
      expect(answer.json(), path).toMatchObject({ ...refusal, ...words });
    }
    expect(await messages()).toEqual([]);
    const row = await stage.db
      .selectFrom('signatories')
      .selectAll()
      .where('id', '=', payerId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ sentDate: null, emailAddressCodeSentDate: null, mobilePhoneCodeSentDate: null });
  });

  it('holds its own messages with the reason, and never claims that they were sent', async () => {
    const { stage, messages } = bare;
    const message = { kind: 'notice', audience: 'staff', recipient: 'a@agency.test', body: 'Hello' } as const;
    await inTransaction(stage.deps, byTheProduct, async (work) => {
      await postMessage(work, { ...message, channel: 'email' });
      await postMessage(work, { ...message, channel: 'sms' });
    });
    expect(await messages()).toEqual([
      { channel: 'email', state: 'held', reason: 'No mail server is set up.' },
      { channel: 'sms', state: 'held', reason: 'No SMS gateway is set up.' },
    ]);
  });

  it('answers a forgotten password as always, so that nobody learns who has an account', async () => {
    const { stage, admin, messages } = bare;
    const pageFor = async (email: string) =>
      (await aBrowser(stage).submit('/forgotten-password', { email })).statusCode;
    expect(await pageFor(admin.emailAddress)).toBe(await pageFor('nobody@agency.test'));
    expect((await messages()).every(({ state }) => state === 'held')).toBe(true);
  });

  it('takes no cards', () => {
    expect(bare.stage.deps.cards).toBeNull();
  });
});

it('a deployment with mail only sends a Payment URL by mail, and holds the SMS', async () => {
  const { stage, manager, campaign, messages } = await startOutside({ SMTP_URL: 'smtp://127.0.0.1:2525' });
  const answer = await stage.as(manager.userId)('POST', `/v2/campaigns/${campaign.id}/send-campaign`, {});
  expect(answer.json()).toMatchObject({ successCount: 1 });
  expect(await messages()).toEqual([
    { channel: 'email', state: 'queued', reason: null },
    { channel: 'sms', state: 'held', reason: 'No SMS gateway is set up.' },
  ]);
});
