import { campaignWords } from '@kerb/server/platform/http/openapi/campaign-words.ts';
import { componentNames } from '@kerb/server/platform/http/openapi/component-names.ts';
import { moneyWords } from '@kerb/server/platform/http/openapi/money-words.ts';
import { payerWords } from '@kerb/server/platform/http/openapi/payer-words.ts';
import { platformWords } from '@kerb/server/platform/http/openapi/platform-words.ts';
import * as z from 'zod/mini';

export type Json = Record<string, unknown>;

const names = z.registry<{ id: string }>();
for (const [id, schema] of componentNames) names.add(schema, { id });

const isSafeLimit = (limit: unknown): boolean =>
  typeof limit === 'number' && Math.abs(limit) >= Number.MAX_SAFE_INTEGER;

/** Formats that every client knows need no pattern of ours. */
const plainFormats: Record<string, string> = { date: 'date', datetime: 'date-time', email: 'email' };

type Printed = { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema };

function plainer({ zodSchema, jsonSchema: json }: Printed): void {
  // 0.07 is no multiple of 0.01 in floating point, so ordinary validators would refuse right amounts.
  delete json.multipleOf;
  if (isSafeLimit(json.maximum)) delete json.maximum;
  if (isSafeLimit(json.minimum)) delete json.minimum;
  const format = (zodSchema._zod.def as { format?: string }).format;
  const plain = format === undefined ? json.format && plainFormats[json.format] : plainFormats[format];
  if (plain === undefined) return;
  delete json.pattern;
  delete json.allOf;
  json.format = plain;
}

const words: Record<string, string> = { ...campaignWords, ...payerWords, ...moneyWords, ...platformWords };
export const allWords = words;

/** Words that were found, for the test that no sentence is left over. */
export const usedWords = new Set<string>();

/** The most special sentence: of the whole path, of the component's property, or of the name. */
function sentenceFor(path: readonly string[]): string | undefined {
  const name = path.at(-1) ?? '';
  const key = [path.join('.'), `${path[0]}.${name}`, name].find((each) => Object.hasOwn(words, each));
  if (key === undefined) return undefined;
  usedWords.add(key);
  return words[key];
}

/** Describes each property of a schema, and of the schemas within it. */
function described(json: Json, path: readonly string[]): Json {
  const { properties, items, anyOf, allOf, oneOf, additionalProperties, ...rest } = json as Json & {
    properties?: Record<string, Json>;
    anyOf?: Json[];
    allOf?: Json[];
    oneOf?: Json[];
  };
  const within = (part: unknown) => (typeof part === 'object' && part !== null ? described(part as Json, path) : part);
  const named = Object.entries(properties ?? {}).map(([name, schema]) => {
    const inner = [...path, name];
    const description = schema.description ?? sentenceFor(inner);
    return [name, { ...described(schema, inner), ...(description !== undefined && { description }) }];
  });
  return {
    ...rest,
    ...(properties && { properties: Object.fromEntries(named) }),
    ...(items !== undefined && { items: within(items) }),
    ...(anyOf && { anyOf: anyOf.map(within) }),
    ...(allOf && { allOf: allOf.map(within) }),
    ...(oneOf && { oneOf: oneOf.map(within) }),
    ...(additionalProperties !== undefined && { additionalProperties: within(additionalProperties) }),
  };
}

/** `#/$defs/Payer` is where zod puts a named schema. */
const moved = (json: Json): Json => JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'));

export type Schemas = {
  /** A schema as JSON Schema of the wire format: a reference, if it has a name. */
  of: (schema: z.core.$ZodType, where?: string) => Json;
  /** The named schemas that were printed. */
  components: () => Record<string, Json>;
};

export function newSchemas(): Schemas {
  const components = new Map<string, Json>();
  const put = (name: string, { id: _, ...json }: Json) => {
    if (!components.has(name)) components.set(name, described(json, [name]));
  };
  return {
    of: (schema, where = '') => {
      const printed = z.toJSONSchema(schema, {
        io: 'input',
        unrepresentable: 'any',
        metadata: names as never,
        override: plainer as never,
      });
      const { $schema: _, $defs = {}, ...root } = moved(printed as Json) as Json & { $defs?: Record<string, Json> };
      for (const [name, json] of Object.entries($defs)) put(name, json);
      const id = names.get(schema as never)?.id;
      if (id === undefined) return described(root, [where]);
      put(id, root);
      return { $ref: `#/components/schemas/${id}` };
    },
    components: () => Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}
