import type { Schema } from '@kerb/web/features/developer/openapi.ts';

export type SchemaRow = { key: string; name: string; depth: number; type: string; isRequired: boolean; note: string };

const deepest = 4;

const isNull = ({ type }: Schema) => type === 'null';
const alternatives = ({ anyOf = [] }: Schema) => anyOf.filter((schema) => !isNull(schema));

/** The schema inside: without `null`, or the item schema of a list. */
function core(schema: Schema): Schema {
  const [only, ...others] = alternatives(schema);
  if (only && others.length === 0) return core(only);
  return schema.items ? core(schema.items) : schema;
}

function bareType(schema: Schema): string {
  const { type, format, items, const: fixed, $ref } = schema;
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (fixed !== undefined) return JSON.stringify(fixed);
  if ($ref) return $ref.split('/').at(-1) ?? 'object';
  if (items) return `list of ${typeText(items)}`;
  const either = alternatives(schema);
  if (either.length > 0) return either.map(typeText).join(' | ');
  return format ?? (Array.isArray(type) ? type.join(' | ') : (type ?? 'anything'));
}

/** 'string', '"a" | "b"', 'list of object', 'number or null'. */
export function typeText(schema: Schema): string {
  const mayBeNull = schema.anyOf?.some(isNull) ?? false;
  return `${bareType(schema)}${mayBeNull ? ' or null' : ''}`;
}

const between = (least: number | undefined, most: number | undefined, what = ''): string => {
  if (most !== undefined && Math.abs(most) < Number.MAX_SAFE_INTEGER) {
    return least === undefined ? `at most ${most}${what}` : `${least} to ${most}${what}`;
  }
  return least === undefined || Math.abs(least) >= Number.MAX_SAFE_INTEGER ? '' : `at least ${least}${what}`;
};

function noteOf(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength } = core(schema);
  const notes = [between(minimum, maximum), between(minLength, maxLength, ' characters')];
  if (schema.default !== undefined) notes.push(`${JSON.stringify(schema.default)} where it is left out`);
  const limits = notes.filter(Boolean).join(', ');
  return [schema.description?.replaceAll('`', ''), limits].filter(Boolean).join(' ');
}

/** The fields of an object in order, nested fields indented. */
export function schemaRows(schema: Schema, depth = 0, above = ''): SchemaRow[] {
  const { properties = {}, required = [] } = core(schema);
  if (depth > deepest) return [];
  return Object.entries(properties).flatMap(([name, field]) => {
    const key = `${above}.${name}`;
    const row = { key, name, depth, type: typeText(field), isRequired: required.includes(name), note: noteOf(field) };
    return [row, ...schemaRows(field, depth + 1, key)];
  });
}
