import { describe, expect, it } from 'vitest';
import { fileAsset, storeFile } from '../../../test/file-document.ts';
import { openedLog } from '../../../test/opened-log.ts';
import { codeIn, startSigningFixture } from '../../../test/signing-fixture.ts';

const { stage, build, tenantId, manager, admin } = await startSigningFixture();

async function aCouple() {
  const payers = [build.aPayer({ mobilePhone: '0412 345 678' }), build.aPayer()];
  const { id, payers: rows } = await build.aCampaign(manager, tenantId, { payers, status: 'waiting-invite' });
  const [ann, bo] = rows;
  return { id, ann: ann!, bo: bo! };
}
const save = (userId: number, id: number, body: object) => stage.as(userId)('PUT', `/v1/signatories/${id}`, body);
const verify = (userId: number, id: number, body: object) =>
  stage.as(userId)('POST', `/v1/signatories/${id}/verify-contact`, body);
const rowOf = (id: number) =>
  stage.db.selectFrom('signatories').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const details = {
  middleNames: 'May',
  dateOfBirth: '1980-01-31',
  residentialAddress: '1 Elm St',
  city: 'Yass',
  state: 'NSW',
  postalCode: '2582',
  employmentType: 'full',
};

describe('the personal details of a payer', () => {
  it('are visible only to the payer and to admins', async () => {
    const { id, ann, bo } = await aCouple();
    expect((await save(ann.userId, ann.id, details)).json()).toMatchObject({ ...details, isOwn: true });
    const seenBy = async (userId: number) => {
      const answer = await stage.as(userId)('GET', `/v1/signatories?agreementId=${id}`);
      return answer.json().signatories.find((each: { id: number }) => each.id === ann.id);
    };
    expect(await seenBy(admin.userId)).toMatchObject(details);
    const forManager = await seenBy(manager.userId);
    expect(forManager).toMatchObject({ middleNames: 'May', emailAddress: ann.emailAddress });
    for (const field of ['dateOfBirth', 'residentialAddress', 'postalCode', 'employmentType']) {
      expect(forManager).not.toHaveProperty(field);
    }
    expect(Object.keys(await seenBy(bo.userId)).sort()).toEqual(
      ['agreement', 'displayName', 'href', 'id', 'isOwn', 'readOnlyFields', 'signatureDate', 'submittedDate'].sort(),
    );
    expect((await save(bo.userId, ann.id, { surname: 'Mine' })).statusCode).toBe(404);
  });

  it('are stored encrypted, and the log says that they were entered but not their values', async () => {
    const { id, ann } = await aCouple();
    await save(ann.userId, ann.id, details);
    const { sealedDetails } = await rowOf(ann.id);
    expect(sealedDetails!.includes('1980')).toBe(false);
    const entries = (await openedLog(stage))
      .filter(({ targetAgreementId, activityCode }) => targetAgreementId === id && activityCode === 'signatory_update')
      .map(({ logData }) => logData);
    expect(JSON.stringify(entries)).not.toMatch(/1980|Elm|2582/);
    expect(JSON.stringify(entries)).toContain('"dateOfBirth"');
  });

  it('are refused with an error on the field, and then nothing is saved', async () => {
    const { ann } = await aCouple();
    const answer = await save(ann.userId, ann.id, { surname: 'Changed', dateOfBirth: '2015-01-31' });
    expect([answer.statusCode, Object.keys(answer.json().validation)]).toEqual([400, ['dateOfBirth']]);
    expect((await rowOf(ann.id)).surname).toBe(ann.surname);
    const postcode = await save(ann.userId, ann.id, { postalCode: '10000' });
    expect(postcode.json().validation.postalCode[0].type).toBeDefined();
  });

  it('move to another account with the e-mail address, and the old links and codes stop working', async () => {
    const { ann, bo } = await aCouple();
    const taken = await save(manager.userId, ann.id, { emailAddress: bo.emailAddress.toUpperCase() });
    expect(taken.json().validation.emailAddress[0].type).toBe('conflictingValue');
    const before = await rowOf(ann.id);
    expect((await save(manager.userId, ann.id, { emailAddress: 'moved@example.com' })).statusCode).toBe(200);
    const after = await rowOf(ann.id);
    expect(after.userId).not.toBe(before.userId);
    expect(after.paymentLinkHash).not.toEqual(before.paymentLinkHash);
  });

  it('tell the earlier e-mail address of a payer who was sent the campaign, and log both', async () => {
    const told = async (recipient: string) =>
      stage.db
        .selectFrom('messages')
        .select(['subject', 'body'])
        .where('kind', '=', 'payer-address-changed')
        .where('recipient', '=', recipient)
        .execute();
    const { id, ann, bo } = await aCouple();
    await stage.db
      .updateTable('signatories')
      .set({ sentDate: '2026-11-01T00:00:00.000Z' })
      .where('id', '=', ann.id)
      .execute();
    expect((await save(admin.userId, ann.id, { emailAddress: 'mine@example.com' })).statusCode).toBe(200);
    expect((await save(admin.userId, bo.id, { emailAddress: 'other.one@example.com' })).statusCode).toBe(200);
    const [mail, ...more] = await told(ann.emailAddress);
    expect([mail!.subject, more]).toEqual([expect.stringContaining('Your email address for'), []]);
    expect(mail!.body).toMatch(/no longer works.*please call us on/s);
    expect(mail!.body).not.toContain('mine@example.com');
    expect(await told(bo.emailAddress)).toEqual([]);
    const toNew = stage.db.selectFrom('messages').select(['kind', 'body']).where('recipient', '=', 'mine@example.com');
    expect(await toNew.execute()).toEqual([
      { kind: 'payer-address-set', body: expect.stringContaining('has given us this email address') },
    ]);
    const entries = (await openedLog(stage)).filter(({ targetAgreementId }) => targetAgreementId === id);
    expect(entries.map(({ logData }) => logData)).toContainEqual({
      emailAddress: { before: ann.emailAddress, after: 'mine@example.com' },
    });
  });

  it('do not pass to the next mailbox: neither sealed details nor identity documents nor confirmations', async () => {
    const { id, ann } = await aCouple();
    await save(ann.userId, ann.id, details);
    await stage.as(ann.userId)('PUT', `/v1/agreements/${id}/flow`, { answers: { dateOfBirth: '1980-01-31' } });
    await stage.db
      .updateTable('signatories')
      .set({ mobilePhoneConfirmationDate: '2026-11-01T00:00:00.000Z', mobilePhoneConfirmedByPayer: true })
      .where('id', '=', ann.id)
      .execute();
    const assetId = await storeFile(stage, tenantId);
    const passport = await fileAsset(stage, { agreementId: id, assetId, purpose: 'vendor-id', signatoryId: ann.id });

    expect((await save(admin.userId, ann.id, { emailAddress: `next.${ann.id}@example.com` })).statusCode).toBe(200);

    const after = await rowOf(ann.id);
    expect(after).toMatchObject({
      middleNames: null,
      mobilePhoneConfirmationDate: null,
      mobilePhoneConfirmedByPayer: false,
    });
    const own = (await stage.as(after.userId)('GET', `/v1/signatories/${ann.id}`)).json();
    for (const field of Object.keys(details)) expect([field, own[field]]).toEqual([field, null]);
    const flow = (await stage.as(after.userId)('GET', `/v1/agreements/${id}/flow`)).json();
    expect(flow.answers).toEqual({});
    const documentsOf = async (userId: number) => {
      const { items } = (await stage.as(userId)('GET', `/v1/attachments?agreementId=${id}`)).json();
      return items.map((each: { id: number }) => each.id);
    };
    expect(await documentsOf(after.userId)).not.toContain(passport);
    expect(await documentsOf(admin.userId)).toContain(passport);
    const mails = await stage.db
      .selectFrom('messages')
      .select('body')
      .where('recipient', '=', `next.${ann.id}@example.com`)
      .execute();
    expect(mails).toEqual([]);
  });

  it('include an AML check if the organisation does such checks', async () => {
    const { ann } = await aCouple();
    expect((await save(manager.userId, ann.id, { amlCheckCompleted: true })).statusCode).toBe(400);
    await stage.db.updateTable('tenants').set({ amlDelegation: true }).where('id', '=', tenantId).execute();
    expect((await save(manager.userId, ann.id, { amlCheckCompleted: true })).json().amlCheckCompleted).toBe(true);
    await stage.db.updateTable('tenants').set({ amlDelegation: false }).where('id', '=', tenantId).execute();
  });
});

