import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { beforeApproval } from '@kerb/domain/vocabulary/status-groups.ts';
import { countAttempt, limits } from '@kerb/server/platform/limits/throttle.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { fileMarketingDocument } from '../../../test/file-document.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { openedLog } from '../../../test/opened-log.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let manager: Person;
let admin: Person;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  tenantId = await build.aTenant({ name: 'Harbour Estate' });
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  admin = await build.aPerson('admin');
});

const messagesOf = (agreementId: number) =>
  stage.db.selectFrom('messages').selectAll().where('agreementId', '=', agreementId).orderBy('id').execute();

/** The whole link of a payer, as a manager asks for it. */
async function shownLink(id: number, payerId: number, use = 'copy'): Promise<string> {
  const path = `/v2/campaigns/${id}/vendors/${payerId}/payment-url`;
  return (await stage.as(manager.userId)('POST', path, { for: use })).json().paymentUrl;
}

describe('adding a payer', () => {
  it('creates a vendor account, or finds the one with that e-mail address in upper or lower case', async () => {
    const first = await build.aCampaign(manager, tenantId, { payers: [] });
    const second = await build.aCampaign(manager, tenantId, { payers: [] });
    const add = (id: number, emailAddress: string) =>
      stage.as(manager.userId)('POST', `/v2/campaigns/${id}/vendors`, {
        firstName: 'Lee',
        surname: 'Moss',
        emailAddress,
      });
    const one = await add(first.id, 'lee.moss@example.com');
    const other = await add(second.id, 'Lee.Moss@Example.com');
    expect([one.statusCode, other.statusCode]).toEqual([201, 201]);
    expect(other.json().userHref).toBe(one.json().userHref);
  });

  // biome-ignore format: a table
  it.each([
    ['firstName', '王小明'],
    ['surname',   'محمد'],
    ['surname',   'ਗੁਰਪ੍ਰੀਤ'],
  ])('refuses a %s in letters that an agreement cannot print: %s', async (field, name) => {
    const { id } = await build.aCampaign(manager, tenantId, { payers: [] });
    const answer = await stage.as(manager.userId)('POST', `/v2/campaigns/${id}/vendors`, { ...build.aPayer(), [field]: name });
    expect([answer.statusCode, answer.json().validation[field][0].message]).toEqual([
      400,
      'Please enter the name in Latin letters, as on the passport or licence.',
    ]);
  });

  it('stores a mobile as an international number, however it was typed', async () => {
    const { id } = await build.aCampaign(manager, tenantId, { payers: [] });
    const payer = build.aPayer({ mobilePhone: '0412 345 678' });
    const answer = await stage.as(manager.userId)('POST', `/v2/campaigns/${id}/vendors`, payer);
    expect(answer.json().mobilePhone).toBe('+61412345678');
  });

  it('refuses an e-mail address that another payer of the campaign has', async () => {
    const { id, payers } = await build.aCampaign(manager, tenantId);
    const again = build.aPayer({ emailAddress: payers[0]!.emailAddress.toUpperCase() });
    const answer = await stage.as(manager.userId)('POST', `/v2/campaigns/${id}/vendors`, again);
    expect(answer.json().validation.emailAddress[0].type).toBe('conflictingValue');
  });

  it.each(agreementStatuses)('while the campaign is %s follows the rule', async (status) => {
    const { id } = await build.aCampaign(manager, tenantId, { ...(status !== 'draft' && { status }) });
    const answer = await stage.as(manager.userId)('POST', `/v2/campaigns/${id}/vendors`, build.aPayer());
    expect(answer.statusCode).toBe(beforeApproval.includes(status) ? 201 : 409);
  });
});

