import type { NewPayer } from '@kerb/domain/agreements/new-payer.ts';
import { payerEndpoints } from '@kerb/domain/payers/payers.contract.ts';
import { refreshCampaign } from '@kerb/web/features/campaigns/campaign-changes.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { thenRefresh } from '@kerb/web/platform/change-then-refresh.ts';
import { useQueryClient } from '@tanstack/react-query';

/** Changes the payers of a campaign; afterwards the screen shows the server's new state. */
export function usePayerChanges(id: number) {
  const client = useQueryClient();
  const params = { id };
  const afterwards = thenRefresh(() => refreshCampaign(client, id));
  return {
    addPayer: (body: NewPayer) => afterwards(call(payerEndpoints.add, { params, body })),
    removePayer: (vendorId: number) => afterwards(call(payerEndpoints.remove, { params: { id, vendorId } })),
    sendTo: (vendorId: number) => afterwards(call(payerEndpoints.send, { params: { id, vendorId } })),
    sendToAll: (vendorIds: number[]) => afterwards(call(payerEndpoints.sendAll, { params, body: { vendorIds } })),
  };
}
