import type { Database, OpenDatabase } from '@kerb/server/platform/database/database.ts';
import type { Metrics } from '@kerb/server/platform/metrics/metrics.ts';
import { lanes } from '@kerb/server/platform/queues/lanes.ts';
import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';

type Queued = { lane: string; waiting: number; oldestSeconds: number };

export const queueNames = ['urgent messages', 'messages', 'webhooks', 'charges', 'time stamps'] as const;

/** Each query reads a partial index with waiting rows only. */
export async function queuesIn(db: Database): Promise<Queued[]> {
  const { rows } = await sql<Queued>`
    select case when is_urgent then 'urgent messages' else 'messages' end as lane, count(*)::integer as waiting,
      extract(epoch from max(clock_timestamp() - next_attempt_date))::float8 as oldest_seconds
    from messages where state = 'queued' and next_attempt_date <= clock_timestamp() group by 1
    union all
    select 'webhooks', count(*)::integer, extract(epoch from max(clock_timestamp() - next_attempt_date))::float8
    from webhook_deliveries where state = 'waiting' and next_attempt_date <= clock_timestamp() having count(*) > 0
    union all
    select 'charges', count(*)::integer, extract(epoch from max(clock_timestamp() - started_at))::float8
    from payments where status = 'pending' having count(*) > 0
    union all
    select 'time stamps', count(*)::integer,
      extract(epoch from max(clock_timestamp() - greatest(asked_date, next_attempt_date)))::float8
    from document_stamps
    where stamped_date is null and next_attempt_date <= clock_timestamp() having count(*) > 0`.execute(db);
  return rows;
}

/** An erased message has no text, and nobody can send it. */
const stuck = ({ db }: OpenDatabase) =>
  sql<{ state: string; count: number }>`
    select state, count(*)::integer as count from messages
    where state in ('failed', 'held') and discarded_date is null and body <> '' group by state
    union all select 'job rows', count(*)::integer from job_failures`.execute(db);

/** Figures that are read when Prometheus asks. */
export function measureState({ registry }: Metrics, database: OpenDatabase): void {
  const registers = [registry];
  measureConnections(registers, database);
  measureQueues(registers, database);
  new Gauge({
    name: 'kerb_work_waiting',
    help: 'Tasks that wait for their turn in this process, by kind.',
    labelNames: ['kind'],
    registers,
    collect() {
      for (const [kind, lane] of Object.entries(lanes)) this.set({ kind }, lane.waiting());
    },
  });
}

function measureConnections(registers: Registry[], { pool, exports, pulse, reader }: OpenDatabase): void {
  new Gauge({
    name: 'kerb_up',
    help: '1 while the database answers.',
    registers,
    async collect() {
      this.set((await pulse.answers()) ? 1 : 0);
    },
  });
  new Gauge({
    name: 'kerb_replica_serving',
    help: '1 while the read replica answers reads, 0 while it is away or behind. Without a replica it has no value.',
    registers,
    async collect() {
      const isServing = (await pulse.answers()) ? await reader.isServing() : null;
      this.remove();
      if (isServing !== null) this.set(isServing ? 1 : 0);
    },
  });
  new Gauge({
    name: 'kerb_database_connections',
    help: 'Connections to the database, by pool and state: in use, idle, or requests that wait for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [name, each] of Object.entries({ requests: pool, exports: exports.pool })) {
        this.set({ pool: name, state: 'in use' }, each.totalCount - each.idleCount);
        this.set({ pool: name, state: 'idle' }, each.idleCount);
        this.set({ pool: name, state: 'waiting' }, each.waitingCount);
      }
    },
  });
}

/** A database that does not answer leaves these out, and `kerb_up` is 0. */
function measureQueues(registers: Registry[], database: OpenDatabase): void {
  let reading: Promise<void> | null = null;
  /** Reads the queues once for each scrape, although each gauge calls this. */
  const collect = (): Promise<void> => {
    reading ??= readQueues().finally(() => {
      reading = null;
    });
    return reading;
  };
  const depth = new Gauge({
    name: 'kerb_queue_depth',
    help: 'What is due and waits in the database, over all servers.',
    labelNames: ['queue'],
    registers,
    collect,
  });
  const age = new Gauge({
    name: 'kerb_queue_oldest_seconds',
    help: 'For how long the oldest of them has been due.',
    labelNames: ['queue'],
    registers,
    collect,
  });
  const undelivered = new Gauge({
    name: 'kerb_messages_undelivered',
    help: 'Messages that were given up (failed) or are kept back (held).',
    labelNames: ['state'],
    registers,
    collect,
  });
  const failedRows = new Gauge({
    name: 'kerb_job_failed_rows',
    help: 'Rows that a job could not process at its last try, over all jobs.',
    registers,
    collect,
  });

  async function readQueues(): Promise<void> {
    const answers = await database.pulse.answers();
    const waiting = answers ? await queuesIn(database.db) : [];
    const given = answers ? (await stuck(database)).rows : [];
    for (const each of [depth, age, undelivered, failedRows]) each.reset();
    if (!answers) return;
    for (const queue of queueNames) depth.set({ queue }, 0);
    for (const { lane: queue, waiting: count, oldestSeconds } of waiting) {
      depth.set({ queue }, count);
      age.set({ queue }, oldestSeconds);
    }
    for (const { state, count } of given) {
      if (state === 'job rows') failedRows.set(count);
      else undelivered.set({ state }, count);
    }
  }
}
