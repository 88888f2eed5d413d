import { randomUUID } from 'node:crypto';
import { secretPlace } from '@kerb/domain/vocabulary/message-secrets.ts';
import { campaignInScope } from '@kerb/server/features/agreements/agreements.repository.ts';
import { signatoriesInScope } from '@kerb/server/features/payers/payers.repository.ts';
import { wholeScope } from '@kerb/server/features/payments/payments.repository.ts';
import { agreementPaper } from '@kerb/server/features/signing/agreement-paper.ts';
import { describe, expect, it, vi } from 'vitest';
import { type Payer, signingSteps, startSigningFixture } from '../../../test/signing-fixture.ts';
import { unguarded } from '../../../test/unguarded.ts';

const fixture = await startSigningFixture();
const { stage, admin, tenantId } = fixture;
const { approved, statusOf, request, sign, codeFor, signAs, signaturesOf } = signingSteps(fixture);

let serial = 0;
/** A campaign that the first of its two payers has signed. */
async function halfSigned() {
  serial += 1;
  const mobiles = [`0413 000 ${100 + serial}`, `0414 000 ${100 + serial}`];
  const { id, payers } = await approved({ mobiles });
  const [ann, bo] = payers as [Payer, Payer];
  const first = await signAs(id, ann);
  expect(first.statusCode, first.body).toBe(200);
  return { id, ann, bo };
}

const save = (id: number, changes: object) => stage.as(admin.userId)('PUT', `/v1/agreements/${id}`, changes);
const signedBy = async ({ id }: Payer) =>
  (await stage.as(admin.userId)('GET', `/v1/signatories/${id}`)).json().signatureDate !== null;
const mailsTo = ({ emailAddress }: Payer) =>
  stage.db
    .selectFrom('messages')
    .select(['subject', 'body', 'sealedSecrets'])
    .where('kind', '=', 'agreement-changed')
    .where('recipient', '=', emailAddress)
    .execute();
const logOf = async (id: number) =>
  (await stage.db.selectFrom('logEntries').select('description').where('targetAgreementId', '=', id).execute()).map(
    ({ description }) => description,
  );

async function expectEnded(id: number, payer: Payer): Promise<void> {
  expect(await signedBy(payer)).toBe(false);
  const [mail, ...more] = await mailsTo(payer);
  expect([mail!.subject, more]).toEqual([expect.stringMatching(/has changed: please sign it again$/), []]);
  expect([mail!.body, mail!.sealedSecrets]).toEqual([expect.stringContaining(secretPlace), expect.anything()]);
  expect(await logOf(id)).toContain('Signatures ended because the agreement has changed');
}

