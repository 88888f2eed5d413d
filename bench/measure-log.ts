import { openPostgres } from '@kerb/server/platform/database/database.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import { sealLog } from '@kerb/server/platform/log-chain/seal-log.ts';
import { verifyLog } from '@kerb/server/platform/log-chain/verify-log.ts';
import pg from 'pg';
import { createDatabase, runOn } from './generate.ts';
import { quantile } from './load.ts';
import type { Pace } from './pace.ts';
import { megabytes, type Row, type Section, times, whole } from './report.ts';
import type { Stage } from './stage.ts';

const writers = 8;
const tenantCount = 400;
const sealEveryMs = 1_000;
const mostVerifyMs = 300_000;
const mostGrowth = 64 * 1_048_576;

const data = `'{"campaignBudget": {"before": 4200, "after": 5200}, "note": {"before": null, "after": "Called."}}'`;
const insert = `
  insert into log_entries (date, user_id, user_name, activity_code, description, log_data, target_tenant_id, ip_address)
  values (now(), 7, 'Sam Smith', 'campaign_update', 'Campaign updated', ${data}, $1, '203.0.113.7')`;

/** Each entry is its own transaction, with fsync on. */
async function keepWriting(client: pg.Client, writer: number, until: number): Promise<number> {
  let written = 0;
  for (; performance.now() < until; written += 1)
    await client.query(insert, [1 + ((written * writers + writer) % tenantCount)]);
  return written;
}

/** The sealing as the product does it: once a second, in a process that has other work. */
function startSealing(db: Parameters<typeof sealLog>[0]): () => Promise<void> {
  let isOver = false;
  const run = async () => {
    while (!isOver) {
      await sealLog(db);
      await new Promise((resolve) => setTimeout(resolve, sealEveryMs));
    }
  };
  const running = run();
  return async () => {
    isOver = true;
    await running;
  };
}

type Measured = { clients: pg.Client[]; db: Parameters<typeof sealLog>[0]; pace: Pace };

async function entriesPerSecond({ clients, db, pace }: Measured, isSealed: boolean): Promise<number> {
  const stop = isSealed ? startSealing(db) : async () => {};
  const started = performance.now();
  const counts = await Promise.all(
    clients.map((client, writer) => keepWriting(client, writer, started + pace.writerRoundMs)),
  );
  const speed = (counts.reduce((sum, count) => sum + count, 0) * 1_000) / (performance.now() - started);
  await stop();
  return speed;
}

async function compareWriters(measured: Measured): Promise<Row[]> {
  await entriesPerSecond(measured, true);
  const [sealed, plain]: [number[], number[]] = [[], []];
  // Alternately, and each first in turn, so that other load on the machine affects both.
  for (let round = 0; round < 2 * measured.pace.writerRounds; round += 1) {
    for (const isSealed of round % 2 === 0 ? [true, false] : [false, true]) {
      (isSealed ? sealed : plain).push(await entriesPerSecond(measured, isSealed));
      // The next measurement does not seal the entries of this one.
      await sealLog(measured.db);
    }
  }
  const [withChain, without] = [quantile(sealed, 0.5), quantile(plain, 0.5)];
  const ratio = quantile(
    sealed.map((speed, round) => speed / (plain[round] ?? speed)),
    0.5,
  );
  return [
    { cells: ['entries per second while they are sealed', whole(withChain), '', ''] },
    { cells: ['the same without sealing', whole(without), times(ratio), '≥ 0.90 ×'], isMet: ratio >= 0.9 },
  ];
}

/** Entries of one organisation after the other, as many as the pace says. */
async function fillLog(client: pg.Client, count: number): Promise<void> {
  const chunk = 100_000;
  for (let from = 1; from <= count; from += chunk) {
    await client.query(`
      insert into log_entries (date, user_id, user_name, activity_code, description, log_data, target_tenant_id)
      select now(), n, 'Sam Smith', 'campaign_update', 'Campaign updated', ${data}, 1 + n % ${tenantCount}
      from generate_series(${from}, ${Math.min(from + chunk - 1, count)}) n`);
  }
  await client.query('vacuum analyze log_entries');
}

/** The memory of this process after a collection, if it can be asked for, at most. */
function watchMemory(): () => number {
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 100);
  return () => {
    clearInterval(timer);
    return most - before;
  };
}

async function verifyMany({ clients, db, pace }: Measured): Promise<Row[]> {
  await fillLog(clients[0]!, pace.logEntries);
  const sealStart = performance.now();
  await sealLog(db);
  const sealMs = performance.now() - sealStart;
  const growth = watchMemory();
  const { entryCount, brokenCount, startedDate, endedDate } = await verifyLog(db);
  const grown = growth();
  const verifyMs = Date.parse(endedDate) - Date.parse(startedDate);
  return [
    { cells: ['existing entries sealed per second', whole((pace.logEntries * 1_000) / sealMs), '', ''] },
    {
      cells: [`verification of ${whole(entryCount)} entries`, `${(verifyMs / 1_000).toFixed(1)} s`, '', '≤ 300 s'],
      isMet: verifyMs <= mostVerifyMs,
    },
    { cells: ['memory that it takes at most', megabytes(grown), '', '≤ 64 MB'], isMet: grown <= mostGrowth },
    {
      cells: ['the log is as it was written', brokenCount === 0 ? 'yes' : 'no', '', 'yes'],
      isMet: brokenCount === 0,
      isExact: true,
    },
  ];
}

/** What the hash chain of the audit log costs, in a temporary database. */
export async function measureLog({ cluster, pace }: Pick<Stage, 'cluster' | 'pace'>): Promise<Section> {
  const name = 'kerb_log';
  const connectionString = await createDatabase(cluster, name);
  const clients = Array.from({ length: writers }, () => new pg.Client({ connectionString }));
  const { db, close } = openPostgres(connectionString, 2, silentLog);
  try {
    await Promise.all(clients.map((client) => client.connect()));
    const measured = { clients, db, pace };
    return {
      title: 'The chain of the audit log',
      about: `${writers} connections write log entries of ${tenantCount} organisations, each its own transaction with
fsync on, while the entries are sealed once a second; and the verification of a whole log.`,
      columns: ['figure', 'measured', 'ratio', 'target'],
      rows: [...(await compareWriters(measured)), ...(await verifyMany(measured))],
    };
  } finally {
    await Promise.all(clients.map((client) => client.end()));
    await close();
    await runOn(cluster, `drop database ${name} with (force)`);
  }
}
