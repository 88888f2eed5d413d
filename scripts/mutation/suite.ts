import { pathToFileURL } from 'node:url';

export { expect } from 'vitest';

/**
 * Replaces Vitest in the tests of the domain: it collects the tests, so that one thread can run them many times on
 * changed sources. Vitest would start a worker and load every module again for each mutant.
 */
type Test = () => unknown;
type Body = (...args: never[]) => unknown;

let collected: Test[] = [];

const each =
  (call: (body: Test) => void) =>
  (rows: readonly unknown[]) =>
  (_name: string, body: Body): void => {
    for (const row of rows) call(() => body(...((Array.isArray(row) ? row : [row]) as never[])));
  };

const add = (body: Test) => void collected.push(body);

export const it = Object.assign((_name: string, body: Test) => add(body), { each: each(add) });

export const describe = Object.assign((_name: string, body: Test) => void body(), {
  each: each((body) => void body()),
});

/** The tests of one file, in order. */
export async function testsOf(path: string): Promise<Test[]> {
  collected = [];
  await import(pathToFileURL(path).href);
  return collected;
}
