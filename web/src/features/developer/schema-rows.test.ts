import type { Schema } from '@kerb/web/features/developer/openapi.ts';
import { schemaRows, typeText } from '@kerb/web/features/developer/schema-rows.ts';
import { describe, expect, it } from 'vitest';

const link: Schema = {
  type: 'object',
  properties: { href: { type: 'string', pattern: '^\\/v1\\/users\\/\\d{1,15}$' } },
  required: ['href'],
};
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

describe('a schema in words', () => {
  // biome-ignore format: a table
  it.each<[Schema, string]>([
    [{ type: 'string' },                                   'string'],
    [{ type: 'string', format: 'date-time' },              'date-time'],
    [{ type: 'string', enum: ['pn', 'pl'] },               '"pn" | "pl"'],
    [{ const: 'Bearer' },                                  '"Bearer"'],
    [orNull({ type: 'number' }),                           'number or null'],
    [{ type: 'array', items: { type: 'integer' } },        'list of integer'],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] },  'string | number'],
    [{ $ref: '#/components/schemas/Problem' },             'Problem'],
    [{},                                                   'anything'],
  ])('%j is written as %s', (schema, text) => {
    expect(typeText(schema)).toBe(text);
  });

  it('lists nested fields with an indent', () => {
    const schema: Schema = {
      type: 'object',
      required: ['items'],
      properties: {
        items: { type: 'array', items: { type: 'object', properties: { user: orNull(link) } } },
        name: { type: 'string', minLength: 1, maxLength: 200 },
        page: { type: 'integer', default: 1, minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      },
    };
    expect(schemaRows(schema).map((row) => [row.depth, row.name, row.type, row.isRequired, row.note])).toEqual([
      [0, 'items', 'list of object', true, ''],
      [1, 'user', 'object or null', false, ''],
      [2, 'href', 'string', true, ''],
      [0, 'name', 'string', false, '1 to 200 characters'],
      [0, 'page', 'integer', false, 'at least 1, 1 where it is left out'],
    ]);
  });
});
