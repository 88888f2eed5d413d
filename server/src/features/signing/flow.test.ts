import { describe, expect, it } from 'vitest';
import { startSigningFixture } from '../../../test/signing-fixture.ts';

const { stage, build, tenantId, manager, admin } = await startSigningFixture();

async function aCouple() {
  const payers = [build.aPayer(), build.aPayer()];
  const { id, payers: rows } = await build.aCampaign(manager, tenantId, { payers, status: 'waiting-invite' });
  return { id, ann: rows[0]!, bo: rows[1]! };
}
const flow = async (userId: number, id: number) => (await stage.as(userId)('GET', `/v1/agreements/${id}/flow`)).json();
const keep = (userId: number, id: number, body: object) => stage.as(userId)('PUT', `/v1/agreements/${id}/flow`, body);
const submit = (userId: number, id: number, body: object = { termsVersion: 'pl-au-1' }) =>
  stage.as(userId)('POST', `/v1/agreements/${id}/submit-application`, body);
const choose = (userId: number, id: number, financeOptionCode: string) =>
  stage.as(userId)('POST', `/v1/agreements/${id}/choose-option`, { financeOptionCode });
const tell = (payer: { id: number; userId: number }) =>
  stage.as(payer.userId)('PUT', `/v1/signatories/${payer.id}`, { dateOfBirth: '1980-01-31', employmentType: 'full' });
const statusOf = async (id: number) => (await stage.as(admin.userId)('GET', `/v1/agreements/${id}`)).json().status;

describe('the draft answers of a payer', () => {
  it('are available on another device, visible only to the payer, and stored encrypted', async () => {
    const { id, ann, bo } = await aCouple();
    expect(await flow(ann.userId, id)).toMatchObject({ current: 'review-property', answers: {}, reviewed: [] });
    const answers = { dateOfBirth: '31/01/19', agreed: true };
    await keep(ann.userId, id, { reviewed: ['review-property'], answers });
    await keep(ann.userId, id, { reviewed: ['review-property', 'review-campaign'] });
    expect(await flow(ann.userId, id)).toMatchObject({ current: 'choose-option', answers });
    expect((await flow(bo.userId, id)).answers).toEqual({});
    expect(await flow(admin.userId, id)).toMatchObject({ answers: {}, signatory: null, steps: [] });
    const { sealedAnswers } = await stage.db
      .selectFrom('payerDrafts')
      .select('sealedAnswers')
      .where('signatoryId', '=', ann.id)
      .executeTakeFirstOrThrow();
    expect(sealedAnswers!.includes('31/01')).toBe(false);
  });

  it('are limited in number, size and names', async () => {
    const { id, ann } = await aCouple();
    const much = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`field${n}`, 'x'.repeat(500)]));
    expect((await keep(ann.userId, id, { answers: much })).statusCode).toBe(400);
    expect((await keep(ann.userId, id, { answers: { 'a b': 'x' } })).statusCode).toBe(400);
    expect((await keep(ann.userId, id, { reviewed: ['nowhere'] })).statusCode).toBe(400);
  });
});

describe('submitting an application', () => {
  it('is done by each co-owner, and completes with the last', async () => {
    const { id, ann, bo } = await aCouple();
    await choose(ann.userId, id, 'pl');
    const early = await submit(ann.userId, id);
    expect(Object.keys(early.json().validation).sort()).toEqual(['dateOfBirth', 'employmentType']);
    await tell(ann);
    expect((await submit(ann.userId, id, {})).json().validation.termsVersion[0].type).toBe('missing');
    expect((await submit(ann.userId, id, { termsVersion: 'pl-au-0' })).statusCode).toBe(400);
    const first = await submit(ann.userId, id);
    expect(first.json()).toMatchObject({ waitingFor: [`Pat ${bo.surname}`] });
    expect(await statusOf(id)).toBe('waiting-invite');
    await tell(bo);
    const last = await submit(bo.userId, id);
    expect(last.json()).toMatchObject({ waitingFor: [], current: null, application: { status: 'waiting-approval' } });
    expect(await statusOf(id)).toBe('waiting-approval');
  });

  it('starts again with another option, which has other terms', async () => {
    const { id, ann, bo } = await aCouple();
    await stage.as(admin.userId)('POST', `/v1/agreements/${id}/finance-options`, { optionCode: 'pos' });
    await choose(ann.userId, id, 'pl');
    for (const payer of [ann, bo]) {
      await tell(payer);
      await submit(payer.userId, id);
    }
    expect((await flow(ann.userId, id)).steps).toEqual([]);
    expect((await choose(ann.userId, id, 'pos')).statusCode).toBe(200);
    const anew = await flow(ann.userId, id);
    expect(anew.steps.map(({ name }: { name: string }) => name)).toContain('agree-terms');
    expect(anew).toMatchObject({ application: { financeOptionCode: 'pos' }, waitingFor: [`Pat ${bo.surname}`] });
    expect((await submit(ann.userId, id, { termsVersion: 'pl-au-1' })).statusCode).toBe(400);
    expect((await submit(ann.userId, id, { termsVersion: 'pos-1' })).statusCode).toBe(200);
  });

  it('needs an identity document if more information was requested', async () => {
    const { id, ann, bo } = await aCouple();
    await choose(ann.userId, id, 'pl');
    for (const payer of [ann, bo]) {
      await tell(payer);
      await submit(payer.userId, id);
    }
    await stage.as(admin.userId)('POST', `/v1/agreements/${id}/set-status`, { status: 'waiting-info' });
    expect(await flow(ann.userId, id)).toMatchObject({ current: 'documents' });
    expect((await submit(ann.userId, id, {})).json().displayText).toBe('Please add your ID first.');
    const { id: assetId } = await stage.db
      .insertInto('assets')
      .values({
        tenantId,
        fileName: 'passport.pdf',
        contentType: 'application/pdf',
        size: 1,
        sha256: Buffer.alloc(32),
        storageKey: `passport-${id}`,
        sealedFileKey: Buffer.alloc(60),
        uploadedByUserId: ann.userId,
        uploadDate: '2026-11-01T00:00:00.000Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const filed = await stage.as(ann.userId)('POST', '/v1/attachments', {
      agreement: { href: `/v1/agreements/${id}` },
      asset: { href: `/v1/assets/${assetId}` },
      signatory: { href: `/v1/signatories/${ann.id}` },
      purpose: 'vendor-id',
    });
    expect(filed.statusCode, filed.body).toBe(201);
    expect((await submit(ann.userId, id, {})).statusCode).toBe(200);
    expect(await statusOf(id)).toBe('waiting-approval');
  });

  it('is for financed options, and for payers only', async () => {
    const { id, ann } = await aCouple();
    expect((await submit(ann.userId, id)).json().type).toBe('/problems/nothing-to-submit');
    expect((await submit(manager.userId, id)).statusCode).toBe(403);
    expect((await submit(admin.userId, id)).statusCode).toBe(404);
  });
});
