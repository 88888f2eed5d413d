import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import fc from 'fast-check';
import { inRoot, root } from '../command.ts';
import { propertySeed } from '../property-seed.ts';
import { type Mutant, mutatedText } from './change.ts';
import { testsOf } from './suite.ts';

export type Task =
  | { kind: 'cover'; test: string; mutants: Mutant[] }
  | { kind: 'try'; mutant: Mutant; tests: string[]; dependents: Set<string> };

/** Ids of the mutants whose code ran while the modules loaded, and while the tests ran. */
export type Coverage = { loading: number[]; testing: number[]; milliseconds: number };
export type Verdict = { isKilled: boolean };

// Every run uses the same random examples. A failed example is not shrunk, because that takes time and does not change
// the result.
fc.configureGlobal({ seed: propertySeed, endOnFailure: true });

let trial: { mutant: Mutant; dependents: Set<string> } | undefined;

const domain = pathToFileURL(inRoot('domain', 'src')).href;
const suite = new URL('suite.ts', import.meta.url).href;
const pathOf = (url: string) => fileURLToPath(url).slice(root.length + 1);

// A changed module and its dependents are loaded again, under another address. All other modules are loaded once.
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'vitest' && context.parentURL?.startsWith(domain)) return { url: suite, shortCircuit: true };
    const found = next(specifier, context);
    if (!trial || !found.url.startsWith(domain) || !trial.dependents.has(pathOf(found.url))) return found;
    return { ...found, url: `${found.url}?mutant=${trial.mutant.id}` };
  },
  load(url, context, next) {
    const { mutant } = trial ?? {};
    if (!mutant || !url.startsWith(domain) || pathOf(url) !== mutant.path) return next(url, context);
    const source = mutatedText(readFileSync(inRoot(mutant.path), 'utf8'), mutant);
    return { format: 'module-typescript', source, shortCircuit: true };
  },
});

const session = new Session();
session.connect();

type Range = { startOffset: number; endOffset: number; count: number };

const isAround =
  (offset: number) =>
  ({ startOffset, endOffset }: Range) =>
    startOffset <= offset && offset < endOffset;
const length = ({ startOffset, endOffset }: Range) => endOffset - startOffset;

/**
 * The mutants whose code has run since the last call, by the execution counts of the smallest range around each change.
 */
async function ranSince(mutants: Mutant[]): Promise<number[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const scripts = result.filter(({ url }) => url.startsWith(domain));
  const ranges = new Map(scripts.map(({ url, functions }) => [pathOf(url), functions.flatMap((one) => one.ranges)]));
  const timesRun = ({ path, start }: Mutant) => {
    const around = (ranges.get(path) ?? []).filter(isAround(start));
    return around.toSorted((one, other) => length(one) - length(other))[0]?.count ?? 0;
  };
  return mutants.filter((mutant) => timesRun(mutant) > 0).map(({ id }) => id);
}

async function cover({ test, mutants }: Extract<Task, { kind: 'cover' }>): Promise<Coverage> {
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const tests = await testsOf(inRoot(test));
  const loading = await ranSince(mutants);
  const since = performance.now();
  for (const run of tests) await run();
  return { loading, testing: await ranSince(mutants), milliseconds: performance.now() - since };
}

async function attempt({ mutant, tests, dependents }: Extract<Task, { kind: 'try' }>): Promise<Verdict> {
  trial = { mutant, dependents };
  try {
    for (const test of tests) for (const run of await testsOf(inRoot(test))) await run();
    return { isKilled: false };
  } catch {
    return { isKilled: true };
  } finally {
    trial = undefined;
  }
}

parentPort?.on('message', async (task: Task) => {
  parentPort?.postMessage(task.kind === 'cover' ? await cover(task) : await attempt(task));
});
