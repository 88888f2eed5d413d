import { mkdirSync, rmSync } from 'node:fs';
import { buildWhereStale } from './build.ts';
import { inRoot, run, seconds } from './command.ts';
import { type Counts, countsOf, playwrightCounts, type Report, vitestCounts } from './test-counts.ts';

type Step = { name: string; run: () => Promise<number>; report?: Report };
type Result = Counts & { name: string; isPassed: boolean; time: string };

const reports = inRoot('.cache', 'test');

// Vitest colours its output wherever CI is set, also into a plain log.
const plainLog = process.stdout.isTTY ? {} : { env: { NO_COLOR: '1' } };

function vitest(name: string): Step {
  const path = `${reports}/${name}.json`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`];
  return {
    name,
    run: () => run('vitest', ['run', '--project', name, ...reporters], plainLog),
    report: { path, counts: vitestCounts },
  };
}

const afterBuild = (command: string, args: string[]) => async () => (await buildWhereStale()) || run(command, args);

const steps: Step[] = [
  { name: 'types', run: () => run('tsc', ['-b']) },
  { name: 'lint', run: () => run('biome', ['check', '--error-on-warnings']) },
  vitest('tidy'),
  vitest('domain'),
  vitest('server'),
  vitest('web'),
  { name: 'build', run: buildWhereStale },
  { name: 'first-load', run: afterBuild(process.execPath, ['scripts/first-load.ts']) },
  {
    name: 'browser',
    run: afterBuild('playwright', ['test', '--config', 'e2e/playwright.config.ts']),
    report: { path: `${reports}/browser.json`, counts: playwrightCounts },
  },
];

function chosenSteps(names: string[]): Step[] {
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    console.error(`No step ${unknown.join(', ')}. The steps are ${steps.map(({ name }) => name).join(', ')}.`);
    process.exit(1);
  }
  return names.length === 0 ? steps : steps.filter(({ name }) => names.includes(name));
}

async function take(step: Step): Promise<Result> {
  console.log(`\n== ${step.name}`);
  const since = performance.now();
  const code = await step.run();
  return { name: step.name, isPassed: code === 0, time: seconds(since), ...countsOf(code, step.report) };
}

function summarise(results: Result[]): void {
  const total = (key: keyof Counts) => results.reduce((sum, result) => sum + result[key], 0);
  const row = (step: string, result: string, time: string, tests: string) =>
    console.log(`${step.padEnd(12)}${result.padEnd(8)}${time.padStart(8)}${tests.padStart(8)}`);
  console.log('');
  row('step', 'result', 'time', 'tests');
  for (const { name, isPassed, time, passed, failed } of results)
    row(name, isPassed ? 'passed' : 'FAILED', time, failed > 0 ? `${passed}+${failed}` : String(passed));
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
}

// A report of an earlier run must never be counted for this one.
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const results: Result[] = [];
for (const step of chosenSteps(process.argv.slice(2))) results.push(await take(step));
summarise(results);
process.exitCode = results.every(({ isPassed }) => isPassed) ? 0 : 1;
