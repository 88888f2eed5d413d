import { must } from '@kerb/domain/kernel/must.ts';
import type { PayerMessageKind } from '@kerb/domain/notifications/payer-templates.ts';
import { type TemplateVersion, templateEndpoints } from '@kerb/domain/notifications/templates.contract.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { thenRefresh } from '@kerb/web/platform/change-then-refresh.ts';
import type { CallInput } from '@kerb/web/platform/transport.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';

const key = ['message-templates'];

export const templatesQuery = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }) => (await call(templateEndpoints.list, { signal })).items,
});

/** The version that applies now, read from the server. */
export async function newestTemplate(kind: PayerMessageKind): Promise<TemplateVersion> {
  const { items } = await call(templateEndpoints.versions, { params: { kind } });
  return must(items[0], `version of ${kind}`);
}

export const versionsQuery = (kind: PayerMessageKind) =>
  queryOptions({
    queryKey: [...key, kind, 'versions'],
    queryFn: async ({ signal }) => (await call(templateEndpoints.versions, { params: { kind }, signal })).items,
  });

type NewTemplate = CallInput<typeof templateEndpoints.change>['body'];
type Restored = CallInput<typeof templateEndpoints.restore>['body'];

/** Afterwards the list and the versions are read again. */
export function useTemplateChanges(kind: PayerMessageKind) {
  const client = useQueryClient();
  const params = { kind };
  const afterwards = thenRefresh(() => client.invalidateQueries({ queryKey: key }));
  return {
    change: (body: NewTemplate) => afterwards(call(templateEndpoints.change, { params, body })),
    restore: (body: Restored) => afterwards(call(templateEndpoints.restore, { params, body })),
  };
}
