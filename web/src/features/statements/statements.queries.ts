import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { OwnAccount } from '@kerb/domain/payments/own-accounts.ts';
import type { LineState } from '@kerb/domain/statements/line-moves.ts';
import type { SameOrAnother } from '@kerb/domain/statements/propose-matches.ts';
import { statementEndpoints, statementPart } from '@kerb/domain/statements/statements.contract.ts';
import { batchKeys } from '@kerb/web/features/batches/batches.queries.ts';
import { campaignKeys } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { thenRefresh } from '@kerb/web/platform/change-then-refresh.ts';
import { type OnProgress, upload } from '@kerb/web/platform/files.ts';
import { useIdempotentRequest } from '@kerb/web/platform/idempotent-request.ts';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';

type Asked = { state: LineState; perPage: number; cursor: string | undefined };

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

function sendFile(file: File, account: OwnAccount | null, onProgress: OnProgress) {
  const form = new FormData();
  if (account !== null) form.append('account', account);
  form.append(statementPart, file);
  return upload(statementEndpoints.import, form, { onProgress });
}

type EqualLine = { id: number; fileName: string; line: number };

/** Sent with one key until its outcome is known, so that the line is imported once. */
export function useImportAnother() {
  const afterwards = useRefresh();
  const once = useIdempotentRequest<EqualLine>();
  return (asked: EqualLine) =>
    afterwards(
      once(asked, ({ id, ...body }, idempotencyKey) =>
        call(statementEndpoints.another, { params: { id }, body, idempotencyKey }),
      ),
    );
}

function useRefresh() {
  const client = useQueryClient();
  // The campaigns with their payments, and the owed funds on the screens are then out of date too.
  return thenRefresh(() => {
    for (const queryKey of [statementKeys.all, campaignKeys.all, batchKeys.all]) {
      void client.invalidateQueries({ queryKey });
    }
  });
}

/** The changes to lines. Each one updates the screens with the server's new state. */
export function useStatementChanges() {
  const afterwards = useRefresh();
  return {
    importFile: (file: File, account: OwnAccount | null, onProgress: OnProgress) =>
      afterwards(sendFile(file, account, onProgress)),
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
    matchMovement: (id: number, movement?: number) =>
      afterwards(
        call(statementEndpoints.movement, { params: { id }, body: movement === undefined ? {} : { movement } }),
      ),
    undo: (id: number) => afterwards(call(statementEndpoints.undo, { params: { id } })),
    ignore: (id: number, reason: string) =>
      afterwards(call(statementEndpoints.ignore, { params: { id }, body: { reason } })),
    restore: (id: number) => afterwards(call(statementEndpoints.restore, { params: { id } })),
  };
}
