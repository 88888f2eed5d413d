import { expect, it } from 'vitest';
import { sourceFile } from '../tidy/source.ts';
import { dependentsOf, graphOf } from './graph.ts';

const file = (name: string, text: string) => sourceFile(`domain/src/${name}.ts`, text);

it('a file depends on what it imports, directly or through others, but not on types', () => {
  const graph = graphOf([
    file('a', 'export const a = 1;'),
    file('b', "export { a } from '@kerb/domain/a.ts';"),
    file('c', "import { a } from '@kerb/domain/b.ts';"),
    file('d', "import type { a } from '@kerb/domain/a.ts';"),
  ]);
  expect([...dependentsOf('domain/src/a.ts', graph)]).toEqual([
    'domain/src/a.ts',
    'domain/src/b.ts',
    'domain/src/c.ts',
  ]);
});
