import { randomUUID } from 'node:crypto';
import { payUpfrontTerms } from '@kerb/domain/countries/pay-upfront-terms.ts';
import { describe, expect, it } from 'vitest';
import { storeFile } from '../../../test/file-document.ts';
import { enterApplicationCode, startSigningFixture } from '../../../test/signing-fixture.ts';

const { stage, build, tenantId, manager, admin } = await startSigningFixture();

async function aCouple() {
  const payers = [build.aPayer(), build.aPayer()];
  const { id, payers: rows } = await build.aCampaign(manager, tenantId, { payers, status: 'waiting-invite' });
  return { id, ann: rows[0]!, bo: rows[1]! };
}
const flow = async (userId: number, id: number) => (await stage.as(userId)('GET', `/v1/agreements/${id}/flow`)).json();
const keep = (userId: number, id: number, body: object) => stage.as(userId)('PUT', `/v1/agreements/${id}/flow`, body);
const submit = (userId: number, id: number, body: object = { termsVersion: 'pl-au-3' }) =>
  stage.as(userId)('POST', `/v1/agreements/${id}/submit-application`, body);
const choose = (userId: number, id: number, financeOptionCode: string) =>
  stage.as(userId)('POST', `/v1/agreements/${id}/choose-option`, { financeOptionCode });
const answerMortgage = (userId: number, id: number, mortgage = 'lt75') => keep(userId, id, { mortgage });
/** The payer gives their details and has entered the code of the application. */
async function tell(payer: { id: number; userId: number }) {
  await enterApplicationCode(stage, payer.id);
  const details = { dateOfBirth: '1980-01-31', employmentType: 'full' };
  return stage.as(payer.userId)('PUT', `/v1/signatories/${payer.id}`, details);
}
const statusOf = async (id: number) => (await stage.as(admin.userId)('GET', `/v1/agreements/${id}`)).json().status;

const setStatus = (id: number, status: string) =>
  stage.as(admin.userId)('POST', `/v1/agreements/${id}/set-status`, { status });
const remove = (id: number, payerId: number) =>
  stage.as(admin.userId)('DELETE', `/v2/campaigns/${id}/vendors/${payerId}`);

/** Files an identity document of a payer. */
async function fileId(id: number, payer: { id: number; userId: number }) {
  const uploaded = { uploadedByUserId: payer.userId, uploadDate: '2026-11-01T00:00:00.000Z' };
  const assetId = await storeFile(stage, tenantId, uploaded);
  const filed = await stage.as(payer.userId)('POST', '/v1/attachments', {
    agreement: { href: `/v1/agreements/${id}` },
    asset: { href: `/v1/assets/${assetId}` },
    signatory: { href: `/v1/signatories/${payer.id}` },
    purpose: 'vendor-id',
  });
  expect(filed.statusCode, filed.body).toBe(201);
}

