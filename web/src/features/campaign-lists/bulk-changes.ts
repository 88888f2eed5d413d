import { type AssignedRow, type BulkRow, bulkEndpoints } from '@kerb/domain/agreements/bulk.contract.ts';
import { fullListEndpoints } from '@kerb/domain/agreements/full-list.contract.ts';
import { campaignListFileName } from '@kerb/domain/reports/campaign-list.ts';
import { exportCsv } from '@kerb/web/features/campaign-lists/export-csv.ts';
import { campaignKeys, refreshLists } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { networkProblem } from '@kerb/web/platform/api-problem.ts';
import { newAttempt, retryUntilKnown } from '@kerb/web/platform/idempotent-request.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { useQueryClient } from '@tanstack/react-query';

/** The outcome of an action: each row, and how to undo it if anything can be undone. */
export type Done = { rows: readonly BulkRow[]; undo: (() => Promise<Done>) | null };

/** Sends a bulk action with one key until its outcome is known, so that no row is done twice. */
async function sendOnce<Body, Answer>(
  body: Body,
  send: (body: Body, idempotencyKey: string) => Promise<Answer>,
): Promise<Answer> {
  const { key } = newAttempt(body);
  const answer = await retryUntilKnown(() => send(body, key));
  if (answer === null) throw networkProblem();
  return answer;
}

type Assigned = { id: number; agentUser: number | null; version?: number };
type Flagged = { id: number; actionSuggested: boolean; version?: number };

const undoable = <Row extends BulkRow>(rows: readonly Row[]) =>
  rows.flatMap((row) => (row.outcome === 'done' && row.version !== null ? [{ ...row, version: row.version }] : []));

/** The bulk actions. Afterwards the lists and the open campaigns show the new state. */
export function useBulkChanges() {
  const client = useQueryClient();
  const refresh = (rows: readonly BulkRow[]) => {
    for (const { id } of rows) void client.invalidateQueries({ queryKey: campaignKeys.one(id) });
    void refreshLists(client);
  };
  const assignAll = async (items: Assigned[]): Promise<AssignedRow[]> => {
    const { items: rows } = await sendOnce({ items }, (body, idempotencyKey) =>
      call(bulkEndpoints.assign, { body, idempotencyKey }),
    );
    refresh(rows);
    return rows;
  };
  const flagAll = async (items: Flagged[]): Promise<BulkRow[]> => {
    const { items: rows } = await sendOnce({ items }, (body, idempotencyKey) =>
      call(bulkEndpoints.flag, { body, idempotencyKey }),
    );
    refresh(rows);
    return rows;
  };
  return {
    remind: async (ids: number[]): Promise<Done> => {
      const { items: rows } = await sendOnce({ ids }, (body, idempotencyKey) =>
        call(bulkEndpoints.remind, { body, idempotencyKey }),
      );
      refresh(rows);
      return { rows, undo: null };
    },
    assign: async (ids: number[], agentUser: number): Promise<Done> => {
      const rows = await assignAll(ids.map((id) => ({ id, agentUser })));
      const back = undoable(rows).map(({ id, agentUser: before = null, version }) => ({
        id,
        agentUser: before,
        version,
      }));
      const undo = async () => ({ rows: await assignAll(back), undo: null });
      return { rows, undo: back.length > 0 ? undo : null };
    },
    markDone: async (ids: number[]): Promise<Done> => {
      const rows = await flagAll(ids.map((id) => ({ id, actionSuggested: false })));
      const back = undoable(rows).map(({ id, version }) => ({ id, actionSuggested: true, version }));
      const undo = async () => ({ rows: await flagAll(back), undo: null });
      return { rows, undo: back.length > 0 ? undo : null };
    },
  };
}

export const exportChosen = (ids: number[]): Promise<void> =>
  exportCsv(fullListEndpoints.list, { query: { ids } }, campaignListFileName(countryRules().brand, null));
