import type { OpenApiDocument, Operation } from '@kerb/web/features/developer/openapi.ts';

export type EndpointRow = { method: string; path: string; summary: string; group: string; operation: Operation };

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** 'user-invitations' from '/v1/user-invitations/{id}', if the document names no group. */
const groupOf = (path: string, { tags }: Operation): string =>
  (tags?.[0] ?? path.split('/')[2] ?? 'other').replaceAll('-', ' ');

export const endpointRows = (document: OpenApiDocument): EndpointRow[] =>
  Object.entries(document.paths ?? {}).flatMap(([path, operations]) =>
    methods.flatMap((method) => {
      const operation = operations[method];
      if (!operation) return [];
      const { summary = '' } = operation;
      return [{ method: method.toUpperCase(), path, summary, group: groupOf(path, operation), operation }];
    }),
  );

/** Groups by name, each with the rows that contain every search word. */
export function matchingGroups(rows: readonly EndpointRow[], search: string): [string, EndpointRow[]][] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = rows.filter(({ method, path, summary, group }) => {
    const text = `${method} ${path} ${summary} ${group}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const groups = Object.groupBy(matching, (row) => row.group);
  return Object.entries(groups)
    .map(([group, members]): [string, EndpointRow[]] => [group, members ?? []])
    .sort(([one], [other]) => one.localeCompare(other));
}
