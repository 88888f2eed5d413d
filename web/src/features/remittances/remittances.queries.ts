import { type AdviceQuery, remittanceEndpoints, remittanceTitle } from '@kerb/domain/batches/remittances.contract.ts';
import { saveDownload } from '@kerb/web/design/save-download.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';

/** The months in which an organisation was paid, the newest first. */
export const remittancesOf = (tenantId: number) =>
  infiniteQueryOptions({
    queryKey: ['remittances', tenantId],
    queryFn: ({ pageParam, signal }) =>
      call(remittanceEndpoints.remittances, { query: { tenantId, ...(pageParam && { before: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ items, isMore }) => (isMore ? (items.at(-1)?.month ?? null) : null),
  });

const endpoints = { csv: remittanceEndpoints.exportRemittances, pdf: remittanceEndpoints.remittancePdf } as const;
export type AdviceEnding = keyof typeof endpoints;

/** Saves the advice of a month or of a batch payment. */
export const saveAdvice = (ending: AdviceEnding, query: AdviceQuery): Promise<void> =>
  saveDownload(endpoints[ending], { query }, { nameOf: (given) => given ?? `${remittanceTitle}.${ending}` }).catch(
    toast.error,
  );
