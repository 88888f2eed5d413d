import { isNode, type Node } from '../tidy/source.ts';
import type { Change } from './change.ts';

type Place = { node: Node; parents: Node[]; text: string };
type Operator = (place: Place) => Change[];

const instead = ({ start, end }: Node, becomes: string): Change => ({ start, end, becomes });
const asNode = (value: unknown): Node => value as Node;
const textOf = (text: string, node: unknown) => `(${text.slice(asNode(node).start, asNode(node).end)})`;
const nameOf = (value: unknown) => (isNode(value) ? String(value.name ?? '') : '');

// biome-ignore format: a table
const binary: Record<string, string[]> = {
  '<':   ['<=', '>='],
  '<=':  ['<', '>'],
  '>':   ['>=', '<='],
  '>=':  ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+':   ['-'],
  '-':   ['+'],
  '*':   ['/'],
  '/':   ['*'],
  '%':   ['*'],
};

// biome-ignore format: a table
const swapped = new Map(Object.entries({
  some: 'every', every: 'some', startsWith: 'endsWith', endsWith: 'startsWith', min: 'max', max: 'min',
  floor: 'ceil', ceil: 'floor', padStart: 'padEnd', padEnd: 'padStart',
}));

// biome-ignore format: a table
const dropped = new Set([
  'filter', 'toSorted', 'toReversed', 'slice', 'trim', 'toUpperCase', 'toLowerCase', 'replace', 'replaceAll',
  'padStart', 'padEnd', 'normalize',
]);

const answersYesOrNo = /^(is|may|has|can|needs|includes|some|every|test|startsWith|endsWith)([A-Z]|$)/;

const isText = (node: unknown) =>
  isNode(node) && (node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string'));

const between = (text: string, left: unknown, right: unknown, operator: string, becomes: string): Change => {
  const from = asNode(left).end;
  const start = from + text.slice(from, asNode(right).start).indexOf(operator);
  return { start, end: start + operator.length, becomes };
};

const BinaryExpression: Operator = ({ node, text }) => {
  const operator = String(node.operator);
  if (operator === '+' && (isText(node.left) || isText(node.right))) return [];
  return (binary[operator] ?? []).map((becomes) => between(text, node.left, node.right, operator, becomes));
};

const eitherSide: Operator = ({ node, text }) =>
  [node.left, node.right].map((side) => instead(node, textOf(text, side)));

const ConditionalExpression: Operator = ({ node, text }) =>
  [node.consequent, node.alternate].map((side) => instead(node, textOf(text, side)));

const condition: Operator = ({ node }) => ['true', 'false'].map((becomes) => instead(asNode(node.test), becomes));

const UnaryExpression: Operator = ({ node, text }) => {
  const isSign = node.operator === '-' && asNode(node.argument).type !== 'Literal';
  return node.operator === '!' || isSign ? [instead(node, textOf(text, node.argument))] : [];
};

const AssignmentExpression: Operator = ({ node, text }) => {
  const opposite = { '+=': '-=', '-=': '+=' }[String(node.operator)];
  return opposite ? [between(text, node.left, node.right, String(node.operator), opposite)] : [];
};

const ExpressionStatement: Operator = ({ node }) =>
  /^(CallExpression|AssignmentExpression)$/.test(asNode(node.expression).type) ? [instead(node, ';')] : [];

/** Deletes one item of a list with the comma after it, or before it for the last item. */
function withoutEach(node: Node, items: Node[], text: string): Change[] {
  return items.map((item, position) => {
    const next = items[position + 1];
    const before = items[position - 1];
    if (next) return { start: item.start, end: next.start, becomes: '' };
    const start = before?.end ?? item.start;
    const closing = text.slice(item.end, node.end).match(/^\s*,/)?.[0].length ?? 0;
    return { start, end: item.end + (before ? 0 : closing), becomes: '' };
  });
}

const ArrayExpression: Operator = ({ node, text }) => {
  const items = (node.elements as unknown[]).filter(isNode);
  return [...(items.length > 1 ? [instead(node, '[]')] : []), ...withoutEach(node, items, text)];
};

/** Removes a property only from an object with a spread, because the property then still has a value. */
const ObjectExpression: Operator = ({ node, text }) => {
  const properties = node.properties as Node[];
  return properties.some(({ type }) => type === 'SpreadElement') ? withoutEach(node, properties, text) : [];
};

const isNegated = (parents: Node[]) => parents.at(-1)?.operator === '!';

const CallExpression: Operator = ({ node, parents, text }) => {
  const callee = asNode(node.callee);
  const isMethod = callee.type === 'MemberExpression';
  const name = nameOf(isMethod ? callee.property : callee);
  const other = isMethod ? swapped.get(name) : undefined;
  return [
    ...(other ? [instead(asNode(callee.property), other)] : []),
    ...(isMethod && dropped.has(name) ? [instead(node, textOf(text, callee.object))] : []),
    ...(answersYesOrNo.test(name) && !isNegated(parents) ? [instead(node, `!${textOf(text, node)}`)] : []),
  ];
};

const isFunction = ({ type }: Node) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);

