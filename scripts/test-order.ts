import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take more than 25 seconds. They begin first: no worker then waits at the end for one of them. */
export const longFiles = [
  'server/src/demo/load-demo-data.test.ts',
  'server/test/asset-doors.test.ts',
  'server/test/charge-crash.test.ts',
  'server/test/crash.test.ts',
  'server/test/endpoint-access.test.ts',
  'server/test/first-start.test.ts',
  'server/test/money-sequences/money-sequences.test.ts',
  'server/test/money-sequences/races.test.ts',
  'server/test/object-store.test.ts',
  'server/test/online-upgrade.test.ts',
  'server/test/retry-crash.test.ts',
  'server/test/rights-sequences/rights-sequences.test.ts',
  'server/test/sign-crash.test.ts',
  'server/test/start.test.ts',
  'server/test/two-roles.test.ts',
];

const isLong = (path: string) => longFiles.includes(path);

const placeOf = (seed: number, path: string): string => createHash('sha256').update(`${seed} ${path}`).digest('hex');

/** The long files first, then the others; in either group in a random order, the same for the same seed. */
export function inRandomOrder(paths: readonly string[], seed: number): string[] {
  const places = new Map(paths.map((path) => [path, placeOf(seed, path)]));
  return paths.toSorted(
    (a, b) => Number(isLong(b)) - Number(isLong(a)) || ((places.get(a) ?? '') < (places.get(b) ?? '') ? -1 : 1),
  );
}

/** The long files first, then the others; in either group in the order in which they come. */
export const longFirst = (paths: readonly string[]): string[] =>
  paths.toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)));

/** Vitest's own order begins with the largest files, which are not those that take longest. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const byPath = new Map((await super.sort(files)).map((file) => [relative(root, file.moduleId), file]));
    return longFirst([...byPath.keys()]).flatMap((path) => byPath.get(path) ?? []);
  }
}

/** Vitest's own random order may begin the longest file last. */
export class RandomOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root, sequence } = this.ctx.config;
    const byPath = new Map(files.map((file) => [relative(root, file.moduleId), file]));
    return inRandomOrder([...byPath.keys()], sequence.seed).flatMap((path) => byPath.get(path) ?? []);
  }
}