describe('the signatory endpoints', () => {
  it('add, read and remove signatories as the payer endpoints do', async () => {
    const { id } = await aCouple();
    const body = { agreement: { href: `/v1/agreements/${id}` }, ...build.aPayer(), dateOfBirth: '1970-12-31' };
    const made = await stage.as(admin.userId)('POST', '/v1/signatories', body);
    expect([made.statusCode, made.json().dateOfBirth]).toEqual([201, '1970-12-31']);
    const vendors = (await stage.as(admin.userId)('GET', `/v2/campaigns/${id}/vendors`)).json().items;
    expect(vendors.map((each: { id: number }) => each.id)).toContain(made.json().id);
    expect((await stage.as(admin.userId)('DELETE', made.json().href)).statusCode).toBe(204);
    expect((await stage.as(admin.userId)('GET', made.json().href)).statusCode).toBe(404);
  });

  it('also list them by their finance application', async () => {
    const { id, ann, bo } = await aCouple();
    await stage.as(admin.userId)('POST', `/v1/agreements/${id}/choose-option`, { financeOptionCode: 'pl' });
    const { id: applicationId } = await stage.db
      .selectFrom('financeApplications')
      .select('id')
      .where('agreementId', '=', id)
      .executeTakeFirstOrThrow();
    const listed = await stage.as(ann.userId)('GET', `/v1/signatories?financeApplicationId=${applicationId}`);
    const ids = listed.json().signatories.map((each: { id: number }) => each.id);
    expect(ids.sort()).toEqual([ann.id, bo.id].sort());
    expect((await stage.as(ann.userId)('GET', '/v1/signatories')).statusCode).toBe(400);
  });
});

