import { isNode, type Node, type SourceFile } from './source.ts';

const isFunction = (node: unknown): node is Node =>
  isNode(node) && /^(FunctionExpression|ArrowFunctionExpression)$/.test(node.type);

const takesNothing = (node: unknown): node is Node =>
  isFunction(node) && Array.isArray(node.params) && node.params.length === 0;

const nameOfCall = ({ callee }: Node): unknown =>
  isNode(callee) && callee.type === 'MemberExpression' && isNode(callee.property) ? callee.property.name : undefined;

/** `catch {`, `.catch(() => …)`, `.then(…, () => …)`, `.on('error', () => …)`: the handler ignores the error. */
function droppedIn(node: Node): Node | undefined {
  if (node.type === 'CatchClause') return node.param ? undefined : node;
  if (node.type !== 'CallExpression' || !Array.isArray(node.arguments)) return undefined;
  const [first, second] = node.arguments;
  const name = nameOfCall(node);
  if (name === 'catch') return takesNothing(first) ? first : undefined;
  const isErrorListener = (name === 'on' || name === 'once') && isNode(first) && first.value === 'error';
  return (name === 'then' || isErrorListener) && takesNothing(second) ? second : undefined;
}

/** A handler that ignores an error needs a comment inside it or on the line above that says why. */
export function saysWhyErrorsAreDropped(file: SourceFile): string[] {
  if (file.isTest || !/^(domain|server|web|sdk)\/src\//.test(file.path)) return [];
  const commented = file.comments.map(({ start, end }) => ({ from: file.lineOf(start), to: file.lineOf(end) }));
  return file.nodes.flatMap(({ node }) => {
    const dropped = droppedIn(node);
    if (!dropped) return [];
    const [from, to] = [file.lineOf(dropped.start), file.lineOf(dropped.end)];
    const isExplained = commented.some((comment) => comment.to >= from - 1 && comment.from <= to);
    return isExplained ? [] : [`line ${from} drops an error: log it, or say in a comment why nobody needs to know`];
  });
}
