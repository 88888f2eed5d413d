import type { SecurityEventKind } from '@kerb/domain/audit/security-events.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { networkOf } from '@kerb/server/platform/limits/throttle.ts';
import type { Secrets } from '@kerb/server/platform/secrets.ts';
import { accountOf, refusalOf } from '@kerb/server/platform/security/refusals.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

type Sink = Pick<Deps, 'db' | 'secrets' | 'log'>;

export type SecurityEvent = {
  kind: SecurityEventKind;
  account?: string | undefined;
  ipAddress?: string | undefined;
  means?: string | undefined;
  route?: string | undefined;
  status?: number | undefined;
  requestId?: string | undefined;
  detail?: Record<string, string> | undefined;
};

type Row = {
  kind: SecurityEventKind;
  accountHash: Buffer | null;
  network: string | null;
  means: string | null;
  route: string | null;
  status: number | null;
  requestId: string | null;
  detail: string;
};
type Folded = { row: Row; more: number; timer: NodeJS.Timeout };
type Memory = { folded: Map<string, Folded>; writing: Set<Promise<void>> };

/** Repeats within this time become one row. */
const foldMs = 60_000;
/** Enough to tell marks apart in a log. */
const markLength = 12;
/** An attacker with many networks must not fill the memory. */
const mostFolded = 5_000;

const memories = new WeakMap<Database, Memory>();

function memoryOf(db: Database): Memory {
  const memory = memories.get(db) ?? { folded: new Map(), writing: new Set() };
  memories.set(db, memory);
  return memory;
}

function rowOf({ secrets }: Sink, event: SecurityEvent): Row {
  const { kind, account, ipAddress, means, route, status, requestId, detail } = event;
  return {
    kind,
    accountHash: account === undefined ? null : Buffer.from(secrets.derive('events', account), 'base64url'),
    network: ipAddress === undefined ? null : networkOf(ipAddress),
    means: means ?? null,
    route: route ?? null,
    status: status ?? null,
    requestId: requestId ?? null,
    detail: JSON.stringify(detail ?? {}),
  };
}

/** The log names no account and no address. Equal marks are the same account or network, as in the table. */
function lineOf(secrets: Secrets, { accountHash, network, detail, ...plain }: Row) {
  const account = accountHash?.toString('base64url').slice(0, markLength);
  const from = network === null ? null : secrets.derive('events', `network ${network}`).slice(0, markLength);
  return { ...plain, ...(account && { account }), ...(from && { network: from }), detail: JSON.parse(detail) };
}

/** Outside any transaction, because a refused request rolls back. A failure is logged and refuses nobody. */
function write({ db, log, secrets }: Sink, row: Row, count: number): void {
  log.warn({ security: { ...lineOf(secrets, row), count } }, 'security');
  const { writing } = memoryOf(db);
  const written = db
    .insertInto('securityEvents')
    .values({ ...row, count })
    .execute()
    .then(
      () => undefined,
      (error) => log.error({ err: error }, 'a security event was not stored'),
    )
    .finally(() => writing.delete(written));
  writing.add(written);
}

const keyOf = ({ kind, accountHash, network, route }: Row) =>
  `${kind} ${accountHash?.toString('base64url') ?? ''} ${network ?? ''} ${route ?? ''}`;

function writeFolded(sink: Sink, key: string): void {
  const { folded } = memoryOf(sink.db);
  const last = folded.get(key);
  if (!last) return;
  clearTimeout(last.timer);
  folded.delete(key);
  if (last.more > 0) write(sink, last.row, last.more);
}

/**
 * Records an event. The first of its kind, account, network and route is written at once. Repeats within a minute are
 * counted in memory and written as one row, so that a flood of requests is no flood of rows.
 */
export function noteEvent(sink: Sink, event: SecurityEvent): void {
  const row = rowOf(sink, event);
  const { folded } = memoryOf(sink.db);
  const key = keyOf(row);
  const known = folded.get(key);
  if (known) {
    known.more += 1;
    known.row = row;
    return;
  }
  write(sink, row, 1);
  const [oldest] = folded.keys();
  if (folded.size >= mostFolded && oldest !== undefined) writeFolded(sink, oldest);
  folded.set(key, { row, more: 0, timer: setTimeout(() => writeFolded(sink, key), foldMs).unref() });
}

/** Writes what was only counted, and waits until every event is stored. */
export async function flushEvents(sink: Sink): Promise<void> {
  const { folded, writing } = memoryOf(sink.db);
  for (const key of [...folded.keys()]) writeFolded(sink, key);
  await Promise.all(writing);
}

/** The kind of a refused request that said nothing more. */
function kindOf(status: number): SecurityEventKind | null {
  if (status === 403) return 'forbidden';
  return status === 429 ? 'limit-met' : null;
}

function eventOf(request: FastifyRequest, status: number): SecurityEvent | null {
  const refusal = refusalOf(request);
  const kind = status === 429 ? 'limit-met' : (refusal?.kind ?? kindOf(status));
  if (refusal === null || kind === null) return null;
  const known = accountOf(request);
  return {
    kind,
    account: refusal?.account ?? known?.account,
    ipAddress: request.ip,
    means: refusal?.means ?? known?.means,
    route: `${request.method} ${request.routeOptions.url ?? 'unmatched'}`,
    status,
    requestId: String(request.id),
    detail: refusal?.detail,
  };
}

/** Records every start, and every refused request, whichever route it came to. */
export function recordEvents(app: FastifyInstance, sink: Sink): void {
  app.addHook('onListen', async () => noteEvent(sink, { kind: 'start' }));
  app.addHook('onResponse', async (request, reply) => {
    const event = eventOf(request, reply.statusCode);
    if (event) noteEvent(sink, event);
  });
  app.addHook('onClose', () => flushEvents(sink));
}
