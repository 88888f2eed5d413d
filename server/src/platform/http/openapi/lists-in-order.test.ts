import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '@kerb/server/platform/http/openapi/document.ts';
import { describe, expect, it } from 'vitest';

type Schema = {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
};
type Operation = {
  parameters?: { name: string }[];
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
};
type Document = { paths: Record<string, { get?: Operation }>; components: { schemas: Record<string, Schema> } };

const document = openApiDocument({ sandbox: true, audience: 'public' }) as Document;

const resolved = ({ $ref, ...schema }: Schema): Schema =>
  $ref ? resolved(document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}) : schema;

const isRecord = (schema: Schema): boolean => {
  const { type, properties, anyOf = [], oneOf = [] } = resolved(schema);
  return type === 'object' || properties !== undefined || [...anyOf, ...oneOf].some(isRecord);
};
const isListOfRecords = (schema: Schema): boolean => {
  const { type, items } = resolved(schema);
  return type === 'array' && items !== undefined && isRecord(items);
};

/** The addresses whose answer is a list of records, or has one. */
const lists = Object.entries(document.paths).flatMap(([path, { get }]) => {
  const schema = get?.responses['200']?.content?.['application/json']?.schema;
  if (!get || !schema) return [];
  const isList = isListOfRecords(schema) || Object.values(resolved(schema).properties ?? {}).some(isListOfRecords);
  return isList ? [{ path, names: (get.parameters ?? []).map(({ name }) => name), schema: resolved(schema) }] : [];
});

const folder = join(import.meta.dirname, '../../../../../docs/decisions');
const page = readdirSync(folder).find((name) => name.endsWith('-every-list-has-updated-since-or-a-reason.md')) ?? '';
const rows = [...readFileSync(join(folder, page), 'utf8').matchAll(/^\| `(\/[^`]+)` \| (.+) \|$/gm)];
const reasons = new Map(rows.map(([, path = '', why = '']) => [path, why]));

describe('every list of the public document', () => {
  it('is found: otherwise this test holds nothing', () => {
    expect(lists.length).toBeGreaterThan(30);
    expect(lists.map(({ path }) => path)).toEqual(expect.arrayContaining(['/v1/agreements', '/v1/remittances']));
  });

  it('can be read in the order of changes, or the decision says why it cannot', () => {
    const without = lists.filter(({ names }) => !names.includes('updatedSince')).map(({ path }) => path);
    expect(without.toSorted()).toEqual([...reasons.keys()].toSorted());
    for (const [path, why] of reasons) expect(why.length, path).toBeGreaterThan(12);
  });

  it('has a cursor and says where the next page begins, wherever it has updatedSince', () => {
    for (const { path, names, schema } of lists.filter((each) => each.names.includes('updatedSince'))) {
      expect(names, path).toContain('cursor');
      expect(Object.keys(schema.properties ?? {}), path).toEqual(expect.arrayContaining(['nextCursor', 'hasMore']));
    }
  });
});
