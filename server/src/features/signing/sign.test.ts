import { createHash, randomUUID } from 'node:crypto';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { attachmentMakers } from '@kerb/server/attachment-makers.ts';
import { deliverMessages } from '@kerb/server/platform/outbox/deliver-messages.ts';
import { describe, expect, it } from 'vitest';
import { pdfText } from '../../../test/pdf-text.ts';
import { codeIn, startSigningFixture } from '../../../test/signing-fixture.ts';

const { stage, build, tenantId, manager, admin } = await startSigningFixture();

type Payer = Awaited<ReturnType<typeof build.aCampaign>>['payers'][number];

/** Two payers with an approved Pay Later application. Ann has a verified mobile, Bo has none. */
async function approved(more: { mobiles?: (string | null)[] } = {}) {
  const { mobiles = ['0412 345 678', null] } = more;
  const payers = mobiles.map((mobilePhone) => build.aPayer({ mobilePhone }));
  const { id, payers: rows } = await build.aCampaign(manager, tenantId, { payers, status: 'waiting-invite' });
  await stage.as(admin.userId)('POST', `/v1/agreements/${id}/choose-option`, { financeOptionCode: 'pl' });
  await stage.db
    .updateTable('signatories')
    .set({ mobilePhoneConfirmationDate: '2026-11-01T00:00:00.000Z' })
    .where('agreementId', '=', id)
    .where('mobilePhone', 'is not', null)
    .execute();
  await stage.db
    .updateTable('agreements')
    .set({ status: statusRank('approved'), applicationApprovedDate: '2026-11-14T00:00:00.000Z' })
    .where('id', '=', id)
    .execute();
  const { status } = (await stage.as(admin.userId)('GET', `/v1/agreements/${id}`)).json();
  expect(status).toBe('approved');
  return { id, payers: rows };
}

const request = (userId: number, signatoryId: number, authorisationMethod: 'sms' | 'email') =>
  stage.as(userId)('POST', `/v1/signatories/${signatoryId}/request-signature`, { authorisationMethod });

type Sign = { code?: string; key?: string; termsVersion?: string; headers?: object };
const sign = (userId: number, id: number, signatoryId: number, { code, key, termsVersion, headers }: Sign = {}) =>
  stage.as(userId)(
    'POST',
    `/v1/agreements/${id}/sign`,
    { termsVersion: termsVersion ?? 'pl-au-1', signatoryId, ...(code && { authorisationCode: code }) },
    { 'idempotency-key': key ?? randomUUID(), ...headers },
  );

const methodOf = (payer: Payer) => (payer.mobilePhone ? 'sms' : 'email');
async function codeFor(payer: Payer): Promise<string> {
  const asked = await request(payer.userId, payer.id, methodOf(payer));
  expect(asked.statusCode, asked.body).toBe(200);
  return codeIn(stage, 'signing-code', payer.mobilePhone ?? payer.emailAddress);
}
const signAs = async (id: number, payer: Payer, more: Sign = {}) =>
  sign(payer.userId, id, payer.id, { code: await codeFor(payer), ...more });

const statusOf = async (id: number) => (await stage.as(admin.userId)('GET', `/v1/agreements/${id}`)).json().status;
const signaturesOf = (id: number) =>
  stage.db.selectFrom('signatures').selectAll().where('agreementId', '=', id).orderBy('id').execute();

async function storedPdf(id: number): Promise<Buffer> {
  const documents = (
    await stage.as(admin.userId)('GET', `/v1/attachments?agreementId=${id}&purpose=lending-agreement`)
  ).json().items;
  expect(documents).toHaveLength(1);
  const answer = await stage.as(admin.userId)('GET', `${documents[0].asset.href}/content`);
  return answer.rawPayload;
}

/** Everyone gets exactly the same bytes, and the delivery time is stored. */
async function expectCopies(id: number, payers: readonly Payer[], pdf: Buffer): Promise<void> {
  await deliverMessages(stage.deps, undefined, attachmentMakers);
  const agreements = stage.sent.mails.filter(({ subject }) => subject.startsWith('Your signed agreement'));
  const addresses = payers.map(({ emailAddress }) => emailAddress);
  const copies = agreements.filter(({ to, attachment }) => addresses.includes(to) || attachment?.content.equals(pdf));
  expect(copies.map(({ to }) => to).sort()).toEqual(addresses.sort());
  for (const { attachment } of copies) expect(attachment?.content.equals(pdf)).toBe(true);
  const signatories = (await stage.as(admin.userId)('GET', `/v1/signatories?agreementId=${id}`)).json().signatories;
  for (const { signatureMetadata, signatureDate } of signatories) {
    expect(signatureMetadata.copyDeliveredDate >= signatureDate).toBe(true);
  }
}

