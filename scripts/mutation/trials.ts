import { basename } from 'node:path';
import type { Mutant } from './change.ts';
import { dependentsOf, type Graph } from './graph.ts';
import { inThreads } from './pool.ts';
import type { Coverage, Task, Verdict } from './worker.ts';

export type Outcome = 'killed' | 'timed out' | 'survived';
export type Trial = { mutant: Mutant; outcome: Outcome };

type Suite = { tests: string[]; milliseconds: number };

const roomOf = (path: string) => path.split('/').at(-2);

/** Runs the tests beside the file first, because they are the most likely to fail. */
function nearestFirst(path: string, tests: string[]): string[] {
  const own = basename(path, '.ts');
  const distance = (test: string) => {
    if (basename(test, '.test.ts') === own) return 0;
    return roomOf(test) === roomOf(path) ? 1 : 2;
  };
  return tests.toSorted((a, b) => distance(a) - distance(b));
}

/** Runs every test once on the unchanged sources. */
async function coverageOf(mutants: Mutant[], tests: string[]): Promise<Map<string, Coverage>> {
  const tasks = tests.map((test): Task => ({ kind: 'cover', test, mutants }));
  const answers = await inThreads<Coverage>(tasks, 1, () => 60_000);
  return new Map(
    tests.map((test, position) => {
      const coverage = answers[position];
      if (!coverage) throw new Error(`${test} takes longer than a minute.`);
      return [test, coverage];
    }),
  );
}

/** Code that runs at import, such as a table, needs every importing test. Other code needs the tests that run it. */
async function suitesOf(mutants: Mutant[], tests: string[], graph: Graph): Promise<Suite[]> {
  const coverage = await coverageOf(mutants, tests);
  const loading = new Set([...coverage.values()].flatMap((one) => one.loading));
  const testing = new Map([...coverage].map(([test, one]) => [test, new Set(one.testing)]));
  return mutants.map(({ id, path }) => {
    const importers = loading.has(id) ? dependentsOf(path, graph) : undefined;
    const chosen = tests.filter((test) => (importers ? importers.has(test) : testing.get(test)?.has(id)));
    const milliseconds = chosen.reduce((sum, test) => sum + (coverage.get(test)?.milliseconds ?? 0), 0);
    return { tests: nearestFirst(path, chosen), milliseconds };
  });
}

export async function tryAll(
  mutants: Mutant[],
  {
    tests,
    graph,
    threads,
    onTrial,
  }: { tests: string[]; graph: Graph; threads: number; onTrial: (done: number) => void },
): Promise<Trial[]> {
  const suites = await suitesOf(mutants, tests, graph);
  const tasks = mutants.map((mutant, position): Task => {
    const dependents = dependentsOf(mutant.path, graph);
    return { kind: 'try', mutant, tests: suites[position]?.tests ?? [], dependents };
  });
  // A generous limit, so that only a mutant that never ends is stopped, also on a busy machine.
  const limit = (position: number) => 10_000 + 10 * (suites[position]?.milliseconds ?? 0);
  const verdicts = await inThreads<Verdict>(tasks, threads, limit, onTrial);
  return mutants.map((mutant, position) => {
    const verdict = verdicts[position];
    if (verdict === undefined) return { mutant, outcome: 'timed out' };
    return { mutant, outcome: verdict.isKilled ? 'killed' : 'survived' };
  });
}
