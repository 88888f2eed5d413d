import { sandboxMail } from '@kerb/server/gateways/mail/sandbox-mail.ts';
import { sandboxSms } from '@kerb/server/gateways/sms/sandbox-sms.ts';
import { deliverMessages } from '@kerb/server/platform/outbox/deliver-messages.ts';
import { secretsOf } from '@kerb/server/platform/outbox/post-message.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aBrowser } from '../../../test/browser.ts';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { openedLog } from '../../../test/opened-log.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let manager: Person;
beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  tenantId = await build.aTenant({ name: 'Harbourlight Realty' });
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
});
beforeEach(async () => {
  await stage.deps.clock.move(stage.db, 0);
});

const call = (method: 'GET' | 'POST', url: string, body?: object) => stage.as(manager.userId)(method, url, body);
const inSandbox = () => ({ ...stage.deps, mail: sandboxMail, sms: sandboxSms });

async function aSent(emailAddress = `p${Math.random().toString(36).slice(2)}@example.com`) {
  const payer = build.aPayer({ firstName: 'Mary', emailAddress, mobilePhone: '0412345678' });
  const { id, payers } = await build.aCampaign(manager, tenantId, { payers: [payer] });
  expect((await call('POST', `/v2/campaigns/${id}/send-campaign`, {})).statusCode).toBe(200);
  const payerId = payers[0]!.id;
  const shown = async () => (await call('GET', `/v2/campaigns/${id}/vendors`)).json().items[0];
  const messages = () =>
    stage.db.selectFrom('messages').selectAll().where('agreementId', '=', id).orderBy('id').execute();
  const linkOf = async (channel: 'email' | 'sms') => {
    const sent = (await messages()).findLast((message) => message.channel === channel);
    return new URL(secretsOf(stage.deps.secrets, sent!.sealedSecrets)[0]!).pathname;
  };
  const nudge = (body: object = {}) =>
    call('POST', `/v2/campaigns/${id}/nudge-payers`, { vendorIds: [payerId], ...body });
  return { id, payerId, shown, messages, linkOf, nudge };
}
const stagesOf = (payer: { deliveries: { channel: string; stage: string }[] }) =>
  Object.fromEntries(payer.deliveries.map(({ channel, stage: reached }) => [channel, reached]));

describe('how far the messages of a payer got', () => {
  it('is queued, then sent, as long as no provider says more', async () => {
    const { shown } = await aSent();
    expect(stagesOf(await shown())).toEqual({ email: 'queued', sms: 'queued' });
    await deliverMessages(stage.deps);
    expect(stagesOf(await shown())).toEqual({ email: 'sent', sms: 'sent' });
  });

  it('is delivered in a sandbox, and a bounce says why', async () => {
    const { shown } = await aSent('bounced@example.com');
    await deliverMessages(inSandbox());
    const payer = await shown();
    expect(stagesOf(payer)).toEqual({ email: 'bounced', sms: 'delivered' });
    expect(payer.deliveries[0].reason).toBe('The address or number does not exist.');
  });

  it.each(['email', 'sms'] as const)('is opened for the %s whose link the payer opened', async (channel) => {
    const { shown, linkOf } = await aSent();
    expect((await shown()).openedDate).toBeNull();
    const link = await linkOf(channel);
    await aBrowser(stage).get(link);
    await deliverMessages(stage.deps);
    const payer = await shown();
    expect(payer.openedDate).not.toBeNull();
    expect(stagesOf(payer)).toEqual({ email: 'sent', sms: 'sent', [channel]: 'opened' });
  });

  it('is not opened by a program that only looks, nor by a new link', async () => {
    const { id, shown, linkOf } = await aSent();
    const link = await linkOf('email');
    await aBrowser(stage).send('HEAD', link);
    expect((await shown()).openedDate).toBeNull();
    await aBrowser(stage).get(link);
    expect((await shown()).openedDate).not.toBeNull();
    await call('POST', `/v2/campaigns/${id}/send-campaign`, {});
    expect((await shown()).openedDate).toBeNull();
  });
});

describe('nudging a payer', () => {
  it('is offered and possible after three days without an opened link, and again after three more', async () => {
    const { shown, nudge, messages, linkOf } = await aSent();
    const link = await linkOf('sms');
    expect((await shown()).mayBeNudged).toBe(false);
    expect((await nudge()).json()).toMatchObject({ successCount: 0, failureCount: 1 });
    await stage.deps.clock.move(stage.db, 3);
    expect((await shown()).mayBeNudged).toBe(true);
    expect((await nudge({ note: 'Any questions?' })).json()).toMatchObject({ successCount: 1, failureCount: 0 });
    const reminders = (await messages()).filter(({ kind }) => kind === 'payment-reminder');
    expect(reminders.map(({ channel }) => channel)).toEqual(['email', 'sms']);
    expect(reminders[0]?.subject).toMatch(/^Reminder: marketing costs for /);
    expect(reminders[0]?.body).toContain('A note from Harbourlight Realty:\nAny questions?');
    expect(await linkOf('sms')).toBe(link);
    expect(await shown()).toMatchObject({ mayBeNudged: false, nudgedDate: expect.any(String) });
    await stage.deps.clock.move(stage.db, 6);
    expect((await shown()).mayBeNudged).toBe(true);
  });

  it('is not possible once the payer has opened the link, and says so', async () => {
    const { payerId, linkOf, nudge } = await aSent();
    await aBrowser(stage).get(await linkOf('email'));
    await stage.deps.clock.move(stage.db, 5);
    expect((await nudge()).json().validation[payerId][0].message).toBe('This payer has opened the link.');
  });

  it('is logged, with the note', async () => {
    const { id, nudge } = await aSent();
    await stage.deps.clock.move(stage.db, 4);
    await nudge({ note: 'Any questions?' });
    const entries = (await openedLog(stage)).filter(({ targetAgreementId }) => targetAgreementId === id);
    expect(entries.at(-1)).toMatchObject({
      description: 'Payer reminded',
      logData: { nudgedDate: { before: null }, noteToPayer: 'Any questions?' },
    });
  });

  it('can be looked at before, in the same words', async () => {
    const { id, payerId, nudge, messages } = await aSent();
    await stage.deps.clock.move(stage.db, 4);
    const body = { vendorIds: [payerId], isReminder: true };
    const { email } = (await call('POST', `/v2/campaigns/${id}/preview-messages`, body)).json().items[0];
    await nudge();
    expect((await messages()).find(({ kind }) => kind === 'payment-reminder')?.subject).toBe(email.subject);
  });
});
