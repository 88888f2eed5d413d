import { rootOfCall } from '../tidy/limits.ts';
import { isNode, type Node, type SourceFile, sourceFile, textOf } from '../tidy/source.ts';

function textOfTitle(title: unknown): string | undefined {
  if (!isNode(title)) return undefined;
  if (title.type === 'Literal') return typeof title.value === 'string' ? title.value : undefined;
  if (title.type !== 'TemplateLiteral') return undefined;
  const quasis = (title.quasis as Node[]).map(({ value }) => (value as { cooked: string }).cooked);
  return quasis.join('…');
}

type Titled = { title: string; start: number; end: number };

function titled(nodes: SourceFile['nodes'], callees: readonly string[]): Titled[] {
  return nodes.flatMap(({ node }) => {
    if (node.type !== 'CallExpression' || !callees.includes(rootOfCall(node) ?? '')) return [];
    const title = textOfTitle((node.arguments as unknown[])[0]);
    return title === undefined ? [] : { title, start: node.start, end: node.end };
  });
}

/**
 * The titles of all tests of a file, alone and after the title of each list that they are in: `a list › a test`. They
 * are as written: `%s` and `$name` stay, and each `${…}` is an ellipsis.
 */
export function testSentencesOf(path: string): string[] {
  const { nodes } = sourceFile(path, textOf(path));
  const lists = titled(nodes, ['describe']);
  return titled(nodes, ['it', 'test']).flatMap(({ title, start, end }) => {
    const around = lists.filter((list) => list.start < start && list.end >= end);
    return [title, ...around.map((list) => `${list.title} › ${title}`)];
  });
}
