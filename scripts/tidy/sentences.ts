import type { SourceFile } from './source.ts';

/** Demo data and the terms of a country may repeat a sentence, and a sandbox gateway those of the real provider. */
const checked = /^(domain\/src|server\/src)\/(?!countries\/[\w-]+\/|demo\/|gateways\/|sandbox-countries\/)/;
const sentence = /^[A-Z]\S*\s\S+\s.*[.?!]$/s;

const sentencesIn = ({ nodes }: SourceFile): Set<string> =>
  new Set(
    nodes.flatMap(({ node: { type, value } }) =>
      type === 'Literal' && typeof value === 'string' && sentence.test(value) ? [value] : [],
    ),
  );

/** A sentence that two files of the domain or the server type is one rule or label in two places. */
export function sentencesTypedTwice(files: readonly SourceFile[]): string[] {
  const paths = new Map<string, string[]>();
  for (const file of files.filter(({ path, isTest }) => checked.test(path) && !isTest)) {
    for (const words of sentencesIn(file)) paths.set(words, [...(paths.get(words) ?? []), file.path]);
  }
  return [...paths].filter(([, found]) => found.length > 1).map(([words, found]) => `'${words}': ${found.join(', ')}`);
}
