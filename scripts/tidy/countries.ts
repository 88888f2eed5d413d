import { countryCodes } from '@kerb/domain/countries/country.ts';
import { isNode, type Node, type SourceFile } from './source.ts';

/** Where a country may be named: its own folders, and the registries that collect them. */
const ownPlaces = [
  'domain/src/countries/',
  'server/src/sandbox-countries/',
  'e2e/countries/',
  'e2e/country.ts',
  'scripts/browsers/countries.ts',
];
const ruledPlaces = /^((domain|server|web)\/src\/|web\/vite\.config|e2e\/|scripts\/(?!tidy\/|try-commands))/;

const isCode = (text: unknown): boolean =>
  typeof text === 'string' && countryCodes.some((code) => code.toLowerCase() === text.toLowerCase());

const isCodeLiteral = (node: unknown): boolean => isNode(node) && node.type === 'Literal' && isCode(node.value);
const nameOf = (node: unknown): unknown => (isNode(node) ? (node.name ?? node.value) : undefined);

function isRecordOfCountries({ type, typeName, typeArguments }: Node): boolean {
  if (type !== 'TSTypeReference' || nameOf(typeName) !== 'Record' || !isNode(typeArguments)) return false;
  const [key] = typeArguments.params as unknown[];
  return isNode(key) && nameOf(key.typeName) === 'CountryCode';
}

function problemOf(node: Node, parent: Node | undefined): string | undefined {
  if (isRecordOfCountries(node)) return 'a table of countries outside the registries';
  if (node.type === 'Property' && !node.computed && isCode(nameOf(node.key))) return 'an entry of one country';
  if (node.type === 'MemberExpression' && !node.computed && isCode(nameOf(node.property))) return 'names one country';
  // As the value of a property it is a fact about something else, such as the country of a test card.
  return isCodeLiteral(node) && parent?.type !== 'Property' ? 'names a country code' : undefined;
}

/**
 * Code asks the rules of the country, never which country it is. A comparison, a list, a union or a table of country
 * codes means that a rule is missing there, and a further country would have to be added to it by hand.
 */
export function namesNoCountry(file: SourceFile): string[] {
  const isUnitTest = file.isTest && !file.path.startsWith('e2e/');
  if (isUnitTest || !ruledPlaces.test(file.path) || ownPlaces.some((place) => file.path.startsWith(place))) return [];
  return file.nodes.flatMap(({ node, parent }) => {
    const problem = problemOf(node, parent);
    return problem ? [`line ${file.lineOf(node.start)}: ${problem}`] : [];
  });
}