/** Two payers have submitted, and an admin asks for more information. */
async function askedCouple() {
  const couple = await aCouple();
  await choose(couple.ann.userId, couple.id, 'pl');
  await answerMortgage(couple.ann.userId, couple.id);
  for (const payer of [couple.ann, couple.bo]) {
    await tell(payer);
    await submit(payer.userId, couple.id);
  }
  await setStatus(couple.id, 'waiting-info');
  return couple;
}

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
    const asked = ['dateOfBirth', 'employmentType', 'mortgageBalanceRange'];
    expect(Object.keys(early.json().validation).sort()).toEqual(asked);
    await tell(ann);
    await answerMortgage(ann.userId, id);
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
    await answerMortgage(ann.userId, id);
    for (const payer of [ann, bo]) {
      await tell(payer);
      await submit(payer.userId, id);
    }
    expect((await flow(ann.userId, id)).steps).toEqual([]);
    expect((await choose(ann.userId, id, 'pos')).statusCode).toBe(200);
    const anew = await flow(ann.userId, id);
    expect(anew.steps.map(({ name }: { name: string }) => name)).toContain('agree-terms');
    expect(anew).toMatchObject({ application: { financeOptionCode: 'pos' }, waitingFor: [`Pat ${bo.surname}`] });
    expect((await submit(ann.userId, id, { termsVersion: 'pl-au-3' })).statusCode).toBe(400);
    expect((await submit(ann.userId, id, { termsVersion: 'pos-2' })).statusCode).toBe(200);
  });

  it.each(['pl', 'pn'])('of %s needs the campaign budget', async (option) => {
    const { id, ann } = await aCouple();
    await choose(ann.userId, id, option);
    await answerMortgage(ann.userId, id);
    await tell(ann);
    await keep(ann.userId, id, { reviewed: ['payer-details'] });
    await stage.db.updateTable('agreements').set({ campaignBudget: null }).where('id', '=', id).execute();
    const answer = await submit(ann.userId, id, {
      termsVersion: option === 'pl' ? 'pl-au-3' : payUpfrontTerms.version,
    });
    expect([answer.statusCode, answer.json().displayText]).toEqual([409, 'The campaign budget does not exist.']);
  });

  it('loads the application of the chosen option, and a new one after a cancelled one', async () => {
    const { id, ann } = await aCouple();
    expect((await flow(ann.userId, id)).application).toBeNull();
    await choose(ann.userId, id, 'pl');
    const first = (await flow(ann.userId, id)).application;
    expect(first).toMatchObject({ financeOptionCode: 'pl' });
    await choose(ann.userId, id, 'pn');
    expect((await flow(ann.userId, id)).application).toBeNull();
    await choose(ann.userId, id, 'pl');
    const again = (await flow(ann.userId, id)).application;
    expect(again).toMatchObject({ financeOptionCode: 'pl' });
    expect(again.id).not.toBe(first.id);
  });

  it('confirms only what was asked about the mortgage, and the last answer counts for every payer', async () => {
    const { id, ann, bo } = await aCouple();
    await choose(ann.userId, id, 'pl');
    const termsOf = async (userId: number) =>
      (await stage.as(userId)('GET', `/v1/agreements/${id}/finance-terms`)).json();
    const said = async () => (await termsOf(bo.userId)).criteria.map((one: { contentHtml: string }) => one.contentHtml);
    await answerMortgage(ann.userId, id, 'unsure');
    expect(await said()).toContain(
      'What I have told you about myself and the property is true. I am not sure about my mortgage.',
    );
    const campaign = async () => (await stage.as(bo.userId)('GET', `/v1/agreements/${id}`)).json();
    expect(await campaign()).toMatchObject({ mortgageBalanceRange: null, mortgageBalanceUnsure: true });
    await tell(ann);
    expect((await submit(ann.userId, id, { termsVersion: 'pl-au-3' })).statusCode).toBe(400);
    expect((await submit(ann.userId, id, { termsVersion: 'pl-au-3-unsure' })).statusCode).toBe(200);
    await answerMortgage(bo.userId, id, 'gt90');
    expect(await campaign()).toMatchObject({ mortgageBalanceRange: 'gt90', mortgageBalanceUnsure: false });
    expect(await said()).toContain('What I have told you about myself, the property and my mortgage is true.');
    expect((await keep(bo.userId, id, { mortgage: 'half' })).statusCode).toBe(400);
    await setStatus(id, 'cancelled');
    expect((await answerMortgage(bo.userId, id, 'lt75')).statusCode).toBe(409);
  });

  it('of Pay Upfront records who confirmed and agreed, and moves no status', async () => {
    const { id, ann } = await aCouple();
    await choose(ann.userId, id, 'pn');
    const upfront = { termsVersion: payUpfrontTerms.version };
    expect((await submit(ann.userId, id, upfront)).json().type).toBe('/problems/not-confirmed');
    await keep(ann.userId, id, { reviewed: ['review-property', 'review-campaign', 'payer-details'] });
    expect((await submit(ann.userId, id, {})).json().validation.termsVersion[0].type).toBe('missing');
    const agreed = await submit(ann.userId, id, upfront);
    expect(agreed.json()).toMatchObject({
      current: 'pay',
      waitingFor: [],
      signatory: { submittedDate: expect.any(String) },
    });
    expect(await statusOf(id)).toBe('waiting-invite');
    await choose(ann.userId, id, 'pl');
    expect((await flow(ann.userId, id)).signatory.submittedDate).toBeNull();
  });

  it('is for payers only, and needs an option', async () => {
    const { id, ann } = await aCouple();
    expect((await submit(ann.userId, id)).json().type).toBe('/problems/nothing-to-submit');
    expect((await submit(manager.userId, id)).statusCode).toBe(403);
    expect((await submit(admin.userId, id)).statusCode).toBe(404);
  });
});

