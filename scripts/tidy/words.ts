import { rootOfCall } from './limits.ts';
import { isNode, type Node, type SourceFile } from './source.ts';

/** The closed list of suffixes, which say what a file is. A new suffix needs a decision. */
// biome-ignore format: a table
const suffixes = new Set([
  'contract', 'routes', 'repository', 'jobs', 'queries', 'screen', 'form', 'card', 'dialog', 'test', 'spec', 'config', 'module',
]);
const junkDrawers = /^(utils?|helpers?|common|misc|index)$/;
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Takes paths of code and of style sheets. */
export function isWellNamed(path: string): string[] {
  const [stem = '', ...parts] = (path.split('/').at(-1) ?? '').split('.');
  const unknown = parts.slice(0, -1).filter((part) => !suffixes.has(part));
  const drawer = path.split(/[/.]/).find((word) => junkDrawers.test(word));
  return [
    ...(kebab.test(stem) ? [] : [`${stem} is not kebab-case`]),
    ...unknown.map((part) => `.${part} is not one of our suffixes`),
    ...(drawer ? [`'${drawer}' says nothing about what is inside`] : []),
  ];
}

const found = (file: SourceFile, matches: (node: Node) => string | undefined): string[] =>
  file.nodes.flatMap(({ node }) => {
    const problem = matches(node);
    return problem ? [`line ${file.lineOf(node.start)}: ${problem}`] : [];
  });

const impureNames = new Set(['fetch', 'process', 'performance', 'crypto', 'setTimeout', 'setInterval', 'localStorage']);
const impureMembers = /^(Date\.now|Math\.random|Temporal\.Now)$/;

const isReference = (node: Node, parent: Node | undefined) =>
  !(parent?.type === 'MemberExpression' && parent.property === node && !parent.computed) &&
  !(parent?.type === 'Property' && parent.key === node && !parent.computed && !parent.shorthand) &&
  !parent?.type.startsWith('TS');

function impurityOf(node: Node, parent: Node | undefined): string | undefined {
  const name = (value: unknown) => (isNode(value) ? String(value.name) : '');
  if (node.type === 'MemberExpression') {
    const member = `${name(node.object)}.${name(node.property)}`;
    return impureMembers.test(member) ? member : undefined;
  }
  if (node.type === 'NewExpression' && name(node.callee) === 'Date')
    return (node.arguments as unknown[]).length === 0 ? 'new Date()' : undefined;
  if (node.type !== 'Identifier' || !impureNames.has(name(node))) return undefined;
  return isReference(node, parent) ? name(node) : undefined;
}

/** No clock, randomness, network or machine: the domain gives the same result in every browser and in every test. */
export function isPure(file: SourceFile): string[] {
  if (!file.path.startsWith('domain/src/') || file.isTest) return [];
  const machine = file.imports.filter(({ specifier }) => specifier.startsWith('node:'));
  const calls = file.nodes.flatMap(({ node, parent }) => {
    const impurity = impurityOf(node, parent);
    return impurity ? [`line ${file.lineOf(node.start)}: ${impurity}`] : [];
  });
  return [...machine.map(({ specifier, line }) => `line ${line} imports ${specifier}`), ...calls];
}

export const trustsTypes = (file: SourceFile): string[] =>
  found(file, ({ type }) => (type === 'TSAnyKeyword' ? "the type 'any'" : undefined));

const unfinished = /\b(TODO|FIXME|XXX|HACK)\b/;

export const isFinished = (file: SourceFile): string[] =>
  file.comments.flatMap(({ value, start }) => {
    const word = unfinished.exec(value)?.[0];
    return word ? [`line ${file.lineOf(start)}: ${word}`] : [];
  });

/** A skipped test protects nothing, and nobody notices. */
export const runsEveryTest = (file: SourceFile): string[] =>
  found(file, (node) => {
    if (node.type !== 'MemberExpression' || !isNode(node.property)) return undefined;
    const member = String(node.property.name);
    const isTestCall = ['it', 'test', 'describe'].includes(rootOfCall(node.object) ?? '');
    return isTestCall && /^(only|skip|skipIf|runIf|todo|fixme|fails)$/.test(member) ? `.${member}` : undefined;
  });