/** Simple constants of a function's return type. */
function plainest(from: Node | undefined, text: string): string[] {
  const annotation = from && isNode(from.returnType) ? from.returnType : undefined;
  const type = annotation ? text.slice(annotation.start, annotation.end) : '';
  return [
    ...(/\b(boolean|is \w+)$/.test(type) ? ['true', 'false'] : []),
    ...(/\[\]$/.test(type) ? ['[]'] : []),
    ...(/\| undefined$/.test(type) ? ['undefined'] : []),
    ...(/\| null$/.test(type) ? ['null'] : []),
  ];
}

function returned(value: unknown, from: Node | undefined, text: string): Change[] {
  if (!isNode(value)) return [];
  const values = plainest(from, text).filter((plain) => plain !== text.slice(value.start, value.end));
  return values.map((plain) => instead(value, plain));
}

const ReturnStatement: Operator = ({ node, parents, text }) =>
  returned(node.argument, parents.findLast(isFunction), text);

const ArrowFunctionExpression: Operator = ({ node, text }) => (node.expression ? returned(node.body, node, text) : []);

/** The texts of one column of a table: of an array of rows, or of an object of rows. */
function columnOf(table: Node, key: string): string[] {
  const rows = ((table.elements ?? table.properties ?? []) as Node[]).map((row) => asNode(row.value ?? row));
  const cells = rows.flatMap((row) => (row.properties ?? []) as Node[]);
  return cells
    .filter((cell) => nameOf(cell.key) === key && isText(cell.value))
    .map(({ value }) => String(asNode(value).value));
}

/** In a column of a table, another value of the column; elsewhere, and for sentences, an empty text. */
function otherText({ node, parents }: Place): string {
  const value = String(node.value);
  const key = parents.at(-1)?.type === 'Property' ? nameOf(parents.at(-1)?.key) : '';
  const table = parents.at(-3)?.type === 'ArrayExpression' ? parents.at(-3) : parents.at(-4);
  if (/\s/.test(value) || key === '' || !table) return "''";
  const column = columnOf(table, key);
  const other = [...column.slice(column.indexOf(value)), ...column].find((text) => text !== value);
  return `'${other ?? ''}'`;
}

const regularExpression = (node: Node, text: string): Change[] => {
  const pattern = text.slice(node.start, node.end);
  const changed = [pattern.replace('/^', '/'), pattern.replace(/\$\/(\w*)$/, '/$1'), pattern.replace('[^', '[')];
  return [...new Set(changed)].filter((other) => other !== pattern).map((other) => instead(node, other));
};

/** Only the sign of a comparison's result matters. */
const isSorting = ({ type, callee }: Node) =>
  type === 'CallExpression' && /^(sort|toSorted)$/.test(nameOf(asNode(callee).property));

const Literal: Operator = (place) => {
  const { node, parents, text } = place;
  if (node.regex) return regularExpression(node, text);
  if (typeof node.value === 'boolean') return [instead(node, String(!node.value))];
  if (typeof node.value === 'bigint') return [instead(node, `${node.value + 1n}n`)];
  if (typeof node.value === 'number') return parents.some(isSorting) ? [] : [instead(node, String(node.value + 1))];
  // The items of a list are dropped one by one instead.
  if (typeof node.value !== 'string' || parents.at(-1)?.type === 'ArrayExpression') return [];
  return node.value === '' ? [] : [instead(node, otherText(place))];
};

const TemplateLiteral: Operator = ({ node, text }) =>
  text.slice(node.start, node.end) === '``' ? [] : [instead(node, '``')];

const operators: Record<string, Operator> = {
  ArrayExpression,
  ArrowFunctionExpression,
  AssignmentExpression,
  BinaryExpression,
  CallExpression,
  ConditionalExpression,
  ExpressionStatement,
  IfStatement: condition,
  Literal,
  LogicalExpression: eitherSide,
  ObjectExpression,
  ReturnStatement,
  TemplateLiteral,
  UnaryExpression,
};

export const changesAt = (place: Place): Change[] => operators[place.node.type]?.(place) ?? [];
