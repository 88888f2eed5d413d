import { parseSync } from 'vite';
import { isNode, type Node } from '../tidy/source.ts';
import { type Mutant, mutatedText } from './change.ts';
import { changesAt } from './operators.ts';

/** Skips types, which do not exist at run time, and the names of properties and modules, which are not behaviour. */
const isSkipped = (node: Node, key: string) =>
  /^(typeAnnotation|typeParameters|typeArguments|returnType|source)$/.test(key) ||
  (key === 'key' && !node.computed) ||
  /^(ImportDeclaration|TSTypeAliasDeclaration|TSInterfaceDeclaration)$/.test(node.type);

function* places(node: Node, parents: Node[]): Generator<{ node: Node; parents: Node[] }> {
  yield { node, parents };
  for (const [key, value] of Object.entries(node)) {
    if (isSkipped(node, key)) continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) yield* places(child, [...parents, node]);
  }
}

export function mutantsOf(path: string, text: string): Omit<Mutant, 'id'>[] {
  const program = parseSync(path, text).program as unknown as Node;
  const found = new Map<string, Omit<Mutant, 'id'>>();
  for (const place of places(program, []))
    for (const change of changesAt({ ...place, text })) {
      const line = text.slice(0, change.start).split('\n').length;
      const was = text.slice(change.start, change.end);
      const changed = mutatedText(text, change);
      if (parseSync(path, changed).errors.length === 0) found.set(changed, { ...change, path, line, was });
    }
  return [...found.values()];
}