describe('an agreement that changes between two signatures', { timeout: 60_000 }, () => {
  it('ends the first, tells that payer and asks again, if its terms are saved', async () => {
    const { id, ann, bo } = await halfSigned();
    expect((await save(id, { serviceFee: 999, interestRate: 20 })).statusCode).toBe(200);
    await expectEnded(id, ann);
    expect((await mailsTo(bo)).length).toBe(0);
    expect((await signaturesOf(id)).map(({ voidedDate }) => voidedDate === null)).toEqual([false]);
    expect((await signAs(id, bo)).json()).toMatchObject({ status: 'approved', waitingFor: [`Pat ${ann.surname}`] });
    expect((await signAs(id, ann)).json()).toMatchObject({ status: 'signed', waitingFor: [] });
    const inForce = (await signaturesOf(id)).filter(({ voidedDate }) => voidedDate === null);
    expect(new Set(inForce.map(({ documentKey }) => documentKey)).size).toBe(1);
  });

  it('ends the first if the interest-free offer is switched on', async () => {
    const { id, ann } = await halfSigned();
    const free = { interestFreeOffered: true, interestFreeDays: 30 };
    await stage.db
      .insertInto('tenantFinanceOptions')
      .values({ tenantId, optionCode: 'pl', ...free, lastUpdateDate: '2026-11-01T00:00:00.000Z' })
      .onConflict((row) => row.columns(['tenantId', 'optionCode']).doUpdateSet(free))
      .execute();
    const switched = await stage.as(admin.userId)('PUT', `/v1/agreements/${id}/finance-options/pl`, {
      interestFreeOffered: true,
    });
    expect(switched.statusCode, switched.body).toBe(200);
    await expectEnded(id, ann);
  });

  it('keeps the first if a save changes nothing that it states', async () => {
    const { id, ann, bo } = await halfSigned();
    expect((await save(id, { campaignNotes: 'Called today' })).statusCode).toBe(200);
    expect(await signedBy(ann)).toBe(true);
    expect((await signAs(id, bo)).json().status).toBe('signed');
    expect(await mailsTo(ann)).toEqual([]);
  });

  it('keeps the first, because the property and the names stay as they were approved', async () => {
    const { id, ann, bo } = await halfSigned();
    const added = await stage.as(admin.userId)('POST', `/v1/properties`, {
      address: '7 Banksia Way',
      city: 'Yass',
      state: 'NSW',
      postalCode: '2582',
      type: 'house',
    });
    expect(added.statusCode, added.body).toBe(201);
    expect((await save(id, { property: { href: added.json().href } })).statusCode).toBe(409);
    const renamed = await stage.as(admin.userId)('PUT', `/v1/signatories/${bo.id}`, { middleNames: 'Jo' });
    expect(renamed.statusCode).toBe(400);
    expect(await signedBy(ann)).toBe(true);
  });

  it('ends the first if the name of another payer is corrected after it was declined', async () => {
    const { id, ann, bo } = await halfSigned();
    const declined = await stage.as(admin.userId)('POST', `/v1/agreements/${id}/set-status`, { status: 'rejected' });
    expect(declined.statusCode, declined.body).toBe(200);
    await stage.as(admin.userId)('PUT', `/v1/signatories/${bo.id}`, { mobilePhone: bo.mobilePhone });
    expect(await signedBy(ann)).toBe(true);
    const renamed = await stage.as(admin.userId)('PUT', `/v1/signatories/${bo.id}`, { middleNames: 'Jo' });
    expect(renamed.statusCode, renamed.body).toBe(200);
    expect(await signedBy(ann)).toBe(false);
    // Nobody is asked to sign a campaign that ended.
    expect(await mailsTo(ann)).toEqual([]);
  });

  it('is found when the next payer signs, if no change of the campaign caused it', async () => {
    const { id, ann, bo } = await halfSigned();
    await stage.db
      .updateTable('tenants')
      .set({ name: `Renamed ${id}` })
      .where('id', '=', tenantId)
      .execute();
    expect(await signedBy(ann)).toBe(true);
    const code = await codeFor(bo);
    const refused = await sign(bo.userId, id, bo.id, { code });
    expect(refused.json()).toMatchObject({
      type: '/problems/agreement-changed',
      displayText: `The agreement has changed. Pat ${ann.surname} will be asked to sign again. Please read it again.`,
    });
    await expectEnded(id, ann);
    expect((await sign(bo.userId, id, bo.id, { code })).json().status).toBe('approved');
    expect((await signAs(id, ann)).json().status).toBe('signed');
  });

  it('is compared by its drawing if the first was signed before documents had keys', async () => {
    const { id, ann, bo } = await halfSigned();
    const older = { documentKey: null };
    await unguarded(stage.db, 'signatures', () =>
      stage.db.updateTable('signatures').set(older).where('agreementId', '=', id).execute(),
    );
    await stage.db.updateTable('agreements').set({ caveatFee: '77.00' }).where('id', '=', id).execute();
    const asked = { code: await codeFor(bo), key: randomUUID() };
    const refused = await sign(bo.userId, id, bo.id, asked);
    expect(refused.json().type).toBe('/problems/agreement-changed');
    await expectEnded(id, ann);
    expect((await sign(bo.userId, id, bo.id, asked)).body).toBe(refused.body);
    expect((await signAs(id, bo)).statusCode).toBe(200);
  });

  it('does not change if the fee of Pay On Success is paid', async () => {
    const { id } = await approved();
    const agreement = await campaignInScope(stage.db, wholeScope, id);
    const signatories = await signatoriesInScope(stage.deps, wholeScope, { agreementId: id });
    const keyWith = async (paymentState: 'none' | 'paid') => {
      const paid = { ...agreement, financeOptionCode: 'pos', serviceFee: 500_00, paymentState } as const;
      return (await agreementPaper(stage.deps, paid, signatories)).key;
    };
    expect(await keyWith('paid')).toBe(await keyWith('none'));
  });
});

