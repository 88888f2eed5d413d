import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from './command.ts';
import { untilAnswered } from './local-server.ts';

type Env = Record<string, string>;

const running = new Set<ChildProcess>();

function killAll(): void {
  for (const child of running) signalGroup(child, 'SIGKILL');
  process.exit(1);
}

/**
 * Starts npm in its own process group, as a terminal does, so that one signal reaches npm and everything that it
 * started.
 */
function startNpm(args: string[], env: Env): ChildProcess {
  if (running.size === 0) process.once('SIGINT', killAll).once('SIGTERM', killAll);
  const child = spawn('npm', args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  running.add(child);
  child.once('close', () => {
    running.delete(child);
    if (running.size === 0) process.off('SIGINT', killAll).off('SIGTERM', killAll);
  });
  return child;
}

function outputOf({ stdout, stderr }: ChildProcess) {
  const pieces = { all: '', out: '' };
  stdout?.setEncoding('utf8').on('data', (text: string) => {
    pieces.out += text;
    pieces.all += text;
  });
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    pieces.all += text;
  });
  return pieces;
}

/** Signals the whole group; false if no process of it is left. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/** Runs an npm command to its end and returns what it printed. Rejects with its whole output if it fails. */
export async function npm(args: string[], env: Env = {}, { mayFail = false } = {}): Promise<string> {
  const child = startNpm(args, env);
  const output = outputOf(child);
  const [code] = await once(child, 'close');
  if (code !== 0 && !mayFail) throw new Error(`npm ${args.join(' ')} ended with ${code}:\n${output.all}`);
  return output.out;
}

export type Service = { args: string[]; env: Env; readyUrl: string };

const mostStartMs = 300_000;
const mostStopMs = 30_000;

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  signalGroup(child, 'SIGINT');
  const isLate = await Promise.race([ended.then(() => false), sleep(mostStopMs).then(() => true)]);
  const isLeft = signalGroup(child, 0);
  signalGroup(child, 'SIGKILL');
  if (isLate || isLeft) throw new Error('Ctrl-C left a process running');
}

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });

/** Starts an npm command that serves, runs `act` while it is ready, and ends it like Ctrl-C. */
export async function whileServing({ args, env, readyUrl }: Service, act: () => Promise<void>): Promise<void> {
  const child = startNpm(args, env);
  const output = outputOf(child);
  const ended = once(child, 'close');
  try {
    await untilAnswered(readyUrl, child, mostStartMs);
    await act();
    await stop(child, ended);
  } catch (error) {
    signalGroup(child, 'SIGKILL');
    throw new Error(`npm ${args.join(' ')} failed:\n${output.all.slice(-4_000)}`, { cause: error });
  }
}
