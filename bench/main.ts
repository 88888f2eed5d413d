import { parseArgs } from 'node:util';
import pg from 'pg';
import { buildWhereStale } from '../scripts/build.ts';
import { seconds } from '../scripts/command.ts';
import { isSize, sizes } from './generate.ts';
import { measureAccrual } from './measure-accrual.ts';
import { measureBooks } from './measure-books.ts';
import { measureBrowser } from './measure-browser.ts';
import { measureDashboard } from './measure-dashboard.ts';
import { measureExport } from './measure-export.ts';
import { measureFair } from './measure-fair.ts';
import { measureList } from './measure-list.ts';
import { measureLog } from './measure-log.ts';
import { measureMixed } from './measure-mixed.ts';
import { measureOverload } from './measure-overload.ts';
import { measurePayersPage } from './measure-payers-page.ts';
import { measureQueries } from './measure-queries.ts';
import { measureReports } from './measure-reports.ts';
import { measureStart } from './measure-start.ts';
import { measureWriters } from './measure-writers.ts';
import { paces } from './pace.ts';
import { type Section, sectionText, writeReport } from './report.ts';
import { onStage, type Stage } from './stage.ts';

const measures: Record<string, (stage: Stage) => Promise<Section>> = {
  list: measureList,
  mixed: measureMixed,
  queries: measureQueries,
  dashboard: measureDashboard,
  books: measureBooks,
  accrual: measureAccrual,
  export: measureExport,
  reports: measureReports,
  start: measureStart,
  browser: measureBrowser,
  payer: measurePayersPage,
  writers: measureWriters,
  log: measureLog,
  fair: measureFair,
  overload: measureOverload,
};
const names = Object.keys(measures);

const defaultSizes = '10k,1M';

const usage = `Usage: npm run bench -- [--sizes SMALL,LARGE] [--only MEASURE,…] [--quick] [--on URL]
  sizes     ${Object.keys(sizes).join(', ')}; ${defaultSizes} by default; 10M has no ledger and needs 32 GB: measure queries,
            dashboard and reports with it
  measures  ${names.join(', ')}; all by default
  quick     measures briefly: shows that everything runs, and judges no speed
  on        a PostgreSQL to use; it keeps running, with its databases for the next run
docs/benchmarks.md is written by a run with default sizes and all measures that is not quick.`;

function readOptions() {
  const options = {
    sizes: { type: 'string', default: defaultSizes },
    only: { type: 'string', default: names.join(',') },
    quick: { type: 'boolean', default: false },
    on: { type: 'string' },
  } as const;
  const { values } = parseArgs({ options });
  const [small, large, ...others] = values.sizes.split(',');
  const only = values.only.split(',');
  const isKnown = only.every((name) => name in measures) && others.length === 0;
  if (!small || !large || !isSize(small) || !isSize(large) || !isKnown) {
    console.error(usage);
    process.exit(1);
  }
  const isReported = values.sizes === defaultSizes && !values.quick && names.every((name) => only.includes(name));
  return { small, large, only, isQuick: values.quick, isReported, on: values.on };
}

async function versionOf(cluster: string): Promise<string> {
  const client = new pg.Client({ connectionString: cluster });
  await client.connect();
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
  await client.end();
  return rows[0]?.version.split(' ')[0] ?? '';
}

async function measureAll(stage: Stage, only: string[]): Promise<Section[]> {
  const sections: Section[] = [];
  for (const name of names.filter((each) => only.includes(each))) {
    const started = performance.now();
    console.log(`\nMeasuring ${name}`);
    const section = await measures[name]!(stage);
    console.log(`${sectionText(section)}\nMeasured ${name} in ${seconds(started)}`);
    sections.push(section);
  }
  return sections;
}

const since = performance.now();
const { small, large, only, isQuick, isReported, on } = readOptions();
// The servers run as deployed: from their build.
if ((await buildWhereStale()) !== 0) throw new Error('the build failed');
await onStage({ small, large, pace: isQuick ? paces.quick : paces.full, on }, async (stage) => {
  const sections = await measureAll(stage, only);
  if (isReported) writeReport(await versionOf(stage.cluster), sections);
  const judged = sections.flatMap(({ rows }) => rows).filter(({ isExact }) => isExact || !isQuick);
  const missed = judged.filter(({ isMet }) => isMet === false);
  for (const { cells } of missed) console.log(`Missed its target: ${cells.join(' | ')}`);
  if (missed.length > 0) process.exitCode = 1;
});
console.log(`Took ${seconds(since)}`);
