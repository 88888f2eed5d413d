import { fillSecrets } from '@kerb/domain/vocabulary/message-secrets.ts';
import { secretsOf } from '@kerb/server/platform/outbox/post-message.ts';
import { beforeAll, describe, expect, it } from 'vitest';
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

const post = (id: number, what: 'preview-messages' | 'send-campaign', body: object = {}) =>
  stage.as(manager.userId)('POST', `/v2/campaigns/${id}/${what}`, body);

const aDraft = () =>
  build.aCampaign(manager, tenantId, {
    payers: [build.aPayer({ firstName: 'Ann', mobilePhone: '0412345678' }), build.aPayer({ firstName: 'Bo' })],
  });

const messagesOf = (id: number) =>
  stage.db.selectFrom('messages').selectAll().where('agreementId', '=', id).orderBy('id').execute();

describe('the preview of messages', () => {
  it('is what is then sent, apart from the link', async () => {
    const { id } = await aDraft();
    const note = 'See you on Monday!';
    const { items } = (await post(id, 'preview-messages', { note })).json();
    expect(items).toMatchObject([
      {
        displayName: expect.stringMatching(/^Ann/),
        problem: null,
        email: { from: 'Harbourlight Realty via KerbPay <no-reply@localhost>' },
        sms: { to: '+61412345678', hasNote: true, segments: 2 },
      },
      { displayName: expect.stringMatching(/^Bo/), sms: null },
    ]);
    expect((await post(id, 'send-campaign', { note })).json().successCount).toBe(2);
    const hidden = 'http://localhost:3000/pay/…';
    const sent = (await messagesOf(id)).map(({ channel, subject, body, recipient }) => ({
      channel,
      subject,
      recipient,
      text: fillSecrets(body, [hidden]),
    }));
    const [ann, bo] = items;
    expect(sent).toEqual([
      { channel: 'email', subject: ann.email.subject, recipient: ann.email.to, text: ann.email.text },
      { channel: 'sms', subject: null, recipient: ann.sms.to, text: ann.sms.text },
      { channel: 'email', subject: bo.email.subject, recipient: bo.email.to, text: bo.email.text },
    ]);
    expect(ann.email.text).toContain('A note from Harbourlight Realty:\nSee you on Monday!');
  });

  it('sends, stores and issues nothing', async () => {
    const { id, payers } = await aDraft();
    await post(id, 'preview-messages', { note: 'Hello' });
    expect(await messagesOf(id)).toEqual([]);
    const rows = await stage.db.selectFrom('signatories').selectAll().where('agreementId', '=', id).execute();
    expect(rows.map(({ sentDate, paymentLinkHash }) => [sentDate, paymentLinkHash])).toEqual(
      payers.map(() => [null, null]),
    );
    expect((await stage.as(manager.userId)('GET', `/v1/agreements/${id}`)).json().status).toBe('draft');
  });

  it('shows no link, also of a payer who has one', async () => {
    const { id } = await aDraft();
    await post(id, 'send-campaign');
    const [first] = await messagesOf(id);
    const [link = ''] = secretsOf(stage.deps.secrets, first!.sealedSecrets);
    const shown = await post(id, 'preview-messages');
    expect(shown.json().items[0].email.text).toContain('http://localhost:3000/pay/…');
    expect(shown.body).not.toContain(link.slice(link.indexOf('/pay/') + 5, -20));
  });

  it('says who has no address, and is refused as the sending is', async () => {
    const { id, payers } = await aDraft();
    await stage.db.updateTable('signatories').set({ emailAddress: '' }).where('id', '=', payers[0]!.id).execute();
    const { items } = (await post(id, 'preview-messages', { vendorIds: [payers[0]!.id] })).json();
    expect(items).toEqual([
      {
        vendorId: payers[0]!.id,
        displayName: expect.any(String),
        problem: 'This payer has no e-mail address.',
        email: null,
        sms: null,
      },
    ]);
    await stage.db.updateTable('agreements').set({ campaignBudget: null }).where('id', '=', id).execute();
    const [shown, sent] = [await post(id, 'preview-messages'), await post(id, 'send-campaign')];
    expect([shown.statusCode, shown.json().displayText]).toEqual([409, sent.json().displayText]);
  });
});

describe('a note to payers', () => {
  it('is in the mail and not in a text message that it does not fit', async () => {
    const { id } = await aDraft();
    const note = 'Please read this before Monday. '.repeat(8).trim();
    const { items } = (await post(id, 'preview-messages', { note })).json();
    expect(items[0].email.text).toContain(note);
    expect(items[0].sms).toMatchObject({ hasNote: false, segments: 2 });
    expect(items[0].sms.text).not.toContain('Monday');
  });

  // biome-ignore format: a table
  it.each([
    ['a web address',    'See evil.example/pay'],
    ['too many letters', 'x'.repeat(301)],
  ])('is refused under its field with %s, in the preview and in the sending', async (_what, note) => {
    const { id } = await aDraft();
    for (const what of ['preview-messages', 'send-campaign'] as const) {
      const answer = await post(id, what, { note });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().validation).toHaveProperty('note');
    }
    expect(await messagesOf(id)).toEqual([]);
  });

  it('is in the log, encrypted as a personal detail', async () => {
    const { id } = await aDraft();
    await post(id, 'send-campaign', { note: 'Your father told me.' });
    const raw = await stage.db.selectFrom('logEntries').select('logData').where('targetAgreementId', '=', id).execute();
    expect(JSON.stringify(raw)).not.toContain('father');
    const entries = (await openedLog(stage)).filter(({ targetAgreementId }) => targetAgreementId === id);
    expect(entries.map(({ logData }) => logData)).toContainEqual(
      expect.objectContaining({ noteToPayer: 'Your father told me.' }),
    );
  });
});
