import { parseArgs } from 'node:util';
import pg from 'pg';
import { buildWhereStale } from '../scripts/build.ts';
import { seconds } from '../scripts/command.ts';
import { isSize, sizes } from './generate.ts';
import { measureBrowser } from './measure-browser.ts';
import { measureExport } from './measure-export.ts';
import { measureList } from './measure-list.ts';
import { measureQueries } from './measure-queries.ts';
import { measureWriters } from './measure-writers.ts';
import { type Section, sectionText, writeReport } from './report.ts';
import { onStage, type Stage } from './stage.ts';

const measures: Record<string, (stage: Stage) => Promise<Section>> = {
  list: measureList,
  queries: measureQueries,
  export: measureExport,
  browser: measureBrowser,
  writers: measureWriters,
};
const names = Object.keys(measures);

const usage = `Usage: npm run bench -- [--sizes SMALL,LARGE] [--only MEASURE,…] [--on URL]
  sizes     ${Object.keys(sizes).join(', ')}; the default is 10k,1M
  measures  ${names.join(', ')}; the report is written only if all of them run
  on        a PostgreSQL to use; it keeps running, with its databases for the next run`;

function readOptions() {
  const options = {
    sizes: { type: 'string', default: '10k,1M' },
    only: { type: 'string', default: names.join(',') },
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
  return { small, large, only, on: values.on };
}

async function versionOf(cluster: string): Promise<string> {
  const client = new pg.Client({ connectionString: cluster });
  await client.connect();
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
  await client.end();
  return rows[0]?.version.split(' ')[0] ?? '';
}

const since = performance.now();
const { small, large, only, on } = readOptions();
if (only.includes('browser') && (await buildWhereStale()) !== 0) throw new Error('building the web failed');
await onStage({ small, large, on }, async (stage) => {
  const sections: Section[] = [];
  for (const name of names.filter((each) => only.includes(each))) {
    const section = await measures[name]!(stage);
    console.log(`\n${sectionText(section)}`);
    sections.push(section);
  }
  const command = `npm run bench${small === '10k' && large === '1M' ? '' : ` -- --sizes ${small},${large}`}`;
  if (sections.length === names.length) writeReport({ postgres: await versionOf(stage.cluster), command }, sections);
  const isMissed = sections.some(({ rows }) => rows.some(({ isMet }) => isMet === false));
  if (isMissed) process.exitCode = 1;
});
console.log(`Took ${seconds(since)}`);
