/** A file of code as the bundler makes it without groups: its modules are needed by the same entries. */
export type Piece = {
  file: string;
  bytes: number;
  /** Whether a style sheet comes with it. */
  hasStyles: boolean;
  modules: readonly string[];
  /** Files that this one imports, directly. */
  imports: readonly string[];
  /** Files that this one loads later. */
  loads: readonly string[];
  /** The entry or the lazy module that this file is for. Null for a file that several of them share. */
  isFor: string | null;
};

type Group = { files: string[]; bytes: number; hasStyles: boolean; usedBy: Set<string> };

/** What one more request costs, in bytes of script. */
const requestBytes = 4_000;
/** How many visits of another screen one visit of a daily screen counts for. */
const dailyWeight = 20;
/** No visit loads more than this for one request less. */
const mostUnneededBytes = 10_000;
const everyPage = 'every page';

function withImports(pieces: Map<string, Piece>, start: string, found = new Set<string>()): Set<string> {
  if (found.has(start)) return found;
  found.add(start);
  for (const file of pieces.get(start)?.imports ?? []) withImports(pieces, file, found);
  return found;
}

const intersection = (sets: Set<string>[]): Set<string> => {
  const [first = new Set<string>(), ...others] = sets;
  return others.reduce((kept, each) => kept.intersection(each), first);
};

const lazyOf = (pieces: Map<string, Piece>) =>
  [...pieces.values()].flatMap((piece) => (piece.isFor === null ? [] : { ...piece, isFor: piece.isFor }));

/** For each lazy file, the files that a page has for sure when it asks for that file. */
function loadedBefore(pieces: Map<string, Piece>, always: Set<string>): Map<string, Set<string>> {
  const needs = new Map(lazyOf(pieces).map(({ file }) => [file, withImports(pieces, file)]));
  const everything = new Set(pieces.keys());
  const before = new Map([...needs.keys()].map((file) => [file, everything]));
  const afterLoading = (file: string) => (needs.get(file) ?? always).union(before.get(file) ?? always);
  const users = (asker: string) => [...needs].flatMap(([file, needed]) => (needed.has(asker) ? file : []));
  const askers = (file: string) => [...pieces.values()].filter(({ loads }) => loads.includes(file));
  const usersOfAskers = new Map(
    [...needs.keys()].map((file) => [file, askers(file).map((asker) => users(asker.file))]),
  );
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const [file, usersOfEach] of usersOfAskers) {
      const found = always.union(intersection(usersOfEach.flat().map(afterLoading)));
      isChanged ||= found.size !== before.get(file)?.size;
      before.set(file, found);
    }
  }
  return before;
}

/** Whether one group needs the other through a third one: as one file they would import each other. */
function isLinkedThroughThird(links: Map<Group, Set<Group>>, from: Group, to: Group): boolean {
  const seen = new Set<Group>();
  const open = [...(links.get(from) ?? [])].filter((group) => group !== to);
  for (let group = open.pop(); group; group = open.pop()) {
    if (group === to) return true;
    if (seen.has(group)) continue;
    seen.add(group);
    open.push(...(links.get(group) ?? []));
  }
  return false;
}

function linksOf(pieces: Map<string, Piece>, groups: Group[]): Map<Group, Set<Group>> {
  const groupOf = new Map(groups.flatMap((group) => group.files.map((file) => [file, group] as const)));
  const needed = ({ files }: Group) => files.flatMap((file) => pieces.get(file)?.imports ?? []);
  const others = (group: Group) => needed(group).flatMap((file) => groupOf.get(file) ?? []);
  return new Map(groups.map((group) => [group, new Set(others(group).filter((other) => other !== group))]));
}

const needsOnly = (a: Group, b: Group): boolean => [...a.usedBy].some((user) => !b.usedBy.has(user));

/** What visitors save when two files become one: requests, less the bytes that some of them do not need. */
function savedBytes(a: Group, b: Group, weightOf: (user: string) => number): number {
  const isTooMuch =
    (b.bytes > mostUnneededBytes && needsOnly(a, b)) || (a.bytes > mostUnneededBytes && needsOnly(b, a));
  if (isTooMuch) return 0;
  const requests = a.hasStyles && b.hasStyles ? 2 : 1;
  let saved = 0;
  for (const user of a.usedBy) saved += weightOf(user) * (b.usedBy.has(user) ? requests * requestBytes : -b.bytes);
  for (const user of b.usedBy) if (!a.usedBy.has(user)) saved -= weightOf(user) * a.bytes;
  return saved;
}

