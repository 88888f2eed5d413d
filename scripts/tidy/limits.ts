import { isNode, type Node, type SourceFile } from './source.ts';

const fileLines = { source: 300, test: 500 };
const functionLines = 60;
const columns = 120;

/** The limits do not apply to a file that a command prints. */
const isPrinted = (text: string) => text.startsWith('// Printed by `npm run ');

export function isShortFile({ text, lines, isTest }: SourceFile): string[] {
  if (isPrinted(text)) return [];
  const limit = isTest ? fileLines.test : fileLines.source;
  return lines.length > limit ? [`${lines.length} lines, the limit is ${limit}`] : [];
}

const isFunction = ({ type }: Node) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);

/** describe('…', f) and describe.each(…)('…', f) are lists of tests, so the limit for functions does not apply. */
export function rootOfCall(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Identifier') return String(node.name);
  return rootOfCall(node.callee ?? node.object ?? node.tag);
}

const isListOfTests = (file: SourceFile, parent: Node | undefined) =>
  file.isTest && parent?.type === 'CallExpression' && rootOfCall(parent) === 'describe';

/** Tables do not count, nor do migrations, which are lists of columns and never change. */
export function hasShortFunctions(file: SourceFile): string[] {
  if (file.path.startsWith('server/migrations/')) return [];
  return file.nodes.flatMap(({ node, parent }) => {
    if (!isFunction(node) || isListOfTests(file, parent)) return [];
    const [from, to] = [file.lineOf(node.start), file.lineOf(node.end)];
    const inside = file.tables.filter((table) => table.from >= from && table.to <= to);
    const length = to - from + 1 - inside.reduce((sum, table) => sum + table.to - table.from + 1, 0);
    return length > functionLines ? [`line ${from}: a function of ${length} lines, the limit is ${functionLines}`] : [];
  });
}

/** Text that the formatter cannot break may cross the limit. Code and comments may not. */
const unbreakable = /^(Literal|TemplateElement|JSXText|JSXAttribute)$/;

export function fitsTheWidth(file: SourceFile): string[] {
  if (isPrinted(file.text)) return [];
  let offset = 0;
  return file.lines.flatMap((line, position) => {
    const edge = offset + columns;
    offset += line.length + 1;
    const number = position + 1;
    const isInTable = file.tables.some(({ from, to }) => number >= from && number <= to);
    if (line.length <= columns || isInTable) return [];
    const crosses = ({ type, start, end }: Node) => unbreakable.test(type) && start < edge && end >= edge;
    return file.nodes.some(({ node }) => crosses(node)) ? [] : [`line ${number} has ${line.length} columns`];
  });
}
