import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import { openPostgres } from '@kerb/server/platform/database/database.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import type pg from 'pg';
import { tablesScanned, timeStatements } from './explain.ts';
import { sizes } from './generate.ts';
import { firstCampaign } from './generate-campaigns.ts';
import { adminUser, tenants } from './generate-people.ts';
import { quantile } from './load.ts';
import { recordStatements } from './record-statements.ts';
import { ms, type Row, type Section, whole } from './report.ts';
import type { Served, Stage } from './stage.ts';

/** A figure about money, as an admin asks for it. `mostMs` is the longest allowed time in the database. */
type Question = { what: string; path: (one: OneCampaign) => string; mostMs?: number };
type OneCampaign = { paid: number; lent: number };

const owed = '/v1/batch-payments/owed';
// biome-ignore format: a table
const questions: Question[] = [
  { what: 'the balances of a campaign paid in parts', path: ({ paid }) => `/v1/agreements/${paid}/money`, mostMs: 5 },
  { what: 'the balances of a loan',                   path: ({ lent }) => `/v1/agreements/${lent}/money`, mostMs: 5 },
  { what: 'what the largest organisation is owed',    path: () => `${owed}?tenantId=${tenants.largest}`,  mostMs: 5 },
  { what: 'what a small organisation is owed',        path: () => `${owed}?tenantId=${tenants.small}`,    mostMs: 5 },
  { what: 'what every organisation is owed',          path: () => owed },
];

type Answer = { p50: number; most: number; scanned: string[] };

/** A campaign with many ledger entries and a loan, both in the middle of all. */
async function someCampaigns(pool: pg.Pool, size: Served['size']): Promise<OneCampaign> {
  const middle = firstCampaign + Math.floor(sizes[size] / 2);
  const { rows } = await pool.query<{ paid: string; lent: string }>(`
    select (select agreement_id from campaign_books where agreement_id > ${middle} and settled > 0 and bank <> 0
        and loans = 0 order by agreement_id limit 1) as paid,
      (select agreement_id from campaign_books where agreement_id > ${middle} and loans > 0
        order by agreement_id limit 1) as lent`);
  return { paid: Number(rows[0]?.paid), lent: Number(rows[0]?.lent) };
}

async function answer({ inside, url, size }: Served, runs: number): Promise<Answer[]> {
  const { pool, close } = openPostgres(url, 1, silentLog);
  try {
    const one = await someCampaigns(pool, size);
    const signedIn = await inside.signIn(adminUser);
    const answers: Answer[] = [];
    for (const { path } of questions) {
      const statements = await recordStatements(() => inside.get(path(one), signedIn), 'everything');
      const scanned: string[] = [];
      for (const statement of statements) scanned.push(...(await tablesScanned(pool, statement)));
      const timings = await timeStatements(pool, statements, runs);
      answers.push({ p50: quantile(timings, 0.5), most: Math.max(...timings), scanned });
    }
    return answers;
  } finally {
    await close();
  }
}

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

function rowOf({ what, mostMs }: Question, few: Answer, many: Answer): Row {
  const plan = many.scanned.length > 0 ? `scans ${many.scanned.join(' and ')}` : '';
  const target = mostMs === undefined ? '' : `< ${mostMs} ms`;
  return {
    cells: [what, ms(few.p50), ms(many.p50), ms(many.most), target, plan],
    isMet: (mostMs === undefined || many.p50 < mostMs) && many.scanned.length === 0,
  };
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
    columns: ['figure', `${small.size}, median`, `${large.size}, median`, `${large.size}, longest`, 'target', 'plan'],
    rows: [
      ...questions.map((question, place) => rowOf(question, few[place]!, many[place]!)),
      {
        cells: ['rules of the books that are broken', whole(broken.length), '', '', '0', ''],
        isMet: broken.length === 0,
        isExact: true,
      },
    ],
  };
}
