import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

export const root = dirname(import.meta.dirname);
export const inRoot = (...parts: string[]): string => join(root, ...parts);

/** Tools whose first line is `env node` must find the project's Node, even if npm did not put it in the path. */
const path = [inRoot('node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter);

/** Node keeps compiled modules here: a server then loads with a third less processor time, and the tests start many. */
const compiled = inRoot('.cache', 'compiled');

export type CommandOptions = { env?: NodeJS.ProcessEnv; stdio?: SpawnOptions['stdio'] };

export function start(command: string, args: string[], { env, stdio = 'inherit' }: CommandOptions = {}): ChildProcess {
  const own = { PATH: path, NODE_COMPILE_CACHE: compiled };
  return spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...own, ...env } });
}

/** A command that a signal ended, or that could not start, counts as failed. */
export function exitCode(child: ChildProcess): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  child.once('error', (error) => {
    console.error(error.message);
    resolve(127);
  });
  child.once('close', (code) => resolve(code ?? 1));
  return promise;
}

export const run = (command: string, args: string[], options?: CommandOptions): Promise<number> =>
  exitCode(start(command, args, options));

/** Collects the output, so that parallel commands do not interleave. */
export async function runHeld(command: string, args: string[]): Promise<{ code: number; output: string }> {
  const child = start(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const pieces: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece: Buffer) => pieces.push(piece));
  const code = await exitCode(child);
  return { code, output: Buffer.concat(pieces).toString() };
}

/** The program of a package in the version that the workspace's package.json pins, whatever was hoisted. */
export function programOf(workspace: string, packageName: string, program: string): string {
  const resolve = createRequire(inRoot(workspace, 'package.json')).resolve;
  return join(dirname(resolve(`${packageName}/package.json`)), program);
}

/** Adds the lint rules that read the types of the whole project, which takes seconds. Editors use biome.json alone. */
export const promiseRules = '--config-path=scripts/biome-promises.json';

export const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;