describe('an information request', () => {
  it('is open for each payer until each has answered with an identity document', async () => {
    const { id, ann, bo } = await askedCouple();
    for (const payer of [ann, bo]) expect(await flow(payer.userId, id)).toMatchObject({ current: 'documents' });
    expect((await flow(admin.userId, id)).waitingFor).toEqual([`Pat ${ann.surname}`, `Pat ${bo.surname}`]);
    expect((await submit(ann.userId, id, {})).json().displayText).toBe('Please add your ID first.');
    await fileId(id, ann);
    expect((await submit(ann.userId, id, {})).json()).toMatchObject({
      current: null,
      waitingFor: [`Pat ${bo.surname}`],
    });
    expect(await statusOf(id)).toBe('waiting-info');
    expect(await flow(bo.userId, id)).toMatchObject({ current: 'documents', waitingFor: [] });
    await fileId(id, bo);
    expect((await submit(bo.userId, id, {})).json()).toMatchObject({ current: null, waitingFor: [] });
    expect(await statusOf(id)).toBe('waiting-approval');
    await setStatus(id, 'waiting-info');
    expect(await flow(ann.userId, id)).toMatchObject({ current: 'documents' });
  });

  it('can be closed by an admin, and by nobody else of the team', async () => {
    const { id, ann } = await askedCouple();
    const byManager = stage.as(manager.userId)('POST', `/v1/agreements/${id}/set-status`, {
      status: 'waiting-approval',
    });
    expect((await byManager).statusCode).toBe(409);
    expect((await setStatus(id, 'waiting-approval')).statusCode).toBe(200);
    expect(await flow(ann.userId, id)).toMatchObject({ steps: [], current: null, waitingFor: [] });
  });

  it('does not wait for a removed payer', async () => {
    const { id, ann, bo } = await askedCouple();
    await fileId(id, ann);
    await submit(ann.userId, id, {});
    expect((await remove(id, bo.id)).statusCode).toBe(204);
    expect(await statusOf(id)).toBe('waiting-approval');
  });

  it('stays open if the removed payer is not the only one who is missing', async () => {
    const { id, bo } = await askedCouple();
    expect((await remove(id, bo.id)).statusCode).toBe(204);
    expect(await statusOf(id)).toBe('waiting-info');
  });

  it('asks a payer who is added meanwhile for details, documents and the terms', async () => {
    const { id, ann, bo } = await askedCouple();
    const added = await stage.as(manager.userId)('POST', `/v2/campaigns/${id}/vendors`, build.aPayer());
    expect(added.statusCode, added.body).toBe(201);
    const rows = await stage.db.selectFrom('signatories').selectAll().where('agreementId', '=', id).execute();
    const cy = rows.find((row) => row.id !== ann.id && row.id !== bo.id)!;
    for (const payer of [ann, bo]) {
      await fileId(id, payer);
      await submit(payer.userId, id, {});
    }
    expect(await statusOf(id)).toBe('waiting-info');
    await tell(cy);
    await fileId(id, cy);
    expect(await flow(cy.userId, id)).toMatchObject({ current: 'documents' });
    await keep(cy.userId, id, { reviewed: ['documents'] });
    expect(await flow(cy.userId, id)).toMatchObject({ current: 'agree-terms' });
    expect((await submit(cy.userId, id)).statusCode).toBe(200);
    expect(await statusOf(id)).toBe('waiting-approval');
  });
});

describe('an information request of Pay Upfront', () => {
  it('stays open when a transfer is chosen, and ends when the payers have answered', async () => {
    const { id, payers } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
    const ann = payers[0]!;
    await choose(ann.userId, id, 'pn');
    await keep(ann.userId, id, { reviewed: ['payer-details'] });
    await submit(ann.userId, id, { termsVersion: payUpfrontTerms.version });
    await setStatus(id, 'waiting-info');
    const transfer = { intent: 'bank-transfer' };
    const chosen = await stage.as(ann.userId)('POST', `/v1/agreements/${id}/payment-method`, transfer);
    expect([chosen.statusCode, await statusOf(id)]).toEqual([200, 'waiting-info']);
    expect(await flow(ann.userId, id)).toMatchObject({ current: 'documents' });
    await fileId(id, ann);
    expect((await submit(ann.userId, id, {})).json()).toMatchObject({ current: 'pay' });
    expect(await statusOf(id)).toBe('waiting-approval');
  });
});

describe('an information request of Pay Upfront to two payers', () => {
  /** The first has answered and everything is paid. */
  async function answeredAndPaid() {
    const { id, ann, bo } = await aCouple();
    for (const { userId } of [ann, bo]) {
      await choose(userId, id, 'pn');
      await keep(userId, id, { reviewed: ['payer-details'] });
      await submit(userId, id, { termsVersion: payUpfrontTerms.version });
    }
    await setStatus(id, 'waiting-info');
    await fileId(id, ann);
    await submit(ann.userId, id, {});
    const { campaignBudget } = (await stage.as(admin.userId)('GET', `/v1/agreements/${id}`)).json();
    const transfer = { financeOptionCode: 'pn', method: 'direct-deposit', amount: campaignBudget };
    const key = { 'idempotency-key': randomUUID() };
    const paid = await stage.as(admin.userId)('POST', `/v1/agreements/${id}/pay`, transfer, key);
    expect(paid.statusCode, paid.body).toBe(200);
    expect(await statusOf(id)).toBe('waiting-info');
    return { id, bo };
  }

  it('stays open for the second when the first has answered and paid, and then the campaign is paid', async () => {
    const { id, bo } = await answeredAndPaid();
    expect(await flow(bo.userId, id)).toMatchObject({ current: 'documents' });
    await fileId(id, bo);
    await submit(bo.userId, id, {});
    expect(await statusOf(id)).toBe('approved');
  });

  it('ends as paid when the second is removed', async () => {
    const { id, bo } = await answeredAndPaid();
    expect((await remove(id, bo.id)).statusCode).toBe(204);
    expect(await statusOf(id)).toBe('approved');
  });

  it('ends as paid when an admin closes it', async () => {
    const { id } = await answeredAndPaid();
    expect((await setStatus(id, 'waiting-approval')).statusCode).toBe(200);
    expect(await statusOf(id)).toBe('approved');
  });
});

describe('an application that waits for one payer', () => {
  it('is submitted if that payer is removed', async () => {
    const { id, ann, bo } = await aCouple();
    await choose(ann.userId, id, 'pl');
    await answerMortgage(ann.userId, id);
    await tell(ann);
    await submit(ann.userId, id);
    expect((await remove(id, bo.id)).statusCode).toBe(204);
    expect(await statusOf(id)).toBe('waiting-approval');
  });
});
