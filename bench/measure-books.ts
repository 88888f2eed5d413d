import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import { openPostgres } from '@kerb/server/platform/database/database.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import type pg from 'pg';
import { sizes } from './generate.ts';
import { firstCampaign } from './generate-campaigns.ts';
import { adminUser, tenants } from './generate-people.ts';
import { type Section, whole } from './report.ts';
import type { Served, Stage } from './stage.ts';
import { type Answer, type Asked, timedColumns, timedRows, timePaths } from './time-paths.ts';

const owed = '/v1/batch-payments/owed';
/** Figures about money, as an admin asks for them. */
// biome-ignore format: a table
const questionsFor = ({ paid, lent, middle, last }: OneCampaign): Asked[] => [
  { what: 'the balances of a campaign paid in parts', path: `/v1/agreements/${paid}/money`,         userId: adminUser, mostMs: 5 },
  { what: 'the balances of a loan',                   path: `/v1/agreements/${lent}/money`,         userId: adminUser, mostMs: 5 },
  { what: 'what the largest organisation is owed',    path: `${owed}?tenantId=${tenants.largest}`,  userId: adminUser, mostMs: 5 },
  { what: 'what a small organisation is owed',        path: `${owed}?tenantId=${tenants.small}`,    userId: adminUser, mostMs: 5 },
  { what: 'what every organisation is owed',          path: owed,                                   userId: adminUser },
  { what: 'the trial balance of the last day',        path: `/v1/books/trial-balance?day=${last}`,  userId: adminUser, mostMs: 300 },
  { what: 'the trial balance of a day in the middle', path: `/v1/books/trial-balance?day=${middle}`, userId: adminUser, mostMs: 300 },
  { what: 'an account in a month',                    path: `/v1/books/accounts/bank?from=${middle}&to=${last}`, userId: adminUser, mostMs: 300 },
  { what: 'a page of the journal of an account',      path: `/v1/books/journal?account=held&to=${middle}`, userId: adminUser, mostMs: 300 },
];
type OneCampaign = { paid: number; lent: number; middle: string; last: string };

/** A campaign with many ledger entries and a loan, both in the middle of all. */
async function someCampaigns(pool: pg.Pool, size: Served['size']): Promise<OneCampaign> {
  const middle = firstCampaign + Math.floor(sizes[size] / 2);
  const { rows } = await pool.query<{ paid: string; lent: string; middle: string; last: string }>(`
    select (select agreement_id from campaign_books where agreement_id > ${middle} and settled > 0 and bank <> 0
        and loans = 0 order by agreement_id limit 1) as paid,
      (select agreement_id from campaign_books where agreement_id > ${middle} and loans > 0
        order by agreement_id limit 1) as lent,
      (select percentile_disc(0.5) within group (order by book_day)::text from ledger_totals) as middle,
      (select max(book_day)::text from ledger_totals) as last`);
  const { middle: day = '', last = '' } = rows[0] ?? {};
  return { paid: Number(rows[0]?.paid), lent: Number(rows[0]?.lent), middle: day, last };
}

const answer = (served: Served, runs: number): Promise<Answer[]> =>
  timePaths(served, runs, async (pool) => questionsFor(await someCampaigns(pool, served.size)));

async function entriesIn({ url }: Served): Promise<number> {
  const { pool, close } = openPostgres(url, 1, silentLog);
  const { rows } = await pool.query<{ count: string }>('select count(*) from ledger_entries');
  await close();
  return Number(rows[0]?.count);
}

async function brokenIn({ url }: Served): Promise<string[]> {
  const { db, close } = openPostgres(url, 1, silentLog);
  try {
    return await brokenInvariants(db);
  } finally {
    await close();
  }
}

/** The ledger: what one campaign's money is, and what organisations are owed, without the server. */
export async function measureBooks({ small, large, pace: { runs } }: Stage): Promise<Section> {
  const few = await answer(small, runs);
  const many = await answer(large, runs);
  const broken = await brokenIn(small);
  for (const sentence of broken) console.log(sentence);
  const [fewEntries, manyEntries] = [await entriesIn(small), await entriesIn(large)];
  return {
    title: 'The books, in the database',
    about: `The time that PostgreSQL reports for planning and running the product's own statements, without the one that authenticates.
The ledger has ${whole(fewEntries)} entries at ${small.size} campaigns and ${whole(manyEntries)} at ${large.size}. Each figure was asked for
${runs} times. No statement may scan a table of campaigns or of the ledger.`,
    columns: timedColumns(small.size, large.size),
    rows: [
      ...timedRows(few, many),
      {
        cells: ['rules of the books that are broken', whole(broken.length), '', '', '0', ''],
        isMet: broken.length === 0,
        isExact: true,
      },
    ],
  };
}
