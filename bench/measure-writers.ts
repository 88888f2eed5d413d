import pg from 'pg';
import { fill } from './fill.ts';
import { createDatabase, runOn, sizes } from './generate.ts';
import { adminUser, organisationCount, tenants } from './generate-people.ts';
import { quantile } from './load.ts';
import type { Pace } from './pace.ts';
import { type Row, type Section, times, whole } from './report.ts';
import type { Stage } from './stage.ts';

const writers = 8;

const create = `
  insert into agreements (tenant_id, budget_owner_tenant_id, created_by_user_id, created_date, status, name,
    last_update_date, campaign_budget, campaign_budget_funds_purpose)
  values ($1, $1, ${adminUser}, now(), 2, $2, now(), 5000, 'marketing') returning id`;
const move = `
  update agreements set status = 3, sent_date = now(), status_last_update = now(), version = version + 1 where id = $1`;

/** Creates and sends campaigns until the given time. Each step is its own transaction. */
async function keepWriting(client: pg.Client, writer: number, until: number): Promise<number> {
  let transactions = 0;
  for (let turn = writer; performance.now() < until; turn += writers) {
    const tenant = tenants.largest + (turn % organisationCount);
    const { rows } = await client.query<{ id: number }>(create, [tenant, `${turn} Wattle St, Yass`]);
    await client.query(move, [rows[0]?.id]);
    transactions += 2;
  }
  return transactions;
}

async function transactionsPerSecond(clients: pg.Client[], roundMs: number): Promise<number> {
  const started = performance.now();
  const counts = await Promise.all(clients.map((client, writer) => keepWriting(client, writer, started + roundMs)));
  return (counts.reduce((sum, count) => sum + count, 0) * 1_000) / (performance.now() - started);
}

const triggers = (client: pg.Client, change: 'enable' | 'disable') =>
  client.query(`alter table agreements ${change} trigger user; alter table agreement_listings ${change} trigger user`);

/** Whether the tallies agree with `count(*)`, in one snapshot. */
async function countsAgree(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ agrees: boolean }>(`
    select (select sum(count) from agreement_tallies where tenant_id is null) = (select count(*) from agreement_listings)
      and (select count(*) from agreement_listings) = (select count(*) from agreements) as agrees`);
  return rows[0]?.agrees ?? false;
}

async function compare(clients: pg.Client[], one: pg.Client, { writerRounds, writerRoundMs }: Pace): Promise<Row[]> {
  await transactionsPerSecond(clients, writerRoundMs);
  const agrees = await countsAgree(one);
  const [kept, dropped]: [number[], number[]] = [[], []];
  // Alternately, so that other load on the machine affects both.
  for (let round = 0; round < writerRounds; round++) {
    kept.push(await transactionsPerSecond(clients, writerRoundMs));
    await triggers(one, 'disable');
    dropped.push(await transactionsPerSecond(clients, writerRoundMs));
    await triggers(one, 'enable');
  }
  const [withThem, without] = [quantile(kept, 0.5), quantile(dropped, 0.5)];
  const ratio = withThem / without;
  return [
    { cells: ['transactions per second', whole(withThem), '', ''] },
    { cells: ['the same without the triggers', whole(without), times(ratio), '≥ 0.33 ×'], isMet: ratio >= 0.33 },
    {
      cells: ['tallies agree with count(*)', agrees ? 'yes' : 'no', '', 'yes'],
      isMet: agrees,
      isExact: true,
    },
  ];
}

/** Eight writers create and send campaigns without a pause, in a temporary database. */
export async function measureWriters({ cluster, small, pace }: Stage): Promise<Section> {
  const name = 'kerb_writers';
  const connectionString = await createDatabase(cluster, name);
  await fill(connectionString, sizes[small.size]);
  const clients = Array.from({ length: writers + 1 }, () => new pg.Client({ connectionString }));
  try {
    await Promise.all(clients.map((client) => client.connect()));
    return {
      title: 'Writers',
      about: `${writers} connections write to a database of ${small.size} campaigns. Each creates a campaign and sends it, again and again. Every step
is its own transaction, with fsync on. The triggers maintain the listings and the tallies.`,
      columns: ['figure', 'measured', 'ratio', 'target'],
      rows: await compare(clients.slice(1), clients[0]!, pace),
    };
  } finally {
    await Promise.all(clients.map((client) => client.end()));
    await runOn(cluster, `drop database ${name} with (force)`);
  }
}