describe('sending a campaign', () => {
  it('sends only to payers with an e-mail address, and says who has none', async () => {
    const { id, payers } = await build.aCampaign(manager, tenantId, { payers: [build.aPayer(), build.aPayer()] });
    const [bare, other] = payers as [(typeof payers)[number], (typeof payers)[number]];
    // The product itself always asks for one.
    await stage.db.updateTable('signatories').set({ emailAddress: '' }).where('id', '=', bare.id).execute();
    const answer = await stage.as(manager.userId)('POST', `/v2/campaigns/${id}/send-campaign`, {});
    const message = 'This payer has no e-mail address.';
    expect(answer.json()).toEqual({
      successCount: 1,
      failureCount: 1,
      validation: { [bare.id]: [{ type: 'isEmpty', message }] },
    });
    expect((await messagesOf(id)).map(({ recipient }) => recipient)).toEqual([other.emailAddress]);
    const one = await stage.as(manager.userId)('POST', `/v2/campaigns/${id}/vendors/${bare.id}/send-campaign`);
    expect([one.statusCode, one.json().displayText]).toEqual([409, message]);
  });

  it('is refused without the Marketing Schedule, to one payer and to all, and names it', async () => {
    const { id, payers } = await build.aCampaign(manager, tenantId);
    await stage.db.updateTable('agreements').set({ campaignBudget: '10000.01' }).where('id', '=', id).execute();
    const paths = [`/v2/campaigns/${id}/send-campaign`, `/v2/campaigns/${id}/vendors/${payers[0]!.id}/send-campaign`];
    for (const path of paths) {
      const answer = await stage.as(manager.userId)('POST', path, path === paths[0] ? {} : undefined);
      expect(answer.statusCode).toBe(409);
      expect(answer.json().displayText).toContain('A Marketing Schedule is required for campaigns over $10,000.');
    }
    expect(await messagesOf(id)).toEqual([]);
    await fileMarketingDocument(stage, id, tenantId);
    expect((await stage.as(manager.userId)('POST', paths[0]!, {})).statusCode).toBe(200);
  });

  it('marks a draft as sent, and writes each payer a message with their own link', async () => {
    const payers = [build.aPayer(), build.aPayer({ mobilePhone: '0412345678' })];
    const { id } = await build.aCampaign(manager, tenantId, { payers });
    const answer = await stage.as(manager.userId)('POST', `/v2/campaigns/${id}/send-campaign`, {});
    expect(answer.json()).toEqual({ successCount: 2, failureCount: 0, validation: {} });
    const campaign = (await stage.as(manager.userId)('GET', `/v1/agreements/${id}`)).json();
    expect(campaign.status).toBe('waiting-invite');
    expect(campaign.sentDate).not.toBeNull();
    expect(campaign.vendorUrl).toMatch(/\/pay\/…$/);

    const messages = await messagesOf(id);
    expect(messages.map((message) => message.channel)).toEqual(['email', 'email', 'sms']);
    const shown = (await stage.as(manager.userId)('GET', `/v2/campaigns/${id}/vendors`)).json().items;
    const links = await Promise.all(shown.map((payer: { id: number }) => shownLink(id, payer.id)));
    expect(new Set(links).size).toBe(2);
    expect(shown.map((payer: { delivery: string }) => payer.delivery)).toEqual(['queued', 'queued']);
  });

  it('stores no link in plain text: not in the payer’s row, the message or the log', async () => {
    const { id, payers } = await build.aCampaign(manager, tenantId);
    await stage.as(manager.userId)('POST', `/v2/campaigns/${id}/send-campaign`, {});
    const token = (await shownLink(id, payers[0]!.id)).split('/').at(-1);
    expect(token).toMatch(/^[\w-]{43}$/);
    const log = await stage.db.selectFrom('logEntries').selectAll().where('targetAgreementId', '=', id).execute();
    const rows = await stage.db.selectFrom('signatories').selectAll().where('agreementId', '=', id).execute();
    const kept = JSON.stringify([
      await messagesOf(id),
      log,
      rows.map((row) => ({ ...row, h: row.paymentLinkHash?.toString() })),
    ]);
    expect(kept).not.toContain(token);
  });

  it('issues a new link when it is sent again', async () => {
    const { id, payers } = await build.aCampaign(manager, tenantId);
    const send = async () => {
      await stage.as(manager.userId)('POST', `/v2/campaigns/${id}/vendors/${payers[0]!.id}/send-campaign`);
      return shownLink(id, payers[0]!.id);
    };
    const first = await send();
    expect(await send()).not.toBe(first);
  });

  it('shows the team no whole link without a log entry that names who asked, for whom and what for', async () => {
    const { id, payers } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
    const payer = payers[0]!;
    const read = [`/v2/campaigns/${id}/vendors`, `/v1/agreements/${id}`, `/v1/signatories?agreementId=${id}`];
    const bodies = await Promise.all(read.map((path) => stage.as(manager.userId)('GET', path)));
    const whole = await shownLink(id, payer.id, 'open');
    const token = String(whole.split('/').at(-1));
    for (const { body } of bodies) expect(body).not.toContain(token);
    const entries = (await openedLog(stage)).filter(
      ({ targetAgreementId, description }) => targetAgreementId === id && description.startsWith('Payment URL'),
    );
    expect(entries).toMatchObject([
      {
        description: 'Payment URL opened',
        userName: manager.displayName,
        targetUserId: payer.userId,
        logData: { payer: `${payer.firstName} ${payer.surname}` },
      },
    ]);
  });

  it('shows no link that has ended', async () => {
    const { id, payers } = await build.aCampaign(manager, tenantId, { status: 'cancelled' });
    const path = `/v2/campaigns/${id}/vendors/${payers[0]!.id}/payment-url`;
    const answer = await stage.as(manager.userId)('POST', path, { for: 'copy' });
    expect([answer.statusCode, answer.json().displayText]).toEqual([
      409,
      'This payer has no Payment URL that works. Send them a new one.',
    ]);
  });

  it('names what is missing, with the specification’s message, and sends nothing', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    const nothing = { campaignBudget: null, campaignPlannedStartDate: null };
    await stage.as(admin.userId)('PUT', `/v1/agreements/${id}`, nothing);
    const answer = await stage.as(manager.userId)('POST', `/v2/campaigns/${id}/send-campaign`, {});
    expect(answer.statusCode).toBe(409);
    expect(answer.json().displayText).toBe(
      'The following information must be added before the agreement can be sent to a vendor for review: Marketing Budget, Funding Request Date',
    );
    expect(await messagesOf(id)).toEqual([]);
    expect((await stage.as(manager.userId)('GET', `/v1/agreements/${id}`)).json().status).toBe('draft');
  });

  it('says so if there is no payer to send to', async () => {
    const { id } = await build.aCampaign(manager, tenantId, { payers: [] });
    const answer = await stage.as(manager.userId)('POST', `/v2/campaigns/${id}/send-campaign`, {});
    expect(answer.json().displayText).toBe('No Payment URLs are waiting to be sent.');
  });

  it('counts a payer of another campaign as a failure and still sends to the others', async () => {
    const { id, payers } = await build.aCampaign(manager, tenantId);
    const stranger = await build.aCampaign(manager, tenantId);
    const vendorIds = [payers[0]!.id, stranger.payers[0]!.id];
    const answer = await stage.as(manager.userId)('POST', `/v2/campaigns/${id}/send-campaign`, { vendorIds });
    expect(answer.json()).toMatchObject({ successCount: 1, failureCount: 1 });
    expect(answer.json().validation[vendorIds[1]!][0].message).toBe('The Payment URL could not be sent.');
  });

  it('happens once if two people press the button at once', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    const send = () => stage.as(manager.userId)('POST', `/v2/campaigns/${id}/send-campaign`, {});
    await Promise.all([send(), send()]);
    const changes = await stage.db
      .selectFrom('logEntries')
      .select('id')
      .where('targetAgreementId', '=', id)
      .where('activityCode', '=', 'campaign_status_change')
      .execute();
    expect(changes).toHaveLength(1);
  });
});

