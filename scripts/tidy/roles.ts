import { roles, standings } from '@kerb/domain/access/actor.ts';
import { isNode, type Node, type SourceFile } from './source.ts';

const namesOfRoles: readonly string[] = [...new Set([...roles, ...standings])];

const isRole = (value: unknown) => typeof value === 'string' && namesOfRoles.includes(value);

/** `'admin'`, also with a type assertion, or as one branch of a condition: `isOwn ? 'vendor' : 'admin'`. */
function isRoleLiteral(node: unknown): boolean {
  if (!isNode(node)) return false;
  if (node.type === 'Literal') return isRole(node.value);
  if (node.type === 'TemplateLiteral') {
    const [only, ...more] = node.quasis as { value: { cooked: string } }[];
    return more.length === 0 && isRole(only?.value.cooked);
  }
  if (node.type === 'ConditionalExpression') return isRoleLiteral(node.consequent) || isRoleLiteral(node.alternate);
  if (/^(TS(As|Satisfies|NonNull)|Parenthesized)Expression$/.test(node.type)) return isRoleLiteral(node.expression);
  return false;
}

/** A list of roles: `['admin', 'manager']`, `new Set(['admin'])`. */
function isRoleList(node: unknown): boolean {
  if (!isNode(node)) return false;
  if (node.type === 'ArrayExpression') return (node.elements as unknown[]).some(isRoleLiteral);
  if (node.type === 'NewExpression') return (node.arguments as unknown[]).some(isRoleList);
  if (/^(TS(As|Satisfies|NonNull)|Parenthesized)Expression$/.test(node.type)) return isRoleList(node.expression);
  return false;
}

const searches = /^(includes|has|indexOf|startsWith|endsWith)$/;
const operators = /^(=|==|!=|<>|is|is not|in|not in|is distinct from|is not distinct from)$/;

function isSearchOrCondition({ callee, arguments: given }: Node): boolean {
  const [first, second, third] = given as unknown[];
  const isOperator = isNode(second) && second.type === 'Literal' && operators.test(String(second.value));
  if (isOperator && (isRoleLiteral(third) || isRoleList(third))) return true;
  if (!isNode(callee) || callee.type !== 'MemberExpression' || !isNode(callee.property)) return false;
  return searches.test(String(callee.property.name)) && (isRoleLiteral(first) || isRoleList(callee.object));
}

const names = namesOfRoles.join('|');
const inSql = new RegExp(
  `\\b(role|tenant_user_type|standing)\\s*(=|<>|!=|(not\\s+)?in\\s*\\(|is (not )?distinct from)\\s*'(${names})'`,
);

function comparisonIn(node: Node): boolean {
  switch (node.type) {
    case 'BinaryExpression':
      return /^[!=]==?$/.test(String(node.operator)) && [node.left, node.right].some(isRoleLiteral);
    case 'SwitchCase':
      return isRoleLiteral(node.test);
    case 'CallExpression':
      return isSearchOrCondition(node);
    case 'TemplateElement':
      return inSql.test((node.value as { raw: string }).raw);
    default:
      return false;
  }
}

/** The domain decides who may do what. A comparison elsewhere means that a permission or a named rule is missing. */
export function comparesNoRole(file: SourceFile): string[] {
  const isRuled = /^(server|web)\/src\//.test(file.path) && !file.path.startsWith('server/src/demo/');
  if (!isRuled || file.isTest) return [];
  return file.nodes.flatMap(({ node }) =>
    comparisonIn(node) ? [`line ${file.lineOf(node.start)}: compares a role or standing`] : [],
  );
}
