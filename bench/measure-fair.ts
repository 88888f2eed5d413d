import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import pg from 'pg';
import { inRoot } from '../scripts/command.ts';
import { type Downloaded, type Downloads, download } from './download-many.ts';
import { adminUser } from './generate-people.ts';
import { quantile } from './load.ts';
import type { Pace } from './pace.ts';
import type { Outside } from './product.ts';
import { ms, type Row, type Section, times, whole } from './report.ts';
import type { SignedIn } from './sign-in.ts';
import type { Stage } from './stage.ts';

/** Invoices of the other payer alone before each round. */
const aloneEach = 10;
/** Drawings before the measuring, so that both drawing threads are warmed up. */
const warmUps = 40;

type Loan = { agreementId: number; userId: number };

/** Campaigns whose payers can download a loan agreement, each of another payer. */
async function approvedLoans(client: pg.Client, downloads: number): Promise<Loan[]> {
  const { rows } = await client.query<{ agreement_id: string; user_id: string }>(
    `select distinct on (s.user_id) s.user_id, a.id as agreement_id
    from agreements a join signatories s on s.agreement_id = a.id
    where a.status = $1 and a.finance_option_code = 'pl' order by s.user_id, a.id limit $2`,
    [statusRank('approved'), downloads + 2],
  );
  return rows.map(({ agreement_id, user_id }) => ({ agreementId: Number(agreement_id), userId: Number(user_id) }));
}

/** New invoices of one campaign. Each is downloaded once, because a drawn document is kept. */
async function addInvoices(client: pg.Client, { agreementId }: Loan, count: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `insert into invoices (agreement_id, type, status, issue_date, due_date, amount, created_date, last_update_date)
    select $1, 'bench', 'issued', '2026-11-01', '2026-11-15', 550 + n, now(), now() from generate_series(1, $2::int) n
    returning id`,
    [agreementId, count],
  );
  const ids = rows.map(({ id }) => Number(id));
  await client.query(
    `insert into invoice_lines (invoice_id, display_order, type, description, amount)
    select id, 1, 'fee', 'Service fee', amount from invoices where id = any($1)`,
    [ids],
  );
  return ids.map((id) => `/v1/invoices/${id}/pdf`);
}

/** Loan agreements that were never drawn: their service fee is another one than in the round before. */
async function changeAgreements(client: pg.Client, loans: Loan[], downloads: number): Promise<string[]> {
  const ids = loans.map(({ agreementId }) => agreementId);
  await client.query('update agreements set service_fee = coalesce(service_fee, 0) + 0.01 where id = any($1)', [ids]);
  return Array.from({ length: downloads }, (_, place) => `/loan/${ids[place % ids.length]}/download-loan-agreement`);
}

type Measured = {
  alone: number[];
  first: number[];
  meanwhile: number[];
  documents: number;
  statuses: Map<number, number>;
};

type Round = {
  /** The documents of this round for the many downloads, each of which must be drawn. */
  many: () => Promise<string[]>;
  sender: SignedIn;
  /** Never empty: the path of another invoice of the other payer. */
  next: () => Promise<string>;
  payer: SignedIn;
};

const inProgress = (child: ChildProcess): { ended: Promise<Downloaded>; isOver: () => boolean } => {
  let isOver = false;
  const ended = once(child, 'message').then(([downloaded]) => {
    isOver = true;
    return downloaded as Downloaded;
  });
  return { ended, isOver: () => isOver };
};

/** Invoices alone, then one after the other for as long as somebody else's downloads last. */
async function measureRound(outside: Outside, child: ChildProcess, round: Round, measured: Measured): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const invoice = async () => {
    const path = await round.next();
    const started = performance.now();
    const { status } = await download(outside.url + path, round.payer.headers, agent);
    if (status !== 200) throw new Error(`the invoice answered ${status}`);
    return performance.now() - started;
  };
  for (let count = 0; count < aloneEach; count += 1) measured.alone.push(await invoice());
  const urls = (await round.many()).map((path) => outside.url + path);
  const { ended, isOver } = inProgress(child);
  child.send({ urls, headers: round.sender.headers } satisfies Downloads);
  measured.first.push(await invoice());
  while (!isOver()) measured.meanwhile.push(await invoice());
  const { documents, statuses } = await ended;
  measured.documents += documents;
  for (const [status, count] of Object.entries(statuses)) {
    measured.statuses.set(Number(status), (measured.statuses.get(Number(status)) ?? 0) + count);
  }
  agent.destroy();
}