describe('an agreement with a name that cannot be printed', () => {
  it('is refused with the name of the field, before a code is sent', async () => {
    const { id, payers } = await approved({ mobiles: ['0417 000 101'] });
    await stage.db.updateTable('signatories').set({ surname: '王' }).where('agreementId', '=', id).execute();
    const refused = await request(payers[0]!.userId, payers[0]!.id, 'sms');
    const words =
      'The agreement cannot be printed, because the name of a payer is not in Latin letters: Pat 王. Please correct it first.';
    expect([refused.statusCode, refused.json().displayText]).toEqual([409, words]);
    const drawn = await stage.as(admin.userId)('GET', `/loan/${id}/download-loan-agreement`);
    expect(drawn.json().displayText).toBe(words);
  });
});

describe('the steps of a payer whose agreement has changed', { timeout: 60_000 }, () => {
  const flowOf = async ({ userId }: Payer, id: number) =>
    (await stage.as(userId)('GET', `/v1/agreements/${id}/flow`)).json();
  const review = async ({ userId }: Payer, id: number, reviewed: string[]) =>
    (await stage.as(userId)('PUT', `/v1/agreements/${id}/flow`, { reviewed })).json();
  const all = ['review-agreement', 'review-terms'];

  it('begin again with the agreement, for those who signed and those who only read it', async () => {
    const { id, payers } = await approved({ mobiles: ['0416 000 101', '0416 000 102'] });
    const [ann, bo] = payers as [Payer, Payer];
    for (const payer of [ann, bo]) {
      await review(payer, id, ['review-agreement']);
      expect((await review(payer, id, all)).current).toBe('sign');
    }
    await signAs(id, ann);
    const code = await codeFor(bo);
    await save(id, { serviceFee: 999 });
    for (const payer of [ann, bo]) expect((await flowOf(payer, id)).current).toBe('review-agreement');
    expect((await sign(bo.userId, id, bo.id, { code })).json().type).toBe('/problems/agreement-changed');
    expect((await request(bo.userId, bo.id, 'sms')).json().type).toBe('/problems/agreement-changed');
    // A page that was opened before sends both steps; only reading the agreement now counts.
    expect((await review(bo, id, all)).current).toBe('review-agreement');
    const { documentKey } = await flowOf(bo, id);
    const put = (key: string) =>
      stage.as(bo.userId)('PUT', `/v1/agreements/${id}/flow`, { reviewed: ['review-agreement'], documentKey: key });
    expect((await put('of the earlier agreement')).json().type).toBe('/problems/agreement-changed');
    expect((await put(documentKey)).json().current).toBe('sign');
    // The terms have not changed, so they are not asked for again.
    expect((await review(bo, id, ['review-agreement'])).current).toBe('sign');
    expect((await signAs(id, bo)).statusCode).toBe(200);
  });
});

