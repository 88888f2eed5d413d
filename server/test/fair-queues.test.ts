import { Worker } from 'node:worker_threads';
import { limits } from '@kerb/server/platform/limits/throttle.ts';
import type { PdfDocument } from '@kerb/server/platform/pdf/pdf-document.ts';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aForm } from './multipart.ts';
import { signingSteps, startSigningFixture } from './signing-fixture.ts';
import { aWordDocument } from './zip.ts';

const fixture = await startSigningFixture();
const { stage, tenantId, admin } = fixture;
const { approved, codeFor, sign } = signingSteps(fixture);

/** Each drawing begins when its document is sent to a thread. */
const toThread = vi.spyOn(Worker.prototype, 'postMessage');
const begun = () => toThread.mock.calls.map(([document]) => (document as PdfDocument).footer);
/** How many drawings began before the campaign's. */
function placeOf(agreementId: number): number {
  const place = begun().findIndex((footer) => footer.includes(`AU${agreementId}`));
  if (place < 0) throw new Error('the document was never drawn');
  return place;
}
afterAll(() => toThread.mockRestore());

beforeEach(async () => {
  await stage.db.deleteFrom('throttles').execute();
});

const path = (id: number) => `/loan/${id}/download-loan-agreement`;

/** A payer with an approved application, signed in. */
async function aPayer(mobile: string) {
  const { id, payers } = await approved({ mobiles: [mobile] });
  const payer = payers[0]!;
  const call = stage.as(payer.userId);
  await call('GET', '/v1/session');
  return { id, payer, download: () => call('GET', path(id)) };
}

/** The requests for files of one person that are in progress at the same time. */
const mostAtOnce = 6;
const aLot = Buffer.alloc(2 * 1_048_576);

const isPdf = ({ statusCode, rawPayload }: LightMyRequestResponse) =>
  statusCode === 200 && rawPayload.subarray(0, 5).toString() === '%PDF-';
const isBusy = ({ statusCode, headers }: LightMyRequestResponse) =>
  statusCode === 503 && Number(headers['retry-after']) > 0;

describe('150 downloads at once', () => {
  it('by one payer leave another payer’s download and their own signature alone', { timeout: 60_000 }, async () => {
    const [ann, bob] = [await aPayer('0412 000 901'), await aPayer('0412 000 902')];
    const code = await codeFor(ann.payer);
    toThread.mockClear();
    const many = Array.from({ length: 150 }, ann.download);
    const bobs = bob.download();
    const signed = sign(ann.payer.userId, ann.id, ann.payer.id, { code });
    expect(isPdf(await bobs)).toBe(true);
    expect((await signed).statusCode, (await signed).body).toBe(200);
    const answers = await Promise.all(many);
    expect(answers.filter((answer) => !isPdf(answer) && !isBusy(answer))).toEqual([]);
    expect(answers.filter(isPdf).length).toBeGreaterThanOrEqual(mostAtOnce);
    expect(placeOf(bob.id)).toBeLessThanOrEqual(2);
  });

  it('of different documents begin at most two before another person’s', { timeout: 60_000 }, async () => {
    const bob = await aPayer('0412 000 905');
    const ids: number[] = [];
    for (let place = 0; place < 7; place += 1) ids.push((await aPayer(`0412 000 91${place}`)).id);
    const call = stage.as(admin.userId);
    await call('GET', '/v1/session');
    toThread.mockClear();
    const many = Array.from({ length: 150 }, (_, place) => call('GET', path(ids[place % ids.length]!)));
    const bobs = bob.download();
    expect(isPdf(await bobs)).toBe(true);
    const answers = await Promise.all(many);
    expect(answers.filter((answer) => !isPdf(answer) && !isBusy(answer))).toEqual([]);
    expect(placeOf(bob.id)).toBeLessThanOrEqual(2);
    expect(new Set(begun()).size).toBe(8);
  });
});

describe('drawings', () => {
  it('of one person are rate limited, and the same document is drawn once', async () => {
    const cat = await aPayer('0412 000 903');
    toThread.mockClear();
    for (let times = 0; times < 3; times += 1) expect(isPdf(await cat.download())).toBe(true);
    expect(begun()).toHaveLength(1);
    await stage.db.updateTable('throttles').set({ count: limits.drawingsPerPerson.most }).execute();
    expect(isPdf(await cat.download())).toBe(true);
    await stage.db.updateTable('agreements').set({ serviceFee: '551.00' }).where('id', '=', cat.id).execute();
    expect((await cat.download()).statusCode).toBe(429);
  });
});

describe('12 documents that take long to inspect, by one person', () => {
  it('leave another person’s upload third in line at worst', async () => {
    const dan = await fixture.build.aPerson('tenant_user', { tenantId, as: 'employee' });
    const slow = aWordDocument(...Array.from({ length: 4 }, (_, place) => ({ name: `b${place}`, content: aLot })));
    const upload = (userId: number, value: Buffer) => {
      const { payload, headers } = aForm(
        { name: 'tenantId', value: String(tenantId) },
        { name: 'asset', value, fileName: 'plan.docx' },
      );
      return stage.as(userId)('POST', '/v1/assets', payload, headers);
    };
    const ended: string[] = [];
    const noted = async (name: string, answer: Promise<LightMyRequestResponse>) => {
      expect((await answer).statusCode, (await answer).body).toBe(201);
      ended.push(name);
    };
    const many = Array.from({ length: 12 }, () => noted('dan', upload(dan.userId, slow)));
    const other = noted('other', upload(fixture.manager.userId, aWordDocument()));
    await Promise.all([...many, other]);
    expect(ended.indexOf('other')).toBeLessThanOrEqual(2);
  });
});
