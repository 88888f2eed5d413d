import { createHash } from 'node:crypto';
import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { stampDocuments } from '@kerb/server/features/signing/stamp-documents.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { noRevocations } from '@kerb/server/platform/pdf-signature/revocations.ts';
import { verifyPdf } from '@kerb/server/platform/pdf-signature/verify-pdf.ts';
import { TimeStampsUnavailable } from '@kerb/server/platform/ports/time-stamps.ts';
import { describe, expect, it } from 'vitest';
import { type Payer, signingSteps, startSigningFixture } from '../../../test/signing-fixture.ts';

const fixture = await startSigningFixture();
const { stage, admin } = fixture;
const { approved, signAs, statusOf } = signingSteps(fixture);
const { timeStamps: working } = stage.deps;

async function storedPdf(id: number): Promise<Buffer> {
  const url = `/v1/attachments?agreementId=${id}&purpose=lending-agreement`;
  const documents = (await stage.as(admin.userId)('GET', url)).json().items;
  expect(documents).toHaveLength(1);
  return (await stage.as(admin.userId)('GET', `${documents[0].asset.href}/content`)).rawPayload;
}
const hashOf = (pdf: Buffer) => createHash('sha256').update(pdf).digest('hex');
const isGenuine = async (pdf: Buffer) =>
  (await stage.as(null)('GET', `/v1/verify?hash=${hashOf(pdf)}`)).json().isGenuine;
const isRight = (pdf: Buffer) => verifyPdf(pdf).findings.every(({ state }) => state !== 'failed');
const waiting = async () =>
  (await stage.db.selectFrom('documentStamps').select('signedDocumentId').where('stampedDate', 'is', null).execute())
    .length;

async function signedBy(timeStamps: typeof working) {
  stage.deps.timeStamps = timeStamps;
  const { id, payers } = await approved({ mobiles: [null] });
  const answer = await signAs(id, payers[0] as Payer);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(await statusOf(id)).toBe('signed');
  return id;
}
const down = {
  stamp: async () => {
    throw new TimeStampsUnavailable('The time-stamp authority could not be reached.');
  },
  revocations: async () => noRevocations,
};

describe('a signed agreement', () => {
  it('has a time stamp at once if the authority answers', { timeout: 60_000 }, async () => {
    const pdf = await storedPdf(await signedBy(working));
    expect(isRight(pdf)).toBe(true);
    expect(verifyPdf(pdf).timeStamp).not.toBeNull();
    expect(await waiting()).toBe(0);
  });

  it('is signed although the authority is down, and is stamped once it answers', { timeout: 60_000 }, async () => {
    const id = await signedBy(down);
    const before = await storedPdf(id);
    expect([isRight(before), verifyPdf(before).timeStamp]).toEqual([true, null]);
    expect(await waiting()).toBe(1);
    await stampDocuments(stage.deps).catch(() => undefined);
    expect(await waiting()).toBe(1);
    expect((await storedPdf(id)).equals(before)).toBe(true);

    stage.deps.timeStamps = working;
    await stampDocuments(stage.deps);
    expect(await waiting()).toBe(1);
    await stampDocuments(stage.deps, addMinutes(realNow(), 5));
    expect(await waiting()).toBe(0);
    const after = await storedPdf(id);
    expect(isRight(after)).toBe(true);
    expect(verifyPdf(after).timeStamp).not.toBeNull();
    // The copy that was sent before is as genuine as the stamped one.
    expect([await isGenuine(before), await isGenuine(after)]).toEqual([true, true]);
    const changed = Buffer.from(after);
    changed[500]! ^= 1;
    expect(await isGenuine(changed)).toBe(false);
    await stampDocuments(stage.deps);
    expect((await storedPdf(id)).equals(after)).toBe(true);
    const entries = await stage.db
      .selectFrom('logEntries')
      .select('description')
      .where('targetAgreementId', '=', id)
      .where('description', '=', 'Time stamp added to the signed agreement')
      .execute();
    expect(entries).toHaveLength(1);
  });

  it('has none, and waits for none, if no authority is configured', { timeout: 60_000 }, async () => {
    const pdf = await storedPdf(await signedBy(null));
    expect([isRight(pdf), verifyPdf(pdf).timeStamp, await waiting()]).toEqual([true, null, 0]);
  });
});
