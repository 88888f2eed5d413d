import { isNode, type SourceFile } from '../tidy/source.ts';

/** The run-time imports between files of the domain; type imports are left out. */
export type Graph = Map<string, Set<string>>;

const isTypeOnly = ({ nodes }: SourceFile, specifier: string) =>
  nodes
    .filter(({ node }) => isNode(node.source) && node.source.value === specifier)
    .every(({ node }) => node.importKind === 'type' || node.exportKind === 'type');

export function graphOf(files: SourceFile[]): Graph {
  return new Map(
    files.map((file) => {
      const targets = file.imports.filter(({ specifier }) => !isTypeOnly(file, specifier)).map(({ target }) => target);
      return [file.path, new Set(targets.filter((target) => target !== undefined))];
    }),
  );
}

/** The file itself and every file that imports it, directly or through others. */
export function dependentsOf(path: string, graph: Graph): Set<string> {
  const found = new Set([path]);
  for (const dependency of found) for (const [file, imports] of graph) if (imports.has(dependency)) found.add(file);
  return found;
}
