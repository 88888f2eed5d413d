import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from '../../scripts/command.ts';

type Options = { input?: string; cwd?: string };

/** Runs a script of Node to its end. Rejects with what it printed if it fails. */
export async function runProgram(script: string, args: string[] = [], { input = '', cwd = root }: Options = {}) {
  const child = spawn(process.execPath, [script, ...args], { cwd, env: { ...process.env, NO_COLOR: '1' } });
  child.stdin.end(input);
  const [ended, out, error] = await Promise.all([once(child, 'close'), child.stdout.toArray(), child.stderr.toArray()]);
  const printed = Buffer.concat(out).toString();
  if (ended[0] !== 0) throw new Error(`${script} ended with ${ended[0]}: ${printed}${Buffer.concat(error)}`);
  return printed;
}