describe('signing', () => {
  it('needs a code from everyone; with the last one the agreement is signed, filed and sent', {
    timeout: 60_000,
  }, async () => {
    const { id, payers } = await approved();
    const [ann, bo] = payers as [Payer, Payer];
    const asked = await request(ann.userId, ann.id, 'sms');
    expect(asked.json()).toEqual({ authorisationMethod: 'sms', sentTo: '5678' });
    const code = await codeIn(stage, 'signing-code', ann.mobilePhone!);
    const first = await sign(ann.userId, id, ann.id, {
      code,
      headers: { 'x-geolocation': '-33.8688,151.2093', 'user-agent': 'Door/1' },
    });
    expect(first.statusCode, first.body).toBe(200);
    expect(first.json()).toMatchObject({ status: 'approved', waitingFor: [`Pat ${bo.surname}`] });
    expect(first.json().signatory.signatureMetadata).toMatchObject({
      authorisationType: 'sms',
      geoLocation: '-33.8688,151.2093',
      userAgent: 'Door/1',
      signingUserEmail: ann.emailAddress,
    });
    const second = await signAs(id, bo, { headers: { 'x-geolocation': 'denied' } });
    expect(second.json()).toMatchObject({ status: 'signed', waitingFor: [] });

    const pdf = await storedPdf(id);
    expect(pdf.includes('/SubFilter /ETSI.CAdES.detached')).toBe(true);
    const words = pdfText(pdf).replaceAll(/\s+/g, ' ');
    for (const said of [
      'Signature record',
      `Pat ${ann.surname}`,
      'code by text message to +61412345678',
      'none: denied',
    ]) {
      expect(words).toContain(said);
    }
    const [before] = await signaturesOf(id);
    expect(words.replaceAll(' ', '')).toContain(before!.documentSha256);
    expect(words).not.toContain(code);

    const hash = createHash('sha256').update(pdf).digest('hex');
    const checked = (await stage.as(null)('GET', `/v1/verify?hash=${hash.toUpperCase()}`)).json();
    expect(checked).toMatchObject({ isGenuine: true, isInForce: true, flowNumber: `AU${id}`, sha256: hash });
    expect(checked.signatures).toHaveLength(2);
    expect(JSON.stringify(checked)).not.toContain(ann.surname.split(' ')[0]);
    const printed = /[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){3}/.exec(words)![0];
    expect((await stage.as(null)('GET', `/v1/verify?code=${printed.toLowerCase()}`)).json().sha256).toBe(hash);
    expect((await stage.as(null)('GET', `/v1/verify?hash=${'0'.repeat(64)}`)).json()).toEqual({ isGenuine: false });
    expect((await stage.as(null)('GET', '/v1/verify')).statusCode).toBe(400);

    await expectCopies(id, [ann, bo], pdf);
    const log = await stage.db
      .selectFrom('logEntries')
      .select('activityCode')
      .where('targetAgreementId', '=', id)
      .where('activityCode', '=', 'agreement_sign')
      .execute();
    expect(log).toHaveLength(2);
  });

  it('stores one signature for any number of concurrent or repeated requests', { timeout: 60_000 }, async () => {
    const { id, payers } = await approved({ mobiles: ['0412 000 111'] });
    const ann = payers[0]!;
    const code = await codeFor(ann);
    const key = randomUUID();
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, () => sign(ann.userId, id, ann.id, { code, key })),
      sign(ann.userId, id, ann.id, { code }),
    ]);
    const good = answers.filter(({ statusCode }) => statusCode === 200);
    expect(good.length, answers.map(({ body }) => body).join()).toBeGreaterThan(0);
    expect(await signaturesOf(id)).toHaveLength(1);
    expect((await sign(ann.userId, id, ann.id, { code })).json().type).toBe('/problems/already-signed');
    await storedPdf(id);
  });

  it('by both payers at once completes the agreement once', { timeout: 60_000 }, async () => {
    const { id, payers } = await approved({ mobiles: ['0412 000 222', '0412 000 333'] });
    const codes = [await codeFor(payers[0]!), await codeFor(payers[1]!)];
    const answers = await Promise.all(
      payers.map((payer, place) => sign(payer.userId, id, payer.id, { code: codes[place]! })),
    );
    expect(
      answers.map(({ statusCode }) => statusCode),
      answers.map(({ body }) => body).join(),
    ).toEqual([200, 200]);
    expect(await statusOf(id)).toBe('signed');
    expect(await signaturesOf(id)).toHaveLength(2);
    const words = pdfText(await storedPdf(id)).replaceAll(/\s+/g, ' ');
    for (const payer of payers) expect(words).toContain(`code by text message to ${payer.mobilePhone}`);
  });

  it('needs the key, the code and the current terms', async () => {
    const { id, payers } = await approved();
    const [ann] = payers as [Payer];
    const bare = await stage.as(ann.userId)('POST', `/v1/agreements/${id}/sign`, {
      termsVersion: 'pl-au-1',
      signatoryId: ann.id,
    });
    expect(bare.json().type).toBe('/problems/idempotency-key-missing');
    expect((await sign(ann.userId, id, ann.id)).json().validation.authorisationCode[0].type).toBe('missing');
    const code = await codeFor(ann);
    const stale = await sign(ann.userId, id, ann.id, { code, termsVersion: 'pl-au-0' });
    expect(stale.json().validation.termsVersion[0].type).toBe('conflictingValue');
    const wrong = await sign(ann.userId, id, ann.id, { code: 'AAAAAA' });
    expect(wrong.json().validation.authorisationCode[0].type).toBe('notValid');
    expect(await signaturesOf(id)).toHaveLength(0);
    const events = await stage.db
      .selectFrom('signatureEvents')
      .select('kind')
      .where('signatoryId', '=', ann.id)
      .orderBy('id')
      .execute();
    expect(events.map(({ kind }) => kind)).toEqual(['code-sent', 'code-failed']);
  });

  it('for another person needs their verified mobile, and otherwise has the specification’s message', async () => {
    const { id, payers } = await approved();
    const [ann, bo] = payers as [Payer, Payer];
    const words = "You can't sign on behalf of this signatory because they don't have a verified mobile phone number.";
    expect((await request(ann.userId, bo.id, 'sms')).json().displayText).toBe(words);
    expect((await sign(admin.userId, id, bo.id, { code: 'AAAAAA' })).json().displayText).toBe(words);
    expect((await request(bo.userId, bo.id, 'sms')).json().type).toBe('/problems/other-authorisation');
    expect((await request(bo.userId, bo.id, 'email')).json().authorisationMethod).toBe('email');
  });

  it('for another person is possible after signing for oneself, with the code sent to the other', {
    timeout: 60_000,
  }, async () => {
    const { id, payers } = await approved({ mobiles: [null, '0412 000 777'] });
    const [ann, bo] = payers as [Payer, Payer];
    const first = 'Please sign for yourself before you sign on behalf of somebody else.';
    expect((await request(ann.userId, bo.id, 'sms')).json().displayText).toBe(first);
    expect((await request(admin.userId, bo.id, 'sms')).statusCode).toBe(200);
    const code = await codeIn(stage, 'signing-code', bo.mobilePhone!);
    expect((await sign(ann.userId, id, bo.id, { code })).json().displayText).toBe(first);
    const stranger = (await approved()).payers[0]!;
    expect((await sign(stranger.userId, id, bo.id, { code })).statusCode).toBe(404);
    await signAs(id, ann);
    const done = await sign(ann.userId, id, bo.id, { code });
    expect(done.json(), done.body).toMatchObject({ status: 'signed', waitingFor: [] });
    const signed = (await signaturesOf(id)).find(({ signatoryId }) => signatoryId === bo.id);
    expect(signed).toMatchObject({ emailAddress: bo.emailAddress, signingUserId: ann.userId });
  });

  it('is refused during impersonation, as are all steps before it', async () => {
    const { id, payers } = await approved();
    const [ann] = payers as [Payer];
    const code = await codeFor(ann);
    const impersonating = {
      'x-view-as': `user:${ann.userId}`,
      'x-view-as-changes': 'on',
      'idempotency-key': randomUUID(),
    };
    const acting = (method: 'POST' | 'PUT', path: string, body: object) =>
      stage.as(admin.userId)(method, path, body, impersonating);
    const signatory = `/v1/signatories/${ann.id}`;
    const answers = [
      await acting('POST', `/v1/agreements/${id}/sign`, {
        termsVersion: 'pl-au-1',
        signatoryId: ann.id,
        authorisationCode: code,
      }),
      await acting('POST', `${signatory}/request-signature`, { authorisationMethod: 'sms' }),
      await acting('POST', `${signatory}/verify-contact`, { contactMethod: 'email' }),
      await acting('POST', `/v1/agreements/${id}/submit-application`, { termsVersion: 'pl-au-1' }),
      await acting('PUT', `/v1/agreements/${id}/flow`, { reviewed: ['review-terms'] }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403]);
    expect(answers[0]!.json().displayText).toContain('Only they can do this themselves.');
    expect(await signaturesOf(id)).toEqual([]);
  });

  it('is voided if the campaign is reopened, and starts again', { timeout: 60_000 }, async () => {
    const { id, payers } = await approved({ mobiles: ['0412 000 444'] });
    await signAs(id, payers[0]!);
    const hash = createHash('sha256')
      .update(await storedPdf(id))
      .digest('hex');
    await stage.as(admin.userId)('POST', `/v1/agreements/${id}/set-status`, { status: 'waiting-info' });
    expect((await stage.as(null)('GET', `/v1/verify?hash=${hash}`)).json()).toMatchObject({ isInForce: false });
    const [kept] = await signaturesOf(id);
    expect(kept!.voidedDate).not.toBeNull();
    const payer = (await stage.as(payers[0]!.userId)('GET', `/v1/signatories/${payers[0]!.id}`)).json();
    expect(payer.signatureDate).toBeNull();
  });

  it('is refused if the agreement has changed since another person signed it', { timeout: 60_000 }, async () => {
    const { id, payers } = await approved({ mobiles: ['0412 000 555', '0412 000 666'] });
    await signAs(id, payers[0]!);
    await stage.db.updateTable('agreements').set({ serviceFee: '999.00' }).where('id', '=', id).execute();
    const answer = await signAs(id, payers[1]!);
    expect(answer.json().type).toBe('/problems/agreement-changed');
    expect(await statusOf(id)).toBe('approved');
  });
});
