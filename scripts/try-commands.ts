import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CountryCode, countryCodes, defaultCountryCode } from '@kerb/domain/countries/country.ts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { buildWhereStale } from './build.ts';
import { inRoot, root, seconds } from './command.ts';
import { freePort } from './local-server.ts';
import { npm, type Service, whileServing } from './npm-command.ts';

/**
 * Runs each npm command that a document names, in a small size and without a change to the repository.
 */

const scratch = inRoot('.cache', 'try-commands');
const dataDir = join(scratch, 'data');
const journeysDir = (country: CountryCode) => inRoot('.cache', 'e2e', country.toLowerCase());

/**
 * The country whose journeys ran `npm start` on the embedded database before. Their data are copied, so that no second
 * start has to load the demo. Without journeys the first product that starts here loads it.
 */
const countryOfJourneys = countryCodes.find((country) => existsSync(join(journeysDir(country), 'database')));
const COUNTRY = countryOfJourneys ?? defaultCountryCode;

async function product(): Promise<Service & { url: string }> {
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const env = { COUNTRY, PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
  return { args: ['start'], env, readyUrl: `${url}/ready`, url };
}

const textAt = async (address: string): Promise<string> => (await fetch(address)).text();

async function tryStart(): Promise<void> {
  const service = await product();
  await whileServing(service, async () => {
    assert.match(await textAt(`${service.url}/login`), /Mia Mockridge/);
    assert.match(await textAt(service.url), /What it costs/);
    assert.ok((await textAt(`${service.url}/guide`)).includes(`id="settings">{"country":"${COUNTRY}","sandbox":true`));
  });
}

async function tryPictures(): Promise<void> {
  const into = join(scratch, 'pictures');
  const service = await product();
  await whileServing(service, async () => {
    await npm(['run', 'pictures', '--', '--from', service.url, '--into', into, 'calculator', 'needs-you-today'], {
      COUNTRY,
    });
  });
  assert.ok(statSync(join(into, 'needs-you-today.webp')).size > 5_000);
  const pictures = join(into, COUNTRY.toLowerCase());
  assert.deepEqual(readdirSync(pictures), ['calculator.webp']);
  assert.ok(statSync(join(pictures, 'calculator.webp')).size > 5_000);
}

// biome-ignore format: a table
const serverPaths = [
  '/login', '/login.css', '/accept-invitation?token=none', '/pay/none', '/oauth/token', '/v1/session', '/health',
  '/ready', '/card-frame', '/v1/invoices/1/pdf', '/loan/1/download-loan-agreement', '/reports/none',
];

async function answerAt(address: string): Promise<object> {
  const method = address.endsWith('/oauth/token') ? 'POST' : 'GET';
  const { status, headers } = await fetch(address, { method, redirect: 'manual' });
  return { status, type: headers.get('content-type') };
}

async function tryDev(): Promise<void> {
  const { args: _, env, url } = await product();
  const webPort = String(await freePort());
  const webUrl = `http://localhost:${webPort}`;
  const service = { args: ['run', 'dev'], env: { ...env, WEB_PORT: webPort }, readyUrl: `${webUrl}/ready` };
  await whileServing(service, async () => {
    for (const path of serverPaths) assert.deepEqual(await answerAt(webUrl + path), await answerAt(url + path), path);
    assert.match(await textAt(`${webUrl}/payout/none`), /"version":"dev"/);
    assert.match(await textAt(`${webUrl}/src/main.tsx`), /createRoot/);
    assert.match(await textAt(`${webUrl}/src/features/gallery/gallery.screen.tsx`), /Component gallery/);
  });
}

async function tryDoctor(): Promise<void> {
  const { env } = await product();
  const rows: { area: string; state: string }[] = JSON.parse(await npm(['run', '-s', 'doctor', '--', '--json'], env));
  assert.equal(rows.find(({ area }) => area === 'Mode')?.state, 'sandbox');
  assert.deepEqual(
    rows.filter(({ state }) => !['configured', 'sandbox'].includes(state)),
    [],
  );
}

type S3Server = { run: () => Promise<unknown>; close: () => Promise<unknown> };

/** Moves the files of the demo data, which stay in their folder. */
async function tryMoveFiles(): Promise<void> {
  const { env } = await product();
  const S3rver: new (options: object) => S3Server = createRequire(import.meta.url)('@20minutes/s3rver');
  const port = await freePort();
  const directory = join(scratch, 'bucket');
  const configureBuckets = [{ name: 'kerb-files' }];
  const s3 = new S3rver({ address: '127.0.0.1', port, directory, silent: true, vhostBuckets: false, configureBuckets });
  await s3.run();
  const bucket = { FILES_S3_BUCKET: 'kerb-files', FILES_S3_ENDPOINT: `http://127.0.0.1:${port}` };
  const credentials = { FILES_S3_ACCESS_KEY_ID: 'S3RVER', FILES_S3_SECRET_ACCESS_KEY: 'S3RVER' };
  try {
    const printed = await npm(['run', '-s', 'move-files'], { ...env, ...bucket, ...credentials });
    const [, files = '0', copied = '0'] = /^All (\d+) files are in the bucket: (\d+) copied/m.exec(printed) ?? [];
    assert.ok(Number(files) > 0, printed);
    assert.equal(copied, files);
  } finally {
    await s3.close();
  }
}

/** After the others that sign in: on the embedded engine no server may run meanwhile. */
async function tryEndSignIns(): Promise<void> {
  const { env } = await product();
  assert.match(await npm(['run', '-s', 'end-sign-ins', '--', '--all'], env), /^Sign-ins ended: \d+\.$/m);
}

async function tryCheckBooks(): Promise<void> {
  const { env } = await product();
  assert.match(await npm(['run', '-s', 'check-books'], env), /^The books are right\./m);
}

async function tryVerifyLog(): Promise<void> {
  const { env } = await product();
  assert.match(await npm(['run', '-s', 'verify-log'], env), /^The log is as it was written\.$/m);
}

/** The sample is right, and a copy of it with one changed byte is not. */
async function tryVerify(): Promise<void> {
  const sample = inRoot('docs', 'samples', 'signed-agreement.pdf');
  const evidence = inRoot('docs', 'samples', 'evidence.json');
  assert.match(
    await npm(['run', '-s', 'verify', '--', sample, evidence]),
    /^Everything that can be checked is right\.$/m,
  );
  const bytes = readFileSync(sample);
  bytes.writeUInt8(bytes.readUInt8(1_000) ^ 1, 1_000);
  const changed = join(scratch, 'changed.pdf');
  writeFileSync(changed, bytes);
  await assert.rejects(npm(['run', '-s', 'verify', '--', changed]));
}

/** One step is enough: `npm test` has run all three. */
async function tryCheck(): Promise<void> {
  assert.match(await npm(['run', '-s', 'check', '--', 'types']), /^types .*ok/m);
}

async function tryBench(): Promise<void> {
  const printed = await npm(['run', '-s', 'bench', '--', '--sizes', '1k,10k', '--quick']);
  assert.match(printed, /^Took /m);
}

const generatedDocuments = (): Record<string, string> => {
  const folder = inRoot('docs', 'generated');
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
};

async function tryDocs(): Promise<void> {
  const before = generatedDocuments();
  await npm(['run', 'docs']);
  assert.deepEqual(generatedDocuments(), before);
}

async function tryOpenapi(): Promise<void> {
  const document = JSON.parse(await npm(['run', '-s', 'openapi']));
  const { valid, errors } = await new Validator().validate(document);
  assert.ok(valid, JSON.stringify(errors));
}

async function tryMigration(): Promise<void> {
  const printed = await npm(['run', '-s', 'migration', 'tried-table', '--', '--into', scratch]);
  const [path = ''] = printed.split('\n');
  assert.match(path, /\/\d{4}-tried-table\.ts$/);
  const { up }: { up?: unknown } = await import(pathToFileURL(path).href);
  assert.equal(typeof up, 'function');
}

// A changed file fails, because the repository is compared at the end.
async function tryDbTypes(): Promise<void> {
  await npm(['run', 'db-types']);
}

async function tryMutation(): Promise<void> {
  const printed = await npm(['run', '-s', 'mutation', '--', 'domain/src/loans/fees.ts']);
  assert.match(printed, /^[1-9]\d* mutants;/m);
}

async function tryFaults(): Promise<void> {
  const printed = await npm(['run', '-s', 'faults', '--', '--short', 'recovery'], { NO_COLOR: '1' });
  assert.match(printed, /Tests {2}1 passed/);
}

/** One round of short sequences, on a PostgreSQL of its own. The seed is fixed, so that CI does not fail by chance. */
async function trySoak(): Promise<void> {
  const size = ['--seed', '1', '--country', 'NZ', '--sequences', '2', '--commands', '4'];
  assert.match(await npm(['run', '-s', 'soak', '--', ...size]), /^2 sequences, \d+ steps, 0 failures$/m);
}

/** One walk in each browser that this machine has. CI does not install them. */
async function tryBrowsers(): Promise<void> {
  const { env } = await product();
  const printed = await npm(['run', '-s', 'browsers', '--', '--available', '--short'], env);
  const walked = printed.match(/: a payer pays by card/g)?.length ?? 0;
  const absent = printed.match(/ is not installed\./g)?.length ?? 0;
  assert.equal(walked + absent, 2, printed);
}

type Try = { lane: 'product' | 'measures'; run: () => Promise<void> };

/**
 * The check of each script, by name. `npm test` is not here, because `.ci/run` runs it first. The commands of one lane
 * run one after the other, and the two lanes in parallel. The first lane shares the demo data and generated files.
 */
// biome-ignore format: a table
export const tries: Record<string, Try> = {
  start:      { lane: 'product',  run: tryStart },
  doctor:     { lane: 'product',  run: tryDoctor },
  pictures:   { lane: 'product',  run: tryPictures },
  dev:        { lane: 'product',  run: tryDev },
  browsers:   { lane: 'product',  run: tryBrowsers },
  'move-files': { lane: 'product', run: tryMoveFiles },
  'end-sign-ins': { lane: 'product', run: tryEndSignIns },
  'check-books': { lane: 'product', run: tryCheckBooks },
  'verify-log': { lane: 'product', run: tryVerifyLog },
  verify:     { lane: 'measures', run: tryVerify },
  docs:       { lane: 'product',  run: tryDocs },
  'db-types': { lane: 'product',  run: tryDbTypes },
  check:      { lane: 'product',  run: tryCheck },
  bench:      { lane: 'measures', run: tryBench },
  mutation:   { lane: 'measures', run: tryMutation },
  faults:     { lane: 'measures', run: tryFaults },
  soak:       { lane: 'measures', run: trySoak },
  openapi:    { lane: 'measures', run: tryOpenapi },
  migration:  { lane: 'measures', run: tryMigration },
};

type Tried = { name: string; isPassed: boolean };

async function tryOne([name, { run }]: [string, Try]): Promise<Tried> {
  const since = performance.now();
  const problem = await run().then(
    () => undefined,
    (error: unknown) => error,
  );
  console.log(`${name.padEnd(10)} ${problem === undefined ? 'ok' : 'FAILED'}  ${seconds(since)}`);
  if (problem !== undefined) console.error(problem);
  return { name, isPassed: problem === undefined };
}

async function tryInTurn(lane: [string, Try][]): Promise<Tried[]> {
  const results: Tried[] = [];
  for (const each of lane) results.push(await tryOne(each));
  return results;
}

const changesOfRepository = (): string => execFileSync('git', ['status', '--porcelain'], { cwd: root }).toString();

async function tryAll(chosen: [string, Try][]): Promise<boolean> {
  const before = changesOfRepository();
  // `start` and `bench` build the web if it is stale. Both at once would write to the same folder.
  if ((await buildWhereStale()) !== 0) return false;
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  if (countryOfJourneys) cpSync(journeysDir(countryOfJourneys), dataDir, { recursive: true });
  const lanes = Object.values(Object.groupBy(chosen, ([, { lane }]) => lane)).map(tryInTurn);
  const results = (await Promise.all(lanes)).flat();
  const failed = results.filter(({ isPassed }) => !isPassed).map(({ name }) => name);
  rmSync(scratch, { recursive: true });
  const isUnchanged = changesOfRepository() === before;
  if (!isUnchanged) console.error(`A command changed the repository:\n${changesOfRepository()}`);
  if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`);
  return isUnchanged && failed.length === 0;
}

if (import.meta.main) {
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !(name in tries));
  if (unknown.length > 0) {
    console.error(`No command ${unknown.join(', ')}. The commands are ${Object.keys(tries).join(', ')}.`);
    process.exit(1);
  }
  const chosen = Object.entries(tries).filter(([name]) => names.length === 0 || names.includes(name));
  process.exitCode = (await tryAll(chosen)) ? 0 : 1;
}
