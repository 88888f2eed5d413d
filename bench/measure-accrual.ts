import { must } from '@kerb/domain/kernel/must.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { accrueInterest } from '@kerb/server/features/loan-books/accrue-interest.ts';
import pg from 'pg';
import { fill } from './fill.ts';
import { createDatabase, runOn } from './generate.ts';
import { adminUser } from './generate-people.ts';
import { openInside } from './product.ts';
import { megabytes, ms, type Row, type Section, whole } from './report.ts';
import type { Stage } from './stage.ts';
import { timePaths } from './time-paths.ts';

const name = 'kerb_accrual';
const campaigns = 1_000;
const firstCopy = 10_000_000;
const mostSeconds = 60;
const mostGrowth = 32 * 1_048_576;
/** The loan whose statement is read. */
const oldLoan = firstCopy + 1;
const mostStatementMs = 20;

/** A year of interest of one loan, up to the first day that the job posts. */
const yearOfInterest = `
  with made as (
    insert into ledger_transactions (agreement_id, event, key, day, date, book_day)
    select ${oldLoan}, 'interest', 'interest:${oldLoan}:' || day, day, day + time '18:00', day
    from generate_series(current_date - 367, current_date - 3, interval '1 day') as each (moment)
    cross join lateral (select moment::date as day) as d
    returning id)
  insert into ledger_entries (transaction_id, account, amount)
  select id, account, amount from made cross join (values ('accrued', 1.50), ('interest', -1.50)) e (account, amount)`;

const columnsOf = (table: string, key: string): string => `
  select string_agg(quote_ident(attname), ', ') as list from pg_attribute
  where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attname <> '${key}' and attgenerated = ''`;

/** One live loan, as often as wanted. Its interest is posted up to the day before yesterday. */
async function lend(connectionString: string, loans: number): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(`
    select a.id from agreements a join campaign_books b on b.agreement_id = a.id
    where a.status = ${statusRank('executed')} and a.finance_option_code = 'pl' and b.loans > 0 order by a.id limit 1`);
  const [loan] = rows;
  if (!loan) throw new Error('no generated campaign is a live loan');
  await client.query('set session_replication_role = replica');
  for (const [table, key] of [
    ['agreements', 'id'],
    ['campaign_books', 'agreement_id'],
  ] as const) {
    const { list } = (await client.query<{ list: string }>(columnsOf(table, key))).rows[0] ?? { list: '' };
    await client.query(`
      insert into ${table} (${key}, ${list}) select ${firstCopy} + n, ${list}
      from ${table}, generate_series(1, ${loans}) n where ${key} = ${loan.id}`);
  }
  await client.query(`
    insert into loan_accounts (agreement_id, rate_basis_points, charged_from, accrued_until, interest_parts, is_open)
    select ${firstCopy} + n, 1450, current_date - 60, current_date - 2, 0, true from generate_series(1, ${loans}) n`);
  await client.query(yearOfInterest);
  await client.query('analyze');
  await client.end();
}

async function postedOf(connectionString: string): Promise<{ loans: number; twice: number }> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ loans: string; twice: string }>(`
    select count(distinct agreement_id) as loans, count(*) - count(distinct (agreement_id, day)) as twice
    from ledger_transactions where event = 'interest' and agreement_id > ${firstCopy}`);
  await client.end();
  return { loans: Number(rows[0]?.loans), twice: Number(rows[0]?.twice) };
}

/** The job that posts the interest of a day for every live loan, in a temporary database. */
export async function measureAccrual({ cluster, dataDir, pace: { loans, runs } }: Stage): Promise<Section> {
  const url = await createDatabase(cluster, name);
  try {
    await fill(url, campaigns);
    await lend(url, loans);
    const inside = await openInside(url, dataDir);
    const [heap, since] = [process.memoryUsage().heapUsed, performance.now()];
    await inside.run(accrueInterest);
    const [taken, growth] = [(performance.now() - since) / 1_000, process.memoryUsage().heapUsed - heap];
    const timed = await timePaths({ inside, url }, runs, () => [
      { what: 'a statement', path: `/v1/agreements/${oldLoan}/loan-statement`, userId: adminUser },
    ]);
    const statement = must(timed[0], 'time of the statement');
    await inside.close();
    const posted = await postedOf(url);
    const rows: Row[] = [
      { cells: ['seconds', taken.toFixed(1), `≤ ${mostSeconds}`], isMet: taken <= mostSeconds },
      {
        cells: ['growth of the heap', megabytes(Math.max(0, growth)), `≤ ${megabytes(mostGrowth)}`],
        isMet: growth <= mostGrowth,
      },
      {
        cells: [
          'a loan’s statement with a year of interest, in the database',
          ms(statement.p50),
          `< ${mostStatementMs} ms`,
        ],
        isMet: statement.p50 < mostStatementMs && statement.scanned.length === 0,
      },
      {
        cells: ['loans with interest', whole(posted.loans), whole(loans)],
        isMet: posted.loans === loans,
        isExact: true,
      },
      { cells: ['days posted twice', whole(posted.twice), '0'], isMet: posted.twice === 0, isExact: true },
    ];
    return {
      title: 'Interest of a day',
      about: `A job posts the interest of the last day for ${whole(loans)} live loans. Each posting has two entries, and the database
checks them and keeps the balances of every loan. The time includes opening accounts of loans that have none.`,
      columns: ['figure', 'measured', 'target'],
      rows,
    };
  } finally {
    await runOn(cluster, `drop database ${name} with (force)`);
  }
}
