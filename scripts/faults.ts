import { run } from './command.ts';
import { faultTests } from './fault-tests.ts';

/**
 * Runs the long form of each, one after the other: they measure times, and would disturb each other. `--short` runs the
 * form of CI.
 */
async function runFaults(words: string[]): Promise<number> {
  const isShort = words.includes('--short');
  const chosen = words.filter((word) => word !== '--short');
  const unknown = chosen.filter((name) => !(name in faultTests));
  if (unknown.length > 0) {
    console.error(`No test ${unknown.join(', ')}. The tests are ${Object.keys(faultTests).join(', ')}.`);
    return 1;
  }
  const files = Object.entries(faultTests).filter(([name]) => chosen.length === 0 || chosen.includes(name));
  const vitest = ['vitest', 'run', '--project', 'server', '--no-file-parallelism', ...files.map(([, file]) => file)];
  const env = isShort ? {} : { FAULTS: 'long' };
  return run(process.execPath, ['scripts/postgres.ts', '--', ...vitest], { env });
}

if (import.meta.main) process.exitCode = await runFaults(process.argv.slice(2));
