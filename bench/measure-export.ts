import { spawn } from 'node:child_process';
import pg from 'pg';
import type { Statement } from '../server/test/record-statements.ts';
import { type Case, pathOf } from './cases.ts';
import { runOn, type Size, sizes } from './generate.ts';
import { adminUser } from './generate-people.ts';
import { quantile } from './load.ts';
import type { Outside } from './product.ts';
import { recordStatements } from './record-statements.ts';
import { megabytes, ms, type Row, type Section, times, whole } from './report.ts';
import type { Stage } from './stage.ts';

const everyMs = 10;

/** A hundred thousand campaigns or more: all campaigns, or only the cancelled ones of millions. */
const isMillions = (size: Size): boolean => sizes[size] >= 1_000_000;
const exported = (size: Size): Case => ({
  group: 'All Campaigns',
  what: 'as a spreadsheet',
  userId: adminUser,
  query: isMillions(size) ? { status: 'cancelled' } : {},
});

type Exported = { records: number; bytes: number; firstByteMs: number; totalMs: number; grownBytes: number };

/** Downloads an export as a browser would, and measures the server's memory meanwhile. */
export async function takeFile(outside: Outside, path: string): Promise<Exported> {
  const { headers } = await outside.signIn(adminUser);
  const before = outside.memoryBytes();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, outside.memoryBytes());
  }, everyMs);
  try {
    const started = performance.now();
    const answer = await fetch(outside.url + path, { headers: { ...headers, accept: 'text/csv' } });
    if (!answer.ok || !answer.body) throw new Error(`the export answered ${answer.status}`);
    const file = { records: -1, bytes: 0, firstByteMs: 0 };
    for await (const piece of answer.body) {
      file.firstByteMs ||= performance.now() - started;
      file.bytes += piece.length;
      file.records += countLines(piece);
    }
    return { ...file, totalMs: performance.now() - started, grownBytes: most - before };
  } finally {
    clearInterval(watch);
  }
}

const lineFeed = 10;
function countLines(piece: Uint8Array): number {
  let lines = 0;
  for (let place = piece.indexOf(lineFeed); place >= 0; place = piece.indexOf(lineFeed, place + 1)) lines += 1;
  return lines;
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(',')}}`);
  return typeof value === 'number' ? String(value) : pg.escapeLiteral(String(value));
}

/** COPY takes no parameters, so the parameters are written into the cursor's select. */
function selectOf(statements: Statement[]): string {
  const cursor = statements.find(({ text }) => /^declare \w+ no scroll cursor for /.test(text));
  if (!cursor) throw new Error('the export opened no cursor');
  const select = cursor.text.replace(/^declare \w+ no scroll cursor for /, '');
  return select.replace(/\$(\d+)/g, (_, place: string) => literal(cursor.values[Number(place) - 1]));
}

async function copyMs(databaseUrl: string, select: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const started = performance.now();
  const args = ['--no-psqlrc', databaseUrl, '-c', `copy (${select}) to stdout`];
  const child = spawn('psql', args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, PGTZ: 'UTC' } });
  child.stdout.resume();
  child.once('error', reject);
  child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`psql ended with ${code}`))));
  await promise;
  return performance.now() - started;
}

function rowsFrom(files: Exported[], copies: number[]): Row[] {
  const median = (of: keyof Exported) =>
    quantile(
      files.map((file) => file[of]),
      0.5,
    );
  const ratio = quantile(copies, 0.5) / median('totalMs');
  const grown = Math.max(...files.map(({ grownBytes }) => grownBytes));
  // biome-ignore format: a table
  return [
    { cells: ['records', whole(median('records')), '', ''] },
    { cells: ['speed against COPY', `${ms(median('totalMs'))} against ${ms(quantile(copies, 0.5))}`, times(ratio), '≥ 0.5 ×'], isMet: ratio >= 0.5 },
    { cells: ['time to first byte', ms(median('firstByteMs')), '', '< 200 ms'], isMet: median('firstByteMs') < 200 },
    { cells: ['file size', megabytes(median('bytes')), '', ''] },
    { cells: ['growth of the server’s memory', megabytes(grown), '', '< 40 MB'], isMet: grown < 40 * 1_048_576 },
  ];
}

/** All Campaigns as a CSV export. */
export async function measureExport({ large, pace }: Stage): Promise<Section> {
  const { size, url, inside, outside } = large;
  // Exports are rate limited for each person. Frequent benchmark runs must not hit the limit.
  await runOn(url, 'delete from throttles');
  const path = pathOf(exported(size));
  const signedIn = await inside.signIn(adminUser);
  const accept = { ...signedIn, headers: { ...signedIn.headers, accept: 'text/csv' } };
  const select = selectOf(await recordStatements(() => inside.get(path, accept)));
  const files: Exported[] = [];
  const copies: number[] = [];
  for (let run = 0; run < pace.files; run++) {
    files.push(await takeFile(outside, path));
    copies.push(await copyMs(url, select));
  }
  return {
    title: 'All Campaigns as a CSV export',
    about: `${isMillions(size) ? `The cancelled campaigns of ${size}` : 'All campaigns'}, exported by the server to a fast
client, compared with psql's \`COPY\` of the same statement.`,
    columns: ['figure', 'measured', 'ratio', 'target'],
    rows: rowsFrom(files, copies),
  };
}
