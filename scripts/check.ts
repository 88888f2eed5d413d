import { styleText } from 'node:util';
import { promiseRules, runHeld, seconds } from './command.ts';

// biome-ignore format: a table
const steps: { name: string; command: string; args: string[] }[] = [
  { name: 'types', command: 'tsc',    args: ['-b', '--pretty'] },
  { name: 'lint',  command: 'biome',  args: ['check', promiseRules, '--colors=force', '--error-on-warnings'] },
  { name: 'tidy',  command: 'vitest', args: ['run', '--project', 'tidy', '--silent'] },
];

async function check({ name, command, args }: (typeof steps)[number]): Promise<boolean> {
  const since = performance.now();
  const { code, output } = await runHeld(command, args);
  const verdict = code === 0 ? styleText('green', 'ok') : styleText('red', 'FAILED');
  console.log(`${name.padEnd(6)} ${verdict}  ${seconds(since)}${code === 0 ? '' : `\n${output}`}`);
  return code === 0;
}

const names = process.argv.slice(2);
const chosen = names.length === 0 ? steps : steps.filter(({ name }) => names.includes(name));
const results = await Promise.all(chosen.map(check));
process.exitCode = results.length > 0 && results.every(Boolean) ? 0 : 1;
