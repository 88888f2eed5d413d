import { componentOf, type Schema } from './schema-types.ts';

type Components = Record<string, Schema>;
type Limited = Schema & { pattern?: string; minLength?: number; exclusiveMinimum?: number; minimum?: number };

const sampleTexts: Record<string, string> = {
  date: '2026-12-01',
  'date-time': '2026-12-01T00:00:00.000Z',
  email: 'pat@example.com',
};

/** '^\/v1\/tenants/\d{1,15}$' is a link to a record: '/v1/tenants/1'. */
const linkIn = (pattern: string): string | undefined =>
  /^\^([\w\\/-]+)\/\\d/.exec(pattern)?.[1]?.replaceAll('\\', '').concat('/1');

/** '^(?:\\d{4})$' is a postcode. */
const digitsIn = (pattern: string): string | undefined => {
  const count = /^\^\(\?:\\d\{(\d+)\}\)\$$/.exec(pattern)?.[1];
  return count && '2'.padEnd(Number(count), '0');
};

function sampleText({ format, pattern = '', minLength = 0 }: Limited): string {
  return sampleTexts[format ?? ''] ?? linkIn(pattern) ?? digitsIn(pattern) ?? 'text'.padEnd(minLength, 't');
}

function sampleNumber({ exclusiveMinimum = -1, minimum = 0 }: Limited): number {
  return Math.max(exclusiveMinimum + 1, minimum, 1);
}

function sampleObject({ properties = {}, required = [] }: Schema, components: Components): Record<string, unknown> {
  const needed = required.length > 0 ? required : Object.keys(properties).slice(0, 1);
  return Object.fromEntries(needed.map((name) => [name, sampleOf(properties[name] ?? {}, components)]));
}

/** A value of a schema: the fields that it needs, or its first one if it needs none. */
export function sampleOf(schema: Schema, components: Components): unknown {
  if (schema.$ref) return sampleOf(components[componentOf(schema.$ref)] ?? {}, components);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first) return sampleOf(first, components);
  if (schema.type === 'array') return [sampleOf(schema.items ?? {}, components)];
  if (schema.type === 'object') return sampleObject(schema, components);
  if (schema.type === 'integer' || schema.type === 'number') return sampleNumber(schema);
  if (schema.type === 'boolean') return true;
  return schema.type === 'string' ? sampleText(schema) : null;
}