describe('an agreement that changes while a payer signs it', { timeout: 60_000 }, () => {
  it('is not signed with a code that was sent for the earlier one', async () => {
    const { id, payers } = await approved({ mobiles: ['0415 000 101'] });
    const ann = payers[0]!;
    const code = await codeFor(ann);
    await save(id, { serviceFee: 999 });
    const refused = await sign(ann.userId, id, ann.id, { code });
    expect(refused.json()).toMatchObject({
      type: '/problems/agreement-changed',
      displayText: 'The agreement has changed since you read it. Please read it again.',
    });
    expect((await signAs(id, ann)).json().status).toBe('signed');
  });

  it('is not signed if it is saved after the code was entered, while it is drawn', async () => {
    const { id, ann, bo } = await halfSigned();
    const { put } = stage.deps.fileStore;
    const asked = { code: await codeFor(bo), key: randomUUID() };
    vi.spyOn(stage.deps.fileStore, 'put').mockImplementationOnce(async (key, bytes) => {
      expect((await save(id, { serviceFee: 999 })).statusCode).toBe(200);
      return put(key, bytes);
    });
    const refused = await sign(bo.userId, id, bo.id, asked);
    expect(refused.json().type).toBe('/problems/agreement-changed');
    expect([await signedBy(ann), await signedBy(bo), await statusOf(id)]).toEqual([false, false, 'approved']);
    await expectEnded(id, ann);
    expect((await sign(bo.userId, id, bo.id, asked)).body).toBe(refused.body);
    await signAs(id, bo);
    expect((await signAs(id, ann)).json().status).toBe('signed');
  });

  it('is signed by everyone in the same words, if both sign while it is saved', async () => {
    const { id, payers } = await approved({ mobiles: ['0415 000 201', '0415 000 202'] });
    const codes = [await codeFor(payers[0]!), await codeFor(payers[1]!)];
    const [saved, ...signed] = await Promise.all([
      save(id, { serviceFee: 999 }),
      ...payers.map((payer, place) => sign(payer.userId, id, payer.id, { code: codes[place]! })),
    ]);
    // Once both have signed, the terms are closed.
    expect([200, 400]).toContain(saved.statusCode);
    for (const answer of signed) expect([200, 409]).toContain(answer.statusCode);
    for (const payer of payers) if (!(await signedBy(payer))) await signAs(id, payer);
    expect(await statusOf(id)).toBe('signed');
    const inForce = (await signaturesOf(id)).filter(({ voidedDate }) => voidedDate === null);
    expect(inForce).toHaveLength(2);
    expect(new Set(inForce.map(({ documentKey }) => documentKey)).size).toBe(1);
    expect(new Set(inForce.map(({ documentSha256 }) => documentSha256)).size).toBe(1);
  });
});

describe('an agreement of a campaign that is declined', { timeout: 60_000 }, () => {
  const setStatus = (id: number, status: string) =>
    stage.as(admin.userId)('POST', `/v1/agreements/${id}/set-status`, { status, reason: 'Not now' });
  const lentFor = async (id: number) =>
    (
      await stage.db
        .selectFrom('campaignBooks')
        .select(['agreed', 'loans'])
        .where('agreementId', '=', id)
        .executeTakeFirstOrThrow()
    ).agreed;

  it('keeps its terms once everyone has signed, so that it is lent as it was signed', async () => {
    const { id, bo } = await halfSigned();
    await signAs(id, bo);
    const signed = (await stage.as(admin.userId)('GET', `/v1/agreements/${id}`)).json();
    const lent = await lentFor(id);
    expect((await setStatus(id, 'rejected')).statusCode).toBe(200);
    for (const change of [{ campaignAdditionalAmount: 5000 }, { interestRate: 20 }, { campaignBudget: 9000 }]) {
      const refused = await save(id, change);
      expect([refused.statusCode, refused.json().type]).toEqual([400, '/problems/not-changeable']);
    }
    expect((await setStatus(id, 'executed')).statusCode).toBe(200);
    expect(await lentFor(id)).toBe(lent);
    const { campaignBorrowedAmount, campaignFinanceInterestRate } = signed;
    const now = (await stage.as(admin.userId)('GET', `/v1/agreements/${id}`)).json();
    expect(now).toMatchObject({ campaignBorrowedAmount, campaignFinanceInterestRate });
  });

  it('ends the first of two signatures if its terms are changed, and writes to nobody', async () => {
    const { id, ann } = await halfSigned();
    await setStatus(id, 'rejected');
    expect((await save(id, { interestRate: 20 })).statusCode).toBe(200);
    expect(await signedBy(ann)).toBe(false);
    expect(await mailsTo(ann)).toEqual([]);
  });
});
