import type pg from 'pg';
import type { Statement } from '../server/test/record-statements.ts';

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] };

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const big = new Set([
  ...['agreements', 'agreement_listings', 'campaign_books', 'ledger_transactions', 'ledger_entries'],
  ...['payments', 'invoices', 'batch_items'],
]);

/** The large tables that a statement scans sequentially. There must be none, or reads get slower with size. */
export async function tablesScanned(pool: pg.Pool, { text, values }: Statement): Promise<string[]> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, values);
  const [explained] = rows[0]!['QUERY PLAN'];
  return nodesOf(explained.Plan)
    .filter((node) => node['Node Type'] === 'Seq Scan' && big.has(node['Relation Name'] ?? ''))
    .map((node) => node['Relation Name'] ?? '');
}

type Explained = { 'Planning Time': number; 'Execution Time': number };

/** How long PostgreSQL takes to plan and run these statements, as it reports itself, in milliseconds. */
export async function timeStatements(pool: pg.Pool, statements: Statement[], runs: number): Promise<number[]> {
  const timings: number[] = [];
  for (let run = 0; run <= runs; run++) {
    let spent = 0;
    for (const { text, values } of statements) {
      const explain = `explain (analyze, timing off, format json) ${text}`;
      const { rows } = await pool.query<{ 'QUERY PLAN': [Explained] }>(explain, values);
      const [{ 'Planning Time': planning, 'Execution Time': execution }] = rows[0]!['QUERY PLAN'];
      spent += planning + execution;
    }
    timings.push(spent);
  }
  // The first run only warms the caches.
  return timings.slice(1);
}
