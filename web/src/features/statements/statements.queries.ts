import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { LineState } from '@kerb/domain/statements/line-moves.ts';
import type { SameOrAnother } from '@kerb/domain/statements/propose-matches.ts';
import { statementEndpoints } from '@kerb/domain/statements/statements.contract.ts';
import { batchKeys } from '@kerb/web/features/batches/batches.queries.ts';
import { campaignKeys } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { thenRefresh } from '@kerb/web/platform/change-then-refresh.ts';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';

type Asked = { state: LineState; page: number; perPage: number };

const statementKeys = { all: ['statements'] } as const;

export const statementQueries = {
  lines: (query: Asked) =>
    queryOptions({
      queryKey: [...statementKeys.all, 'lines', query],
      queryFn: ({ signal }) => call(statementEndpoints.lines, { query, signal }),
      placeholderData: keepPreviousData,
    }),
};

export const findCampaign = (id: number, flowNumber: string) =>
  call(statementEndpoints.find, { params: { id }, query: { flowNumber } });

/** The changes to lines. Each one updates the screens with the server's new state. */
export function useStatementChanges() {
  const client = useQueryClient();
  // The campaigns with their payments, and the owed funds on the screens are then out of date too.
  const afterwards = thenRefresh(() => {
    for (const queryKey of [statementKeys.all, campaignKeys.all, batchKeys.all]) {
      void client.invalidateQueries({ queryKey });
    }
  });
  return {
    importFile: (fileName: string, text: string) =>
      afterwards(call(statementEndpoints.import, { body: { fileName, text } })),
    accept: (id: number, agreement: number, recorded?: SameOrAnother) =>
      afterwards(
        call(statementEndpoints.accept, { params: { id }, body: { agreement, ...(recorded && { recorded }) } }),
      ),
    payout: (id: number, fee: Cents) => afterwards(call(statementEndpoints.payout, { params: { id }, body: { fee } })),
    matchTransfer: (id: number, batch: number, agreement?: number) =>
      afterwards(
        call(statementEndpoints.transfer, { params: { id }, body: { batch, ...(agreement && { agreement }) } }),
      ),
    matchBounce: (id: number, batch: number, agreement: number) =>
      afterwards(call(statementEndpoints.bounce, { params: { id }, body: { batch, agreement } })),
    undo: (id: number) => afterwards(call(statementEndpoints.undo, { params: { id } })),
    ignore: (id: number, reason: string) =>
      afterwards(call(statementEndpoints.ignore, { params: { id }, body: { reason } })),
    restore: (id: number) => afterwards(call(statementEndpoints.restore, { params: { id } })),
  };
}
