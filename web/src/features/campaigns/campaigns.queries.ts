import { type Agreement, agreementEndpoints } from '@kerb/domain/agreements/agreements.contract.ts';
import type { NewPayer } from '@kerb/domain/agreements/new-payer.ts';
import { auditEndpoints } from '@kerb/domain/audit/audit.contract.ts';
import { organisationEndpoints } from '@kerb/domain/organisations/organisations.contract.ts';
import { payerEndpoints } from '@kerb/domain/payers/payers.contract.ts';
import { teamEndpoints } from '@kerb/domain/team/team.contract.ts';
import { type AgreementStatus, isFinal } from '@kerb/domain/vocabulary/agreement-status.ts';
import { call, callVersioned, type Versioned } from '@kerb/web/platform/api-client.ts';
import { useSession } from '@kerb/web/platform/session.tsx';
import type { CallInput } from '@kerb/web/platform/transport.ts';
import { keepPreviousData, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';

type ListQuery = NonNullable<CallInput<typeof agreementEndpoints.list>['query']>;
type LogQuery = Omit<NonNullable<CallInput<typeof auditEndpoints.list>['query']>, 'targetAgreementId'>;
type SavedAgreement = CallInput<typeof agreementEndpoints.save>['body'];
type OfficeQuery = NonNullable<CallInput<typeof organisationEndpoints.list>['query']>;

export const agreementQueries = {
  list: (query: ListQuery) =>
    queryOptions({
      queryKey: ['agreements', 'list', query],
      queryFn: ({ signal }) => call(agreementEndpoints.list, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  volumes: queryOptions({
    queryKey: ['agreements', 'list', 'volumes'],
    queryFn: ({ signal }) => call(agreementEndpoints.volumes, { signal }),
  }),
  /** With its version, which a save sends back. */
  one: (id: number) =>
    queryOptions({
      queryKey: ['agreements', 'one', id],
      queryFn: ({ signal }) => callVersioned(agreementEndpoints.get, { params: { id }, signal }),
    }),
  payers: (id: number) =>
    queryOptions({
      queryKey: ['agreements', 'payers', id],
      queryFn: async ({ signal }) => (await call(payerEndpoints.list, { params: { id }, signal })).items,
    }),
  log: (id: number, query: LogQuery) =>
    queryOptions({
      queryKey: ['agreements', 'log', id, query],
      queryFn: ({ signal }) => call(auditEndpoints.list, { query: { ...query, targetAgreementId: id }, signal }),
      placeholderData: keepPreviousData,
    }),
  /** The team of the organisation that a campaign belongs to. */
  members: (tenantId: number) =>
    queryOptions({
      queryKey: ['organisations', 'members', tenantId],
      queryFn: async ({ signal }) => (await call(teamEndpoints.list, { params: { tenantId }, signal })).items,
    }),
  tenant: (tenantId: number) =>
    queryOptions({
      queryKey: ['organisations', 'one', tenantId],
      queryFn: ({ signal }) => call(organisationEndpoints.get, { params: { tenantId }, signal }),
    }),
  offices: (query: OfficeQuery) =>
    queryOptions({
      queryKey: ['organisations', 'list', query],
      queryFn: ({ signal }) => call(organisationEndpoints.list, { query, signal }),
      placeholderData: keepPreviousData,
    }),
};

/** Whatever else shows a campaign: the lists, the dashboard's figures and the log. */
export const refreshLists = (client: QueryClient) =>
  Promise.all(
    [['agreements', 'list'], ['agreements', 'log'], ['dashboard']].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );

/** The changes that one campaign takes, each leaving the screen with what the server now holds. */
export function useAgreementChanges(id: number) {
  const client = useQueryClient();
  const { onlyAgreementId } = useSession();
  const { queryKey } = agreementQueries.one(id);
  const params = { id };

  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey }),
      client.invalidateQueries({ queryKey: agreementQueries.payers(id).queryKey }),
      refreshLists(client),
    ]);
  const afterwards = async <T>(change: Promise<T>): Promise<T> => {
    try {
      return await change;
    } finally {
      await refresh();
    }
  };

  return {
    reload: () => client.fetchQuery({ ...agreementQueries.one(id), staleTime: 0 }),
    save: async (body: SavedAgreement, ifMatch: string | undefined) => {
      const saved = await callVersioned(agreementEndpoints.save, { params, body, ifMatch });
      client.setQueryData(queryKey, saved);
      void refreshLists(client);
    },
    setStatus: async (status: AgreementStatus, ifMatch: string | undefined, reason?: string) => {
      try {
        const { value, version } = await callVersioned(agreementEndpoints.setStatus, {
          params,
          body: { status, ...(reason !== undefined && { reason }) },
          ifMatch,
        });
        client.setQueryData(queryKey, (old: Versioned<Agreement> | undefined) =>
          old ? { value: { ...old.value, ...value }, version } : old,
        );
      } catch (error) {
        void refresh();
        throw error;
      }
      // A payer's own link ends with the campaign: asking again would only tell them that their session has expired.
      if (onlyAgreementId === undefined || !isFinal(status)) void refresh();
    },
    addPayer: (body: NewPayer) => afterwards(call(payerEndpoints.add, { params, body })),
    removePayer: (vendorId: number) => afterwards(call(payerEndpoints.remove, { params: { id, vendorId } })),
    sendTo: (vendorId: number) => afterwards(call(payerEndpoints.send, { params: { id, vendorId } })),
    sendToAll: (vendorIds: number[]) => afterwards(call(payerEndpoints.sendAll, { params, body: { vendorIds } })),
  };
}
