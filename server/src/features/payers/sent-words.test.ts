import { fillSecrets } from '@kerb/domain/vocabulary/message-secrets.ts';
import { deliverMessages } from '@kerb/server/platform/outbox/deliver-messages.ts';
import { secretsOf } from '@kerb/server/platform/outbox/post-message.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let manager: Person;
let eli: Person;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  tenantId = await build.aTenant({ name: 'Harbourlight Realty' });
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  eli = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
});
beforeEach(async () => {
  stage.sent.mails.length = 0;
  stage.sent.texts.length = 0;
  await stage.db.updateTable('messages').set({ state: 'failed' }).execute();
});

const contact = {
  agentFirstName: 'Eli',
  agentSurname: 'Trialwood',
  agentEmail: 'eli@harbourlight.example',
  agentPhone: '+61491570006',
};

type Columns = { agreement?: object; tenant?: object; user?: object };

/** Sends a campaign with these facts, and returns what its payer gets. */
async function sentTo(columns: Columns) {
  const { db } = stage;
  const payers = [build.aPayer({ firstName: 'Mary', mobilePhone: '0412345678' })];
  const { id } = await build.aCampaign(manager, tenantId, { payers });
  const facts = { name: '12 Wattle Street, Yass NSW 2582', campaignBudget: '8750.00', agentUserId: null };
  await db
    .updateTable('agreements')
    .set({ ...facts, ...columns.agreement })
    .where('id', '=', id)
    .execute();
  const phone = JSON.stringify({ phone: null });
  const none = { billingAddress: phone, smsSenderName: null };
  await db
    .updateTable('tenants')
    .set({ ...none, ...columns.tenant })
    .where('id', '=', tenantId)
    .execute();
  await db
    .updateTable('users')
    .set({ mobilePhone: null, ...columns.user })
    .where('id', '=', eli.userId)
    .execute();
  const answer = await stage.as(manager.userId)('POST', `/v2/campaigns/${id}/send-campaign`, {});
  expect(answer.statusCode, answer.body).toBe(200);
  const written = await db.selectFrom('messages').selectAll().where('agreementId', '=', id).orderBy('id').execute();
  const [link = ''] = written.map((message) => secretsOf(stage.deps.secrets, message.sealedSecrets)[0]).slice(-1);
  const texts = written.map(({ body, sealedSecrets }) =>
    fillSecrets(body, secretsOf(stage.deps.secrets, sealedSecrets)),
  );
  await deliverMessages(stage.deps);
  return { mail: stage.sent.mails.at(-1), text: stage.sent.texts.at(-1), texts, link, id };
}

describe('the first message to a payer', () => {
  it('names the payer, agent, agency, address and amount, by mail and as a text message', async () => {
    const { mail, text, link } = await sentTo({ agreement: contact });
    expect(mail).toMatchObject({
      subject: 'Harbourlight Realty: marketing costs for 12 Wattle Street, Yass NSW 2582',
      fromName: 'Harbourlight Realty via KerbPay',
      replyTo: 'eli@harbourlight.example',
    });
    expect(mail?.text).toContain(
      'Hello Mary,\n\nEli Trialwood at Harbourlight Realty has sent you the marketing costs',
    );
    expect(mail?.text).toContain('Amount: $8,750\n');
    expect(mail?.text).toContain('Questions? Call Eli Trialwood on 0491 570 006.');
    expect(mail?.html).toMatch(/>See how you can pay<\/a>/);
    expect(mail?.html).toContain('sent by KerbPay');
    expect(text).toEqual({
      id: expect.any(String),
      to: '+61412345678',
      text:
        'Hi Mary, Eli Trialwood at Harbourlight Realty has sent the marketing costs for 12 Wattle Street, Yass NSW 2582 ' +
        `($8,750). See how you can pay: ${link} Questions? 0491 570 006 Really us? See localhost:3000/check`,
    });
  });

  it('is sent in the name that the organisation has registered for text messages', async () => {
    const { text } = await sentTo({ agreement: contact, tenant: { smsSenderName: 'Harbourlite' } });
    expect(text?.from).toBe('Harbourlite');
  });

  // biome-ignore format: a table
  it.each<[string, () => Columns, string, string | undefined]>([
    ['the assigned agent',                      () => ({ agreement: { agentUserId: eli.userId }, user: { mobilePhone: '+61491570156' } }),             'Call Test Person .* on 0491 570 156', 'person'],
    ['the contact, not the assigned agent',     () => ({ agreement: { ...contact, agentPhone: null, agentUserId: eli.userId }, user: { mobilePhone: '+61491570156' }, tenant: { billingAddress: JSON.stringify({ phone: '02 5550 1101' }) } }), 'Call Harbourlight Realty on 02 5550 1101', 'eli@harbourlight.example'],
    ['the organisation',                        () => ({ tenant: { billingAddress: JSON.stringify({ phone: '02 5550 1101' }) } }),                     'Call Harbourlight Realty on 02 5550 1101', undefined],
    ['us',                                      () => ({}),                                                                                            'Call us on 1300 665 136', undefined],
  ])('says to call %s', async (_who, columns, words, replyTo) => {
    const { mail } = await sentTo(columns());
    expect(mail?.text).toMatch(new RegExp(words));
    if (replyTo) expect(mail?.replyTo).toContain(replyTo);
    else expect(mail).not.toHaveProperty('replyTo');
  });

  it('does not name an agent whose account was closed', async () => {
    const disabledDate = '2026-01-01T00:00:00.000Z';
    const { mail } = await sentTo({ agreement: { agentUserId: eli.userId }, user: { disabledDate } });
    await stage.db.updateTable('users').set({ disabledDate: null }).where('id', '=', eli.userId).execute();
    expect(mail?.text).toContain('Hello Mary,\n\nHarbourlight Realty has sent you');
  });
});
