import { createHash, randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { addDays, writtenDay } from '@kerb/domain/kernel/dates.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { attachmentMakers } from '@kerb/server/attachment-makers.ts';
import { headOf } from '@kerb/server/platform/log-chain/read-chain.ts';
import { sealLog } from '@kerb/server/platform/log-chain/seal-log.ts';
import { deliverMessages } from '@kerb/server/platform/outbox/deliver-messages.ts';
import { describe, expect, it, vi } from 'vitest';
import { pdfText } from '../../../test/pdf-text.ts';
import { codeIn, type Payer, signingSteps, startSigningFixture } from '../../../test/signing-fixture.ts';

const fixture = await startSigningFixture();
const { stage, admin } = fixture;
const { approved, statusOf, request, sign, codeFor, signAs, signaturesOf, eventsOf } = signingSteps(fixture);

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
  await deliverMessages(stage.deps, { makers: attachmentMakers });
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

const verified = async (query: string) => (await stage.as(null)('GET', `/v1/verify?${query}`)).json();

describe('a document that was not signed here', () => {
  it('is told by its file or by its code', async () => {
    expect(await verified(`hash=${'0'.repeat(64)}`)).toEqual({ isGenuine: false, reason: 'unknown-file' });
    expect(await verified('code=2222-2222-2222-2222')).toEqual({ isGenuine: false, reason: 'unknown-code' });
    expect(await verified('code=anything')).toEqual({ isGenuine: false, reason: 'unknown-code' });
    expect((await verified('')).status).toBe(400);
  });
});

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
    await sealLog(stage.db);
    const seal = await headOf(stage.db);
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
    expect(words).toContain(`Newest seal ${seal!.number} of `);
    expect(words.replaceAll(' ', '')).toContain(seal!.hash.toString('hex'));
    expect(words).not.toContain(code);

    const hash = createHash('sha256').update(pdf).digest('hex');
    const checked = await verified(`hash=${hash.toUpperCase()}`);
    expect(checked).toMatchObject({ isGenuine: true, isInForce: true, flowNumber: `AU${id}`, sha256: hash });
    expect(checked.signatures).toHaveLength(2);
    expect(JSON.stringify(checked)).not.toContain(ann.surname.split(' ')[0]);
    const printed = /[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){3}/.exec(words)![0];
    for (const typed of [printed.toLowerCase(), printed.replaceAll('-', ''), printed.replaceAll('-', ' – ')]) {
      expect((await verified(`code=${encodeURIComponent(typed)}`)).sha256).toBe(hash);
    }

    await expectCopies(id, [ann, bo], pdf);
    const log = await stage.db
      .selectFrom('logEntries')
      .select('activityCode')
      .where('targetAgreementId', '=', id)
      .where('activityCode', '=', 'agreement_sign')
      .execute();
    expect(log).toHaveLength(2);
  });

  it('dates the loan by the last signature, in the agreement as in the loan, and not by the approval', async () => {
    const { id, payers } = await approved({ mobiles: ['0412 000 112'] });
    const read = async () => (await stage.as(admin.userId)('GET', `/v1/agreements/${id}/loan`)).json().dates;
    const before = await stage.as(admin.userId)('GET', `/loan/${id}/download-loan-agreement`);
    expect(pdfText(before.rawPayload)).not.toContain('Last signature');
    expect((await signAs(id, payers[0]!)).json().status).toBe('signed');
    const { loanStartDate, longestEndDate, dueDate, signatureDate } = await read();
    expect([loanStartDate, dueDate]).toEqual([signatureDate, longestEndDate]);
    const words = pdfText(await storedPdf(id)).replaceAll(/\s+/g, ' ');
    const [start, end] = [loanStartDate, longestEndDate].map((day) => writtenDay(day, 'en-AU'));
    expect(words).toContain(`Last signature ${start} Loan starts ${start}, or on the day on which we pay `);
    expect(words).toContain(`Loan ends at the latest ${end}, if it starts on ${start}`);
    // Approved on 14 November, as the fixture says: neither that day nor 180 days after it is a date of the loan.
    expect(signatureDate).not.toBe('2026-11-14');
    expect(words).not.toMatch(/Loan (starts|ends at the latest) (14 November 2026|13 May 2027)/);

    const drawnLater = addDays(signatureDate, 3);
    await stage.as(admin.userId)('PUT', `/v1/agreements/${id}`, { campaignFinanceDrawdownDate: drawnLater });
    expect(await read()).toMatchObject({ loanStartDate: drawnLater, longestEndDate: addDays(drawnLater, 180) });
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
      termsVersion: 'pl-au-3',
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
    expect((await eventsOf(ann.id)).map(({ kind }) => kind)).toEqual(['code-sent', 'code-failed']);
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
    expect(signed).toMatchObject({ emailAddress: bo.emailAddress, signingUserId: ann.userId, isOnBehalf: true });
    const words = pdfText(await storedPdf(id)).replaceAll(/\s+/g, ' ');
    expect(words).toContain(`Signed for Pat ${bo.surname} by Pat ${ann.surname}, ${ann.emailAddress}`);
    expect(words).toContain(`Agreed to when applying 2026-11-02 00:00:00 UTC: ${signed!.consent.slice(0, 40)}`);
    expect(words.match(/Confirmed/g)).toHaveLength(1);
    const [view] = (await stage.as(admin.userId)('GET', `/v1/signatories?agreementId=${id}`))
      .json()
      .signatories.filter((each: { id: number }) => each.id === bo.id);
    expect(view.signatureMetadata).toMatchObject({ isOnBehalf: true, signingUserEmail: ann.emailAddress });
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
        termsVersion: 'pl-au-3',
        signatoryId: ann.id,
        authorisationCode: code,
      }),
      await acting('POST', `${signatory}/request-signature`, { authorisationMethod: 'sms' }),
      await acting('POST', `${signatory}/verify-contact`, { contactMethod: 'email' }),
      await acting('POST', `/v1/agreements/${id}/submit-application`, { termsVersion: 'pl-au-3' }),
      await acting('PUT', `/v1/agreements/${id}/flow`, { reviewed: ['review-terms'] }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403]);
    expect(answers[0]!.json().displayText).toContain('Only they can do this themselves.');
    expect(await signaturesOf(id)).toEqual([]);
  });

  it.each(['waiting-info', 'approved'])(
    'is voided if the campaign is set back to %s, and starts again',
    { timeout: 60_000 },
    async (status) => {
      const { id, payers } = await approved({ mobiles: [`0412 000 ${400 + status.length}`] });
      // Approving needs a price that the loan is a small part of.
      await stage.db.updateTable('agreements').set({ sellingPriceMin: '900000' }).where('id', '=', id).execute();
      await signAs(id, payers[0]!);
      const hash = createHash('sha256')
        .update(await storedPdf(id))
        .digest('hex');
      const moved = await stage.as(admin.userId)('POST', `/v1/agreements/${id}/set-status`, { status });
      expect(moved.statusCode, moved.body).toBe(200);
      expect((await stage.as(null)('GET', `/v1/verify?hash=${hash}`)).json()).toMatchObject({ isInForce: false });
      const [kept] = await signaturesOf(id);
      expect(kept!.voidedDate).not.toBeNull();
      const payer = (await stage.as(payers[0]!.userId)('GET', `/v1/signatories/${payers[0]!.id}`)).json();
      expect(payer.signatureDate).toBeNull();
      const removed = await stage.as(admin.userId)('DELETE', `/v2/campaigns/${id}/vendors/${payers[0]!.id}`);
      expect([removed.statusCode, await signaturesOf(id)]).toEqual([409, [kept]]);
    },
  );

  it('answers a wrong code before anything is drawn', async () => {
    const { id, payers } = await approved({ mobiles: ['0412 000 811'] });
    const ann = payers[0]!;
    await codeFor(ann);
    // A mock of the module would come too late: the tests share modules. Documents are drawn in a worker thread.
    using drawings = vi.spyOn(Worker.prototype, 'postMessage');
    expect((await sign(ann.userId, id, ann.id, { code: 'AAAAAA' })).statusCode).toBe(400);
    expect(drawings).not.toHaveBeenCalled();
    // Proves that the count above sees the drawing.
    expect((await signAs(id, ann)).statusCode).toBe(200);
    expect(drawings).toHaveBeenCalled();
  });

  it('is dated when its code was entered, in the record and in the database, however long the drawing takes', {
    timeout: 60_000,
  }, async () => {
    const { id, payers } = await approved({ mobiles: ['0412 000 822'] });
    const ann = payers[0]!;
    expect((await signAs(id, ann)).statusCode).toBe(200);
    const [signature] = await signaturesOf(id);
    const at = signature!.signatureDate;
    const dated = (await eventsOf(ann.id)).slice(1);
    expect(dated).toEqual([
      { kind: 'code-entered', date: at },
      { kind: 'signed', date: at },
    ]);
    const { signedDate } = await stage.db
      .selectFrom('signedDocuments')
      .select('signedDate')
      .where('agreementId', '=', id)
      .executeTakeFirstOrThrow();
    const signatory = (await stage.as(ann.userId)('GET', `/v1/signatories/${ann.id}`)).json();
    expect([signedDate, signatory.signatureDate]).toEqual([at, at]);
    const words = pdfText(await storedPdf(id)).replaceAll(/\s+/g, ' ');
    const written = `${at.slice(0, 19).replace('T', ' ')} UTC`;
    expect(words).toContain(`Code entered ${written}; Signed ${written}`);
  });

  it('continues without the code if it was interrupted after the code, once', { timeout: 60_000 }, async () => {
    const { id, payers } = await approved({ mobiles: ['0412 000 833'] });
    const ann = payers[0]!;
    const asked = { code: await codeFor(ann), key: randomUUID() };
    vi.spyOn(stage.deps.fileStore, 'put').mockRejectedValueOnce(new Error('the disk is full'));
    expect((await sign(ann.userId, id, ann.id, asked)).statusCode).toBe(500);
    expect(await signaturesOf(id)).toEqual([]);
    const [, entered] = await eventsOf(ann.id);
    const done = await sign(ann.userId, id, ann.id, asked);
    expect(done.json(), done.body).toMatchObject({ status: 'signed' });
    expect((await signaturesOf(id)).map(({ signatureDate }) => signatureDate)).toEqual([entered!.date]);
    expect((await eventsOf(ann.id)).map(({ kind }) => kind)).toEqual(['code-sent', 'code-entered', 'signed']);
    expect((await sign(ann.userId, id, ann.id, asked)).body).toBe(done.body);
  });

  it('needs a new code if it was refused after the code, also when it becomes possible again', async () => {
    const { id, payers } = await approved({ mobiles: ['0412 000 844'] });
    const ann = payers[0]!;
    const asked = { code: await codeFor(ann), key: randomUUID() };
    vi.spyOn(stage.deps.fileStore, 'put').mockRejectedValueOnce(new Error('the disk is full'));
    expect((await sign(ann.userId, id, ann.id, asked)).statusCode).toBe(500);
    const setStatus = (status: string) =>
      stage.as(admin.userId)('POST', `/v1/agreements/${id}/set-status`, { status, reason: 'One more question' });
    expect((await setStatus('waiting-info')).statusCode).toBe(200);
    const refused = await sign(ann.userId, id, ann.id, asked);
    expect(refused.json().type).toBe('/problems/not-ready-to-sign');
    await stage.db
      .updateTable('agreements')
      .set({ status: statusRank('approved') })
      .where('id', '=', id)
      .execute();
    expect((await sign(ann.userId, id, ann.id, asked)).body).toBe(refused.body);
    expect((await sign(ann.userId, id, ann.id, { code: asked.code })).statusCode).toBe(400);
    expect(await signaturesOf(id)).toEqual([]);
  });
});
