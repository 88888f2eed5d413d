import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { inRoot, root } from '../command.ts';

export type Node = { type: string; start: number; end: number } & Record<string, unknown>;
type Comment = { value: string; start: number; end: number };
type Import = { specifier: string; target: string | undefined; line: number };
type Lines = { from: number; to: number };

/** A code file, parsed once and passed to every rule. Lines count from 1. */
export type SourceFile = {
  path: string;
  text: string;
  lines: string[];
  isTest: boolean;
  nodes: Place[];
  comments: Comment[];
  imports: Import[];
  tables: Lines[];
  lineOf: (offset: number) => number;
};

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

type Place = { node: Node; parent: Node | undefined };

/** Appends to one list: a generator for each of 800,000 nodes takes three times as long. */
function collectNodes(node: Node, parent: Node | undefined, found: Place[]): Place[] {
  found.push({ node, parent });
  for (const key in node) {
    const value = node[key];
    if (Array.isArray(value)) {
      for (const child of value) if (isNode(child)) collectNodes(child, node, found);
    } else if (isNode(value)) {
      collectNodes(value, node, found);
    }
  }
  return found;
}

function lineFinder(text: string): (offset: number) => number {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => {
    const next = starts.findIndex((start) => start > offset);
    return next === -1 ? starts.length : next;
  };
}

/** The repository path of an import, or undefined for a package that is not ours. */
function targetOf(path: string, specifier: string): string | undefined {
  const ours = /^@kerb\/(domain|server|web)\/(.+)$/.exec(specifier);
  if (ours) return `${ours[1]}/src/${ours[2]}`;
  return specifier.startsWith('.') ? join(dirname(path), specifier) : undefined;
}

const isNamed = (node: unknown, name: string): boolean => isNode(node) && node.name === name;

/** The package that is loaded by `createRequire(…)('…')` or `require('…')`. */
function requiredBy({ type, callee, arguments: given }: Node): string | undefined {
  if (type !== 'CallExpression' || !isNode(callee) || !Array.isArray(given)) return undefined;
  if (!isNamed(callee, 'require') && !isNamed(callee.callee, 'createRequire')) return undefined;
  return typeof given[0]?.value === 'string' ? given[0].value : undefined;
}

/** All kinds of imports: declarations, re-exports, import(), the type import('…').X, and require. */
function specifierOf(node: Node): string | undefined {
  const { type, source } = node;
  if (!/^(Import|Export|TSImport)/.test(type) || !isNode(source)) return requiredBy(node);
  return typeof source.value === 'string' ? source.value : undefined;
}

/** The statement after a 'biome-ignore format' comment: laid out by hand, and read across, not down. */
function tableAfter(comment: Comment, nodes: Node[], lineOf: (offset: number) => number): Lines[] {
  const after = nodes.filter(({ start }) => start >= comment.end);
  const start = Math.min(...after.map((node) => node.start));
  const end = Math.max(...after.filter((node) => node.start === start).map((node) => node.end));
  return after.length === 0 ? [] : [{ from: lineOf(start), to: lineOf(end) }];
}

export function sourceFile(path: string, text: string): SourceFile {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`);
  const lineOf = lineFinder(text);
  const nodes = collectNodes(program as unknown as Node, undefined, []);
  const justNodes = nodes.map(({ node }) => node).filter(({ type }) => type !== 'Program');
  const imports = justNodes.flatMap((node) => {
    const specifier = specifierOf(node);
    return specifier === undefined ? [] : { specifier, target: targetOf(path, specifier), line: lineOf(node.start) };
  });
  const marks = comments.filter(({ value }) => value.includes('biome-ignore format'));
  return {
    path,
    text,
    lines: text.trimEnd().split('\n'),
    isTest: /\.(test|spec)\.tsx?$/.test(path) || /^(server|web|sdk)\/test\//.test(path),
    nodes,
    comments,
    imports,
    tables: marks.flatMap((mark) => tableAfter(mark, justNodes, lineOf)),
    lineOf,
  };
}

/** Tracked files and new files that git does not ignore. */
export function repositoryFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root });
  const paths = new Set(listed.toString().split('\0').filter(Boolean));
  return [...paths].filter((path) => existsSync(inRoot(path))).toSorted();
}

export const textOf = (path: string): string => readFileSync(inRoot(path), 'utf8');

export const isCode = (path: string): boolean => /\.(ts|tsx|js|mjs)$/.test(path);
