import { agreementEndpoints } from '@kerb/domain/agreements/agreements.contract.ts';
import { call } from '@kerb/web/platform/api-client.ts';

export const takeFlagOffCampaign = (id: number) =>
  call(agreementEndpoints.save, { params: { id }, body: { actionSuggested: false } });