const mergedOf = (a: Group, b: Group): Group => ({
  files: [...a.files, ...b.files],
  bytes: a.bytes + b.bytes,
  hasStyles: a.hasStyles || b.hasStyles,
  usedBy: a.usedBy.union(b.usedBy),
});

/** Merges the two groups that save most, again and again, while any two save something. */
function mergeAll(pieces: Map<string, Piece>, start: Group[], weightOf: (user: string) => number): Group[] {
  let groups = start;
  const withSaving = (a: Group, b: Group) => ({ a, b, saved: savedBytes(a, b, weightOf) });
  let pairs = groups.flatMap((a, place) => groups.slice(place + 1).map((b) => withSaving(a, b)));
  for (;;) {
    pairs = pairs.filter(({ saved }) => saved > 0).toSorted((one, other) => other.saved - one.saved);
    const links = linksOf(pieces, groups);
    const best = pairs.find(({ a, b }) => !isLinkedThroughThird(links, a, b) && !isLinkedThroughThird(links, b, a));
    if (!best) return groups;
    const { a, b } = best;
    const merged = mergedOf(a, b);
    groups = groups.filter((group) => group !== a && group !== b);
    pairs = pairs.filter((pair) => pair.a !== a && pair.a !== b && pair.b !== a && pair.b !== b);
    pairs = [...pairs, ...groups.map((group) => withSaving(group, merged))];
    groups = [...groups, merged];
  }
}

type Wanted = {
  isFirst: (module: string) => boolean;
  /** Lazy modules that every page loads soon after the first files. */
  isSoon: (module: string) => boolean;
  /** Screens that people open every day. */
  isDaily: (module: string) => boolean;
};

/**
 * For each file, the lazy files whose visit loads it because nothing before has. What every page loads soon counts as
 * one visit.
 */
function usersOf(pieces: Map<string, Piece>, start: Set<string>, { isSoon }: Wanted): Map<string, Set<string>> {
  const lazy = lazyOf(pieces).filter(({ file }) => !start.has(file));
  const soon = new Set(lazy.filter(({ isFor }) => isSoon(isFor)).flatMap(({ file }) => [...withImports(pieces, file)]));
  const before = loadedBefore(pieces, start.union(soon));
  const users = new Map<string, Set<string>>();
  for (const { file, isFor } of lazy) {
    const has = isSoon(isFor) ? start : (before.get(file) ?? start);
    const user = isSoon(isFor) ? everyPage : file;
    for (const needed of withImports(pieces, file).difference(has))
      users.set(needed, (users.get(needed) ?? new Set()).add(user));
  }
  return users;
}

/**
 * Groups the modules that several lazy modules share, so that a screen loads few files and little that it does not
 * need. No two groups import each other.
 */
export function planChunks(all: readonly Piece[], wanted: Wanted): string[][] {
  const pieces = new Map(all.map((piece) => [piece.file, piece]));
  const entries = all.filter(({ isFor }) => isFor !== null && wanted.isFirst(isFor));
  const start = new Set(entries.flatMap(({ file }) => [...withImports(pieces, file)]));
  const users = usersOf(pieces, start, wanted);
  const daily = new Set([
    everyPage,
    ...lazyOf(pieces).flatMap((lazy) => (wanted.isDaily(lazy.isFor) ? lazy.file : [])),
  ]);
  const alone = all
    .filter(({ file, isFor }) => isFor === null && !start.has(file))
    .map(({ file, bytes, hasStyles }) => ({
      files: [file],
      bytes,
      hasStyles,
      usedBy: users.get(file) ?? new Set<string>(),
    }));
  const groups = mergeAll(pieces, alone, (user) => (daily.has(user) ? dailyWeight : 1));
  return groups.map(({ files }) => files.flatMap((file) => pieces.get(file)?.modules ?? []));
}
