import { isNode, type Node, type SourceFile } from './source.ts';

const programs = /^(node:)?(child_process|vm|cluster)$/;
const markup = /^(innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|srcdoc|srcDoc)$/;

const nameOf = (node: unknown): string => (isNode(node) ? String(node.name ?? '') : '');

function dangerIn({ type, callee, name, property, computed }: Node): string | undefined {
  if (type === 'CallExpression' && nameOf(callee) === 'eval') return 'runs text as code';
  if (/^(New|Call)Expression$/.test(type) && nameOf(callee) === 'Function') return 'runs text as code';
  if (type === 'MemberExpression' && !computed && markup.test(nameOf(property))) return 'inserts text as markup';
  if (type === 'JSXAttribute' && markup.test(nameOf(name))) return 'inserts text as markup';
  return undefined;
}

/** The product starts no other program, runs no text as code, and inserts no text as markup into a page. */
export function runsNoText(file: SourceFile): string[] {
  if (file.isTest || !/^(domain|server|web|sdk)\/src\//.test(file.path)) return [];
  const started = file.imports
    .filter(({ specifier }) => programs.test(specifier))
    .map(({ specifier, line }) => `line ${line} imports ${specifier}`);
  const run = file.nodes.flatMap(({ node }) => {
    const danger = dangerIn(node);
    return danger ? [`line ${file.lineOf(node.start)} ${danger}`] : [];
  });
  return [...started, ...run];
}
