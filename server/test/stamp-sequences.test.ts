import { createHash } from 'node:crypto';
import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { stampDocuments } from '@kerb/server/features/signing/stamp-documents.ts';
import { verifyDocument } from '@kerb/server/features/signing/verify-document.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { noRevocations } from '@kerb/server/platform/pdf-signature/revocations.ts';
import { verifyPdf } from '@kerb/server/platform/pdf-signature/verify-pdf.ts';
import { TimeStampsUnavailable } from '@kerb/server/platform/ports/time-stamps.ts';
import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Stage } from './harness.ts';
import { type Payer, signingSteps, startSigningFixture } from './signing-fixture.ts';

/**
 * Random sequences of the job that stamps signed agreements: the authority is down, a server dies before or after any
 * call of the authority or of the file store, and two servers run the job at the same time. SEQUENCES draws more.
 */
const sequences = Number(process.env.SEQUENCES ?? 5);

let fixture: Awaited<ReturnType<typeof startSigningFixture>>;
let stage: Stage;
let working: NonNullable<Deps['timeStamps']>;
beforeAll(async () => {
  fixture = await startSigningFixture({ env: { LOG_LEVEL: 'silent' } });
  stage = fixture.stage;
  working = stage.deps.timeStamps!;
});

const down: typeof working = {
  stamp: async () => {
    throw new TimeStampsUnavailable('The time-stamp authority could not be reached.');
  },
  revocations: async () => noRevocations,
};

/** Every run is a day after the one before: each document that failed is due again. */
let days = 0;
const nextDay = () => {
  days += 1;
  return addMinutes(realNow(), days * 24 * 60);
};

type Fault = { at: number; how: 'dies before' | 'dies after' | 'fails'; turns: number };

/** A server whose call number `at` to the outside goes wrong. One that dies does nothing more, not even `finally`. */
function aServer(timeStamps: typeof working, { at, how, turns }: Fault) {
  const { fileStore } = stage.deps;
  const death = Promise.withResolvers<void>();
  const die = () => {
    death.resolve();
    return new Promise<never>(() => undefined);
  };
  let calls = 0;
  const through =
    <Args extends unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      calls += 1;
      const isWrong = calls === at;
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      if (isWrong && how === 'fails') throw new Error('a failure of a test');
      if (isWrong && how === 'dies before') return die();
      const answer = await call(...args);
      return isWrong ? die() : answer;
    };
  const deps: Deps = {
    ...stage.deps,
    timeStamps: { stamp: through(timeStamps.stamp), revocations: through(timeStamps.revocations) },
    fileStore: { get: through(fileStore.get), put: through(fileStore.put), remove: through(fileStore.remove) },
  };
  return { run: () => Promise.race([stampDocuments(deps, nextDay()).catch(() => undefined), death.promise]) };
}

async function storedPdf(id: number): Promise<Buffer> {
  const asAdmin = stage.as(fixture.admin.userId);
  const documents = (await asAdmin('GET', `/v1/attachments?agreementId=${id}&purpose=lending-agreement`)).json().items;
  expect(documents).toHaveLength(1);
  const answer = await asAdmin('GET', `${documents[0].asset.href}/content`);
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

async function isGenuine(pdf: Buffer): Promise<boolean> {
  const hash = createHash('sha256').update(pdf).digest('hex');
  // Without the endpoint, whose rate limit a long sequence would meet.
  return (await verifyDocument(stage.deps, { hash })).isGenuine;
}

const stampEntries = async (id: number): Promise<number> =>
  (
    await stage.db
      .selectFrom('logEntries')
      .select('id')
      .where('targetAgreementId', '=', id)
      .where('description', '=', 'Time stamp added to the signed agreement')
      .execute()
  ).length;

type Signed = { id: number; first: Buffer };

/** An agreement that is signed while the authority does not answer. */
async function signedWithoutStamp(): Promise<Signed> {
  const { approved, signAs, statusOf } = signingSteps(fixture);
  stage.deps.timeStamps = down;
  const { id, payers } = await approved({ mobiles: [null] });
  expect((await signAs(id, payers[0] as Payer)).statusCode).toBe(200);
  expect(await statusOf(id)).toBe('signed');
  return { id, first: await storedPdf(id) };
}

/** The file can always be read and is right. It is the first one, or has one stamp, which is logged once. */
async function check({ id, first }: Signed): Promise<boolean> {
  const pdf = await storedPdf(id);
  const { findings, timeStamp } = verifyPdf(pdf);
  expect(findings.filter(({ state }) => state === 'failed')).toEqual([]);
  expect([await isGenuine(pdf), await isGenuine(first)]).toEqual([true, true]);
  expect(pdf.equals(first)).toBe(timeStamp === null);
  expect(await stampEntries(id)).toBe(timeStamp === null ? 0 : 1);
  return timeStamp !== null;
}

const fault = fc.record({
  at: fc.nat(12),
  how: fc.constantFrom('dies before' as const, 'dies after' as const, 'fails' as const),
  turns: fc.nat(6),
});
const step = fc.record({ isUp: fc.boolean(), servers: fc.array(fault, { minLength: 1, maxLength: 3 }) });

it('each signature gets exactly one time stamp, whatever happens on the way', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 5 }), async (steps) => {
      const documents = [await signedWithoutStamp(), await signedWithoutStamp()];
      const wereStamped = documents.map(() => false);
      for (const { isUp, servers } of steps) {
        await Promise.all(servers.map((each) => aServer(isUp ? working : down, each).run()));
        for (const [place, document] of documents.entries()) {
          const isStamped = await check(document);
          // A stamp never goes away, and none appears while the authority is down.
          if (wereStamped[place]) expect(isStamped).toBe(true);
          else if (isStamped) expect(isUp).toBe(true);
          wereStamped[place] = isStamped;
        }
      }
      stage.deps.timeStamps = working;
      await stampDocuments(stage.deps, nextDay());
      expect([await check(documents[0]!), await check(documents[1]!)]).toEqual([true, true]);
      const last = await storedPdf(documents[0]!.id);
      await stampDocuments(stage.deps, nextDay());
      expect((await storedPdf(documents[0]!.id)).equals(last)).toBe(true);
    }),
    { numRuns: sequences, endOnFailure: true },
  );
}, 240_000);

it('a server that comes second reports no failure', async () => {
  const document = await signedWithoutStamp();
  const { fileStore } = stage.deps;
  stage.deps.timeStamps = working;
  const second: Deps = {
    ...stage.deps,
    // Before this server reads the file, another one stamps the document and removes that file.
    fileStore: {
      ...fileStore,
      get: async (key) => {
        await stampDocuments(stage.deps, nextDay());
        return fileStore.get(key);
      },
    },
  };
  await stampDocuments(second, nextDay());
  expect(await check(document)).toBe(true);
});