function rowsFrom(
  who: string,
  { rounds, downloads }: Pace,
  { alone, first, meanwhile, documents, statuses }: Measured,
): Row[] {
  const idle = quantile(alone, 0.5);
  const [median, burst] = [quantile(meanwhile, 0.5), quantile(first, 0.5)];
  const asked = rounds * downloads;
  const isBounded = statuses.keys().every((status) => status === 200 || status === 503);
  const answers = `${whole(documents)} of ${whole(asked)} drawn, ${whole(statuses.get(503) ?? 0)} × 503 before`;
  // biome-ignore format: a table
  return [
    { cells: [`another payer’s invoice, during ${downloads} downloads by ${who}`, `${ms(median)} against ${ms(idle)}`, times(median / idle), '< 2 ×'], isMet: median / idle < 2 },
    { cells: ['the same, sent at the same moment as the downloads', `${ms(burst)} against ${ms(idle)}`, times(burst / idle), '< 2 ×'], isMet: burst / idle < 2 },
    { cells: ['95th percentile, during the downloads and alone', `${ms(quantile(meanwhile, 0.95))} against ${ms(quantile(alone, 0.95))}`, '', ''] },
    { cells: ['the downloads', answers, '', 'all drawn'], isMet: isBounded && documents === asked, isExact: true },
  ];
}

/** Whether one person's downloads delay another person's. */
export async function measureFair({ small, pace }: Stage): Promise<Section> {
  const { url, outside } = small;
  const { downloads } = pace;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const child = fork(inRoot('bench', 'download-many.ts'));
  try {
    // These invoices are for drawing only: no ledger entry belongs to them, and they are removed afterwards.
    await client.query('set session_replication_role = replica');
    const [one, other, ...more] = await approvedLoans(client, downloads);
    if (!one || !other) throw new Error('the database has too few approved loans');
    const unused: string[] = [];
    // Nobody reads an invoice each moment for minutes: without this, the payer would meet a rate limit.
    const next = async () => {
      if (unused.length % 20 === 0) await client.query('delete from throttles');
      if (unused.length === 0) unused.push(...(await addInvoices(client, other, 1_000)));
      return unused.pop()!;
    };
    const { headers } = await outside.signIn(other.userId);
    const agent = new Agent();
    await client.query('delete from throttles');
    for (let count = 0; count < warmUps; count += 1) await download(outside.url + (await next()), headers, agent);
    const compare = async (senderId: number, many: () => Promise<string[]>): Promise<Measured> => {
      const measured: Measured = { alone: [], first: [], meanwhile: [], documents: 0, statuses: new Map() };
      for (let round = 0; round < pace.rounds; round += 1) {
        await client.query('delete from throttles');
        const [sender, payer] = [await outside.signIn(senderId), await outside.signIn(other.userId)];
        await measureRound(outside, child, { many, sender, next, payer }, measured);
      }
      return measured;
    };
    const byPayer = await compare(one.userId, () => addInvoices(client, one, downloads));
    const byAdmin = await compare(adminUser, () => changeAgreements(client, [one, ...more], downloads));
    return {
      title: 'Documents, while somebody else downloads many',
      about: `A payer downloads invoices that were never drawn before, one after the other: alone, and while another
person has ${downloads} downloads in progress that were sent at once. Those documents were never drawn before either: a
payer downloads ${downloads} invoices, an admin ${downloads} loan agreements. A download that is answered with 503 is
sent again after the time in \`Retry-After\`.`,
      columns: ['figure', 'measured', 'ratio', 'target'],
      rows: [...rowsFrom('one payer', pace, byPayer), ...rowsFrom('an admin', pace, byAdmin)],
    };
  } finally {
    child.kill();
    await client.query(`delete from invoice_lines using invoices i where i.id = invoice_id and i.type = 'bench'`);
    await client.query(`delete from invoices where type = 'bench'`);
    await client.end();
  }
}
