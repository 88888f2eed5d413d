import type { SourceFile } from './source.ts';

/** What each folder may import from our own code. The longest matching path counts. */
// biome-ignore format: a table
const mayImport: Record<string, string[]> = {
  'domain/src/kernel':           ['domain/src/kernel'],
  'domain/src':                  ['domain/src'],
  'server/migrations':           [],
  'server/src/platform':         ['domain/src', 'server/src/platform'],
  'server/src/sandbox-countries': ['domain/src', 'server/src/sandbox-countries'],
  'server/src/gateways':         ['domain/src', 'server/src/platform', 'server/src/gateways', 'server/src/sandbox-countries'],
  'server/src/features':         ['domain/src', 'server/src/platform', 'server/src/gateways', 'server/src/features'],
  'server/src/demo':             ['domain/src', 'server/src'],
  'server/src':                  ['domain/src', 'server/src', 'server/migrations'],
  'server/test':                 ['domain/src', 'server/src', 'server/migrations', 'server/test', 'scripts/postgres.ts'],
  'web/src/platform':            ['domain/src', 'web/src/platform'],
  'web/src/design':              ['domain/src', 'web/src/platform', 'web/src/design'],
  'web/src/features':            ['domain/src', 'web/src/platform', 'web/src/design', 'web/src/features'],
  'web/src/app':                 ['domain/src', 'web/src/platform', 'web/src/design', 'web/src/features', 'web/src/app'],
  // The payer's page has no code of the staff's, and the staff's has none of it.
  'web/src/checkout':            ['domain/src', 'web/src/platform/card-frame-messages.ts', 'web/src/platform/live.ts', 'web/src/platform/location.ts', 'web/src/checkout'],
  'web/src':                     ['domain/src', 'web/src'],
  'web/test':                    ['domain/src', 'web/src', 'web/test'],
  'web':                         ['domain/src', 'web/plan-chunks.ts'],
  // Published by itself, so it imports nothing of ours. Its tests call a server.
  'sdk/src':                     ['sdk/src'],
  'sdk/test':                    ['domain/src', 'server/src', 'server/test', 'sdk', 'scripts'],
  'e2e':                         ['domain/src', 'e2e'],
  'bench':                       ['domain/src', 'server/src', 'server/migrations', 'server/test/sign-in.ts', 'server/test/record-statements.ts', 'server/test/multipart.ts', 'scripts', 'bench'],
  'scripts':                     ['domain/src', 'server/src', 'scripts'],
  'vitest.config.ts':            ['scripts/fault-tests.ts', 'scripts/test-order.ts'],
};

const within = (path: string, place: string) => path === place || path.startsWith(`${place}/`);

export function placeOf(path: string): string | undefined {
  return Object.keys(mayImport)
    .filter((place) => within(path, place))
    .toSorted((a, b) => b.length - a.length)[0];
}

/** A test may import all of its own package and the domain. */
function allowedFrom({ path, isTest }: SourceFile): string[] {
  const own = path.split('/')[0] ?? '';
  const place = placeOf(path);
  return [...(place ? (mayImport[place] ?? []) : []), ...(isTest ? [own, 'domain/src'] : [])];
}

export function importsOnlyDownwards(file: SourceFile): string[] {
  if (!placeOf(file.path)) return ['lies in no known place'];
  const allowed = allowedFrom(file);
  return file.imports.flatMap(({ target, line }) =>
    target === undefined || allowed.some((place) => within(target, place)) ? [] : [`line ${line} imports ${target}`],
  );
}

/** Each file has one import path, so that it can be searched for and moved. */
export function importsByPackageName(file: SourceFile): string[] {
  if (!/^(domain|server|web)\/src\//.test(file.path)) return [];
  return file.imports.flatMap(({ specifier, target, line }) =>
    specifier.startsWith('.') && /^(domain|server|web)\/src\/.*\.tsx?$/.test(target ?? '')
      ? [`line ${line} imports ${specifier} by its relative path`]
      : [],
  );
}

/** A package that is reachable only by hoisting can disappear when another package changes. */
export function importsDeclaredPackages(file: SourceFile, declared: Record<string, Set<string>>): string[] {
  const workspace = file.path.split('/')[0] ?? '';
  const own = declared[workspace];
  if (!own) return [];
  return file.imports.flatMap(({ specifier, target, line }) => {
    const name = /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
    const isKnown = target !== undefined || /^(node|virtual):/.test(specifier) || own.has(name);
    return isKnown || (file.isTest && declared.root?.has(name)) ? [] : [`line ${line} imports ${name}`];
  });
}
