import { mkdirSync, rmSync } from 'node:fs';
import { type CountryCode, countryCodes } from '@kerb/domain/countries/country.ts';
import { buildWhereStale } from './build.ts';
import { inRoot, promiseRules, run, seconds } from './command.ts';
import { printFailures } from './failed-journeys.ts';
import { type Counts, countsOf, playwrightCounts, type Report, vitestCounts } from './test-counts.ts';

type Step = { name: string; run: () => Promise<number>; report?: Report };
type Result = Counts & { name: string; isPassed: boolean; time: string };

const reports = inRoot('.cache', 'test');

// Vitest colours its output if CI is set, even in a plain log.
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

// Builds once, even if several steps need it.
let building: Promise<number> | undefined;
const built = () => {
  building ??= buildWhereStale();
  return building;
};
const afterBuild = (step: () => Promise<number>) => async () => (await built()) || step();

/** Each country has its own server, so that all run at the same time. */
function browser(country: CountryCode): Step {
  const name = `browser-${country.toLowerCase()}`;
  const env = { E2E_COUNTRY: country };
  const journeys = async () => {
    const code = await run('playwright', ['test', '--config', 'e2e/playwright.config.ts'], { env });
    if (code !== 0) printFailures(country);
    return code;
  };
  return {
    name,
    run: afterBuild(journeys),
    report: { path: `${reports}/${name}.json`, counts: playwrightCounts },
  };
}

/** Steps in the order in which they run. The steps of one line run in parallel. */
const steps: Step[][] = [
  [
    { name: 'types', run: () => run('tsc', ['-b']) },
    { name: 'lint', run: () => run('biome', ['check', promiseRules, '--error-on-warnings']) },
    vitest('tidy'),
  ],
  [vitest('domain')],
  // Tests that start servers start the built one.
  [{ name: 'build', run: built }],
  [vitest('server')],
  [vitest('web'), vitest('sdk')],
  [{ name: 'first-load', run: afterBuild(() => run(process.execPath, ['scripts/first-load.ts'])) }],
  countryCodes.map(browser),
];

function chosenSteps(names: string[]): Step[][] {
  const known = steps.flat().map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`No step ${unknown.join(', ')}. The steps are ${known.join(', ')}.`);
    process.exit(1);
  }
  return names.length === 0 ? steps : steps.map((line) => line.filter(({ name }) => names.includes(name)));
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

// A report of an earlier run must not be counted.
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const results: Result[] = [];
for (const line of chosenSteps(process.argv.slice(2))) results.push(...(await Promise.all(line.map(take))));
summarise(results);
process.exitCode = results.every(({ isPassed }) => isPassed) ? 0 : 1;
