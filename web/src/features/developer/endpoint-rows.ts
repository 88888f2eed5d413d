import type { OpenApiDocument, Operation, Schema } from '@kerb/web/features/developer/openapi.ts';

export type EndpointRow = {
  method: string;
  path: string;
  summary: string;
  group: string;
  operation: Operation;
  /** The names of its parameters and fields, and what they mean. */
  fields: string;
};

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** 'user-invitations' from '/v1/user-invitations/{id}', if the document names no group. */
const groupOf = (path: string, { tags }: Operation): string =>
  (tags?.[0] ?? path.split('/')[2] ?? 'other').replaceAll('-', ' ');

const partsOf = ({ items, properties = {}, anyOf = [], allOf = [] }: Schema): Schema[] => [
  ...(items ? [items] : []),
  ...Object.values(properties),
  ...anyOf,
  ...allOf,
];

/** The names and sentences of a schema, as deep as the reference shows it. */
const fieldWords = (schema: Schema, depth = 0): string[] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, { description = '' }]) => [name, description]),
  ...(depth < 6 ? partsOf(schema).flatMap((part) => fieldWords(part, depth + 1)) : []),
];

function fieldsOf({ parameters = [], requestBody, responses = {} }: Operation): string {
  const contents = [requestBody?.content, ...Object.entries(responses).map(([, { content }]) => content)];
  const schemas = contents.flatMap((content) => Object.values(content ?? {}).map(({ schema }) => schema));
  const words = [
    ...parameters.flatMap(({ name, description = '' }) => [name, description]),
    ...schemas.flatMap((schema) => fieldWords(schema)),
  ];
  return [...new Set(words)].join(' ');
}

export const endpointRows = (document: OpenApiDocument): EndpointRow[] =>
  Object.entries(document.paths ?? {}).flatMap(([path, operations]) =>
    methods.flatMap((method) => {
      const operation = operations[method];
      if (!operation) return [];
      const { summary = '' } = operation;
      const fields = fieldsOf(operation);
      return [{ method: method.toUpperCase(), path, summary, group: groupOf(path, operation), operation, fields }];
    }),
  );

/** Groups by name, each with the rows that contain every search word. */
export function matchingGroups(rows: readonly EndpointRow[], search: string): [string, EndpointRow[]][] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = rows.filter(({ method, path, summary, group, fields }) => {
    const text = `${method} ${path} ${summary} ${group} ${fields}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const groups = Object.groupBy(matching, (row) => row.group);
  return Object.entries(groups)
    .map(([group, members]): [string, EndpointRow[]] => [group, members ?? []])
    .sort(([one], [other]) => one.localeCompare(other));
}