describe('the rate limits of sending', () => {
  const send = (by: Person, id: number) => stage.as(by.userId)('POST', `/v2/campaigns/${id}/send-campaign`, {});
  const forgetAttempts = async () => {
    await stage.db.deleteFrom('throttles').execute();
  };
  beforeEach(forgetAttempts);
  afterAll(forgetAttempts);

  it('count payers, not button presses, for each person', async () => {
    const payers = Array.from({ length: 10 }, () => build.aPayer());
    const { id } = await build.aCampaign(manager, tenantId, { payers });
    await countAttempt(stage.db, 'messagesPerPerson', String(manager.userId), limits.messagesPerPerson.most - 15);
    expect((await send(manager, id)).statusCode).toBe(200);
    const refused = await send(manager, id);
    expect([refused.statusCode, refused.json().displayText]).toEqual([
      429,
      'Too many attempts. Please wait 10 minutes and try again.',
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await messagesOf(id)).toHaveLength(10);
  });

  it('count for the admin who impersonates, not for the person whom they view as', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    const viewing = { 'x-view-as': `user:${manager.userId}`, 'x-view-as-changes': 'on' };
    const sendAs = () => stage.as(admin.userId)('POST', `/v2/campaigns/${id}/send-campaign`, {}, viewing);
    const { most } = limits.messagesPerPerson;
    await countAttempt(stage.db, 'messagesPerPerson', String(manager.userId), most);
    expect((await sendAs()).statusCode).toBe(200);
    await countAttempt(stage.db, 'messagesPerPerson', String(admin.userId), most - 1);
    expect((await sendAs()).statusCode).toBe(429);
  });

  it('apply to an organisation as a whole, and not to another', async () => {
    const other = await build.aTenant();
    await countAttempt(stage.db, 'messagesPerOrganisation', String(tenantId), limits.messagesPerOrganisation.most);
    expect((await send(manager, (await build.aCampaign(manager, tenantId)).id)).statusCode).toBe(429);
    expect((await send(admin, (await build.aCampaign(admin, other)).id)).statusCode).toBe(200);
  });

  it('are not used up by a person who cannot see the campaign', async () => {
    const stranger = await build.aPerson('tenant_user', { tenantId: await build.aTenant(), as: 'manager' });
    const { id } = await build.aCampaign(manager, tenantId);
    expect((await send(stranger, id)).statusCode).toBe(404);
    expect(await stage.db.selectFrom('throttles').select('count').execute()).toEqual([]);
  });
});

