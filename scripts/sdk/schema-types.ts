export type Schema = {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  format?: string;
  description?: string;
  deprecated?: boolean;
};

/** Keywords that become part of a type, and those that TypeScript cannot say. Any other is an error of this printer. */
const printed = ['$ref', 'type', 'const', 'enum', 'anyOf', 'oneOf', 'items', 'properties', 'required'];
const unsaid = [
  ...['additionalProperties', 'description', 'format', 'pattern', 'propertyNames', 'default', 'examples', 'readOnly'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength', 'minItems', 'maxItems'],
  'deprecated',
];
const known = new Set([...printed, ...unsaid]);

const plainTypes: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

export const componentOf = (ref: string): string => ref.split('/').at(-1) ?? '';

/** A comment above a type, a property or a method. */
export function commentOf(text: string | undefined, indent: string): string {
  if (!text) return '';
  const safe = text.replaceAll('*/', '*\\/');
  return `${indent}/** ${safe} */\n`;
}

const propertyName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** The fields of an object, each with its comment. */
export function fieldsOf({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?';
    const words = schema.deprecated ? `${schema.description} @deprecated` : schema.description;
    return `${commentOf(words, inner)}${inner}${propertyName(name)}${mark}: ${typeOf(schema, inner)};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

function objectType(schema: Schema, indent: string): string {
  if (schema.properties) return fieldsOf(schema, indent);
  const { additionalProperties: values } = schema;
  return `Record<string, ${typeof values === 'object' ? typeOf(values, indent) : 'unknown'}>`;
}

const unionOf = (types: readonly string[]): string => [...new Set(types)].join(' | ');

/** A JSON Schema as our documents use it, as a TypeScript type. */
export function typeOf(schema: Schema, indent = ''): string {
  const strange = Object.keys(schema).filter((key) => !known.has(key));
  if (strange.length > 0) throw new Error(`no type is printed for ${strange.join(', ')}`);
  if (schema.$ref) return componentOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return unionOf(schema.enum.map((value) => JSON.stringify(value)));
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return unionOf(either.map((each) => typeOf(each, indent)));
  if (schema.type === 'array') return `Array<${typeOf(schema.items ?? {}, indent)}>`;
  if (schema.type === 'object') return objectType(schema, indent);
  if (schema.format === 'binary') return 'Blob';
  return plainTypes[schema.type ?? ''] ?? 'unknown';
}
