import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { alsoNeeded, exampleValues } from '@kerb/server/platform/http/openapi/example-values.ts';
import type { Json } from '@kerb/server/platform/http/openapi/schemas.ts';

type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  readOnly?: boolean;
  items?: Schema;
  format?: string;
  pattern?: string;
  minLength?: number;
  minItems?: number;
  minimum?: number;
  exclusiveMinimum?: number;
};
type Components = Record<string, Json>;

/** Of a request: what it needs. Of an answer: everything. */
type Extent = 'needed' | 'whole';
type Place = {
  components: Components;
  extent: Extent;
  component: string;
  parent: string;
  name: string;
  /** Whose addresses the example has; null where no country's rules are checked. */
  country: ExampleCountry | null;
};
export type ExampleCountry = Pick<CountryRules, 'code' | 'name' | 'address'>;

const sampleTexts: Record<string, string> = {
  date: '2026-12-01',
  'date-time': '2026-12-01T00:00:00.000Z',
  email: 'pat@example.com',
  uri: 'https://www.example.com',
};

/** '^\/v1\/tenants/\d{1,15}$' is a link to a record: '/v1/tenants/1'. */
const linkIn = (pattern: string): string | undefined =>
  /^\^([\w\\/-]+)\/\\d/.exec(pattern)?.[1]?.replaceAll('\\', '').concat('/1');

/** '^(?:\\d{4})$' is a postcode. */
function digitsIn(pattern: string): string | undefined {
  const count = /^\^\(\?:\\d\{(\d+)\}\)\$$/.exec(pattern)?.[1];
  return count && '2'.padEnd(Number(count), '0');
}

const sampleText = ({ format, pattern = '', minLength = 0 }: Schema): string =>
  sampleTexts[format ?? ''] ?? linkIn(pattern) ?? digitsIn(pattern) ?? 'text'.padEnd(minLength, 't');
const sampleNumber = ({ exclusiveMinimum = -1, minimum = 0 }: Schema): number =>
  Math.max(exclusiveMinimum + 1, minimum, 1);

const componentOf = (ref: string): string => ref.split('/').at(-1) ?? '';
const branchesOf = (schema: Schema): readonly Schema[] => schema.anyOf ?? schema.oneOf ?? [schema];

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

/** Whether a value of the table is one of this schema. The name alone does not say so. */
function fits(value: unknown, schema: Schema): boolean {
  const type = typeOf(value);
  return branchesOf(schema).some((branch) => {
    if (branch.anyOf) return fits(value, branch);
    if (branch.enum) return branch.enum.includes(value);
    const types = [branch.type ?? []].flat().map((each) => (each === 'integer' ? 'number' : each));
    if (branch.const !== undefined || branch.$ref || !types.includes(type)) return false;
    return type !== 'string' || branch.pattern === undefined || new RegExp(branch.pattern).test(String(value));
  });
}

/** The most special value: of the component's property, of the property within its parent, or of the name. */
function valueFor({ component, parent, name, country }: Place): unknown {
  const { state, postcode } = country?.address ?? {};
  if (name === 'postalCode' && postcode) return postcode.example;
  if (name === 'state' && state) return state.names[0];
  const key = [`${component}.${name}`, `${parent}.${name}`, name].find((each) => Object.hasOwn(exampleValues, each));
  return key === undefined ? undefined : exampleValues[key];
}

/** The needed properties of a request; one that can be changed, if it needs none. */
function shownOf({ properties = {}, required = [] }: Schema, { extent, country }: Place): readonly string[] {
  if (extent === 'whole') return Object.keys(properties);
  // No schema can demand it: only some countries have states.
  const ofAddress = required.includes('address') && country?.address.state ? ['state'] : [];
  if (required.length > 0) return [...required, ...[...ofAddress, ...alsoNeeded].filter((name) => properties[name])];
  const open = Object.keys(properties).filter((name) => !properties[name]?.readOnly);
  return open
    .filter((name) => (exampleValues[name] ?? null) !== null)
    .concat(open)
    .slice(0, 1);
}

function objectOf(schema: Schema, place: Place): Json {
  const shown = shownOf(schema, place);
  return Object.fromEntries(
    shown.map(
      (name) => [name, exampleOf(schema.properties?.[name] ?? {}, { ...place, parent: place.name, name })] as const,
    ),
  );
}

function exampleOf(schema: Schema, place: Place): unknown {
  const known = valueFor(place);
  if (known !== undefined && fits(known, schema)) return known;
  if (schema.$ref) {
    const component = componentOf(schema.$ref);
    if (place.extent === 'whole' && Object.hasOwn(exampleValues, component)) return exampleValues[component];
    return exampleOf((place.components[component] ?? {}) as Schema, { ...place, component });
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf || schema.oneOf) {
    // What an answer may lack is empty, unless the table says otherwise.
    if (place.extent === 'whole' && fits(null, schema)) return null;
    return exampleOf(branchesOf(schema)[0] ?? {}, place);
  }
  const types = [schema.type ?? []].flat();
  if (place.extent === 'whole' && types.includes('null')) return null;
  const [type] = types;
  if (type === 'array')
    return Array.from({ length: Math.max(schema.minItems ?? 1, 1) }, () => exampleOf(schema.items ?? {}, place));
  if (type === 'object') return objectOf(schema, place);
  if (type === 'integer' || type === 'number') return sampleNumber(schema);
  if (type === 'boolean') return true;
  return type === 'string' ? sampleText(schema) : null;
}

type Content = Record<string, Json & { schema: Schema }>;
type Operation = Json & {
  requestBody?: Json & { content: Content };
  responses: Record<string, Json & { content?: Content }>;
};

const jsonTypes = ['application/json', 'application/problem+json'];

type Examples = { example: unknown } | { examples: Record<string, { summary: string; value: unknown }> };

/** One example, or one for each country if the countries ask for different things. */
function examplesOf(schema: Schema, place: Omit<Place, 'country'>, countries: readonly ExampleCountry[]): Examples {
  const all = countries.map((country) => ({ country, value: exampleOf(schema, { ...place, country }) }));
  const [first, ...others] = all;
  if (!first) return { example: exampleOf(schema, { ...place, country: null }) };
  const isSame = others.every(({ value }) => JSON.stringify(value) === JSON.stringify(first.value));
  if (isSame) return { example: first.value };
  return {
    examples: Object.fromEntries(all.map(({ country, value }) => [country.code, { summary: country.name, value }])),
  };
}

/** Content with an example for each schema of JSON. */
const exemplified = (
  content: Content,
  components: Components,
  extent: Extent,
  countries: readonly ExampleCountry[] = [],
): Content =>
  Object.fromEntries(
    Object.entries(content).map(([type, { schema, ...rest }]) => {
      const place = { components, extent, component: '', parent: '', name: '' };
      return [type, { schema, ...rest, ...(jsonTypes.includes(type) && examplesOf(schema, place, countries)) }];
    }),
  );

type Wanted = { hasAnswers: boolean; countries: readonly ExampleCountry[] };

/** An operation with an example of its body and, if asked, of its answers. */
export function withExamples(operation: Json, components: Components, { hasAnswers, countries }: Wanted): Json {
  const { requestBody, responses } = operation as Operation;
  const answers = Object.entries(responses).map(([status, { content, ...rest }]) => [
    status,
    { ...rest, ...(content && { content: hasAnswers ? exemplified(content, components, 'whole') : content }) },
  ]);
  return {
    ...operation,
    ...(requestBody && {
      requestBody: { ...requestBody, content: exemplified(requestBody.content, components, 'needed', countries) },
    }),
    responses: Object.fromEntries(answers),
  };
}
