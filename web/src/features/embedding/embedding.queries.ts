import { embeddingEndpoints } from '@kerb/domain/embedding/embedding.contract.ts';
import { call, callVersioned } from '@kerb/web/platform/api-client.ts';
import { queryOptions } from '@tanstack/react-query';

export const embeddingOf = (tenantId: number) =>
  queryOptions({
    queryKey: ['embedding', tenantId],
    queryFn: ({ signal }) => callVersioned(embeddingEndpoints.read, { params: { tenantId }, signal }),
  });

export const payButtonOf = (agreementId: number) =>
  queryOptions({
    queryKey: ['pay-button', agreementId],
    queryFn: ({ signal }) => call(embeddingEndpoints.button, { params: { id: agreementId }, signal }),
  });