describe('a payer', () => {
  it('sees their own details, and only the name of another payer', async () => {
    const { id, payers } = await build.aCampaign(manager, tenantId, { payers: [build.aPayer(), build.aPayer()] });
    const shown = (await stage.as(payers[0]!.userId)('GET', `/v2/campaigns/${id}/vendors`)).json().items;
    const [self, other] = [payers[0]!.id, payers[1]!.id].map((payerId) =>
      shown.find((p: { id: number }) => p.id === payerId),
    );
    expect(self).toMatchObject({ emailAddress: payers[0]!.emailAddress });
    expect(self).not.toHaveProperty('paymentUrl');
    expect(Object.keys(other).sort()).toEqual(['displayName', 'href', 'id', 'signatureDate']);
  });

  it('who is removed loses access to the campaign at once', async () => {
    const { id, payers } = await build.aCampaign(manager, tenantId);
    const vendor = stage.as(payers[0]!.userId);
    expect((await vendor('GET', `/v1/agreements/${id}`)).statusCode).toBe(200);
    expect((await stage.as(manager.userId)('DELETE', `/v2/campaigns/${id}/vendors/${payers[0]!.id}`)).statusCode).toBe(
      204,
    );
    expect((await vendor('GET', `/v1/agreements/${id}`)).statusCode).toBe(404);
  });
});

describe('a payer with filed documents', () => {
  it('can be removed, and the documents stay with the campaign', async () => {
    const { id, payers } = await build.aCampaign(manager, tenantId);
    const uploadDate = '2026-01-01T00:00:00.000Z';
    const { id: assetId } = await stage.db
      .insertInto('assets')
      .values({
        tenantId,
        fileName: 'licence.pdf',
        contentType: 'application/pdf',
        size: 1,
        sha256: Buffer.alloc(32),
        storageKey: 'licence',
        sealedFileKey: Buffer.alloc(60),
        uploadedByUserId: payers[0]!.userId,
        uploadDate,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await stage.db
      .insertInto('attachments')
      .values({
        agreementId: id,
        assetId,
        signatoryId: payers[0]!.id,
        purpose: 'vendor-id',
        uploadedByUserId: null,
        uploadDate,
      })
      .execute();
    const removed = await stage.as(manager.userId)('DELETE', `/v2/campaigns/${id}/vendors/${payers[0]!.id}`);
    expect(removed.statusCode).toBe(204);
    const kept = await stage.as(admin.userId)('GET', `/v1/attachments?agreementId=${id}`);
    expect(kept.json().items).toMatchObject([{ purpose: 'vendor-id', signatory: null }]);
  });
});

describe('with vendor communications off', () => {
  it('a message to a payer is held and shown as held, and a message to an admin or team member is sent', async () => {
    const quiet = await startStage({ env: { VENDOR_COMMS: 'off' } });
    const builders = buildersFor(quiet);
    const tenantId = await builders.aTenant();
    const boss = await builders.aPerson('tenant_user', { tenantId, as: 'manager' });
    const { id } = await builders.aCampaign(boss, tenantId);
    await quiet.as(boss.userId)('POST', `/v2/campaigns/${id}/send-campaign`, {});
    const [payer] = (await quiet.as(boss.userId)('GET', `/v2/campaigns/${id}/vendors`)).json().items;
    expect(payer).toMatchObject({ delivery: 'held', deliveryReason: 'Vendor communications are disabled.' });
  });
});