describe('confirming a payer’s contact details', () => {
  it('works with the code that was sent, and the field is then read-only', async () => {
    const { ann } = await aCouple();
    const sent = await verify(ann.userId, ann.id, { contactMethod: 'email' });
    expect(sent.json().emailAddressConfirmationCodeSent).not.toBeNull();
    const code = await codeIn(stage, 'contact-code', ann.emailAddress);
    expect((await verify(ann.userId, ann.id, { contactMethod: 'email', code: '' })).statusCode).toBe(200);
    const wrong = await verify(ann.userId, ann.id, { contactMethod: 'email', code: 'AAAAAA' });
    expect(wrong.json().validation.code[0].type).toBe('notValid');
    const right = await verify(ann.userId, ann.id, { contactMethod: 'email', code: ` ${code} ` });
    expect(right.json().emailAddressConfirmationDate).not.toBeNull();
    expect(right.json().readOnlyFields).toContain('emailAddress');
    expect((await save(admin.userId, ann.id, { emailAddress: 'other@example.com' })).statusCode).toBe(400);
    expect((await verify(ann.userId, ann.id, { contactMethod: 'email' })).statusCode).toBe(409);
  });

  it('prevents a person who only has the link from replacing the mobile', async () => {
    const { bo } = await aCouple();
    const early = await save(bo.userId, bo.id, { mobilePhone: '0499 999 999' });
    expect(early.json().validation.mobilePhone[0].message).toMatch(/confirm your email address/);
    await verify(bo.userId, bo.id, { contactMethod: 'email' });
    await verify(bo.userId, bo.id, {
      contactMethod: 'email',
      code: await codeIn(stage, 'contact-code', bo.emailAddress),
    });
    expect((await save(bo.userId, bo.id, { mobilePhone: '0499 999 999' })).json().mobilePhone).toBe('+61499999999');
    await verify(bo.userId, bo.id, { contactMethod: 'phone' });
    const code = await codeIn(stage, 'contact-code', '+61499999999');
    const done = await verify(bo.userId, bo.id, { contactMethod: 'phone', code });
    expect(done.json().mobilePhoneConfirmationDate).not.toBeNull();
  });

  it('is bound to the address: its code does not confirm another', async () => {
    const { ann } = await aCouple();
    await verify(admin.userId, ann.id, { contactMethod: 'phone' });
    const code = await codeIn(stage, 'contact-code', '+61412345678');
    await save(admin.userId, ann.id, { mobilePhone: '0498 765 432' });
    expect((await verify(admin.userId, ann.id, { contactMethod: 'phone', code })).statusCode).toBe(400);
  });

  it('accepts a code for ten minutes by the deployment’s clock; moving the clock back does not extend it', async () => {
    const { ann } = await aCouple();
    const { clock } = stage.deps;
    const guess = async () =>
      verify(ann.userId, ann.id, {
        contactMethod: 'email',
        code: await codeIn(stage, 'contact-code', ann.emailAddress),
      });
    await verify(ann.userId, ann.id, { contactMethod: 'email' });
    await clock.move(stage.db, 1);
    const late = (await guess()).json().validation.code[0].message;
    expect(late).toBe('That code is not right, or has expired. Check it, or ask for a new one.');
    await verify(ann.userId, ann.id, { contactMethod: 'email' });
    await clock.move(stage.db, 0);
    expect((await guess()).statusCode).toBe(400);
    await verify(ann.userId, ann.id, { contactMethod: 'email' });
    expect((await guess()).statusCode).toBe(200);
  });

  it('needs a number to send to, and is not for team members', async () => {
    const { bo } = await aCouple();
    const none = await verify(bo.userId, bo.id, { contactMethod: 'phone' });
    expect(none.json().validation.mobilePhone[0].type).toBe('missing');
    expect((await verify(manager.userId, bo.id, { contactMethod: 'email' })).statusCode).toBe(403);
  });

  it('is rate limited: three messages and five guesses in ten minutes', async () => {
    const { ann } = await aCouple();
    const sends = [];
    for (let n = 0; n < 4; n += 1) sends.push(await verify(ann.userId, ann.id, { contactMethod: 'email' }));
    expect(sends.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429]);
    const guesses = await Promise.all(
      Array.from({ length: 30 }, () => verify(ann.userId, ann.id, { contactMethod: 'email', code: 'AAAAAA' })),
    );
    expect(guesses.filter(({ statusCode }) => statusCode === 400)).toHaveLength(5);
  });
});
