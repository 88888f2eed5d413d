import {
  type ChangeRequest,
  campaignMoneyEndpoints,
  type MoneyPlan,
} from '@kerb/domain/payments/change-after-payment.contract.ts';
import { refreshCampaign } from '@kerb/web/features/campaigns/campaign-changes.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { useQueryClient } from '@tanstack/react-query';

type Change = ChangeRequest['change'];

/** The step ‘Change after payment’ of one campaign: what it would do, and doing it. */
export function useMoneyChange(id: number) {
  const client = useQueryClient();
  return {
    preview: (change: Change): Promise<MoneyPlan> =>
      call(campaignMoneyEndpoints.previewChange, { params: { id }, body: { change } }),
    /** Requests with the same key change the campaign once. */
    change: (body: ChangeRequest, idempotencyKey: string) =>
      call(campaignMoneyEndpoints.change, { params: { id }, body, idempotencyKey }),
    refresh: () => refreshCampaign(client, id),
  };
}
