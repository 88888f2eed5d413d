import { campaignStatuses, campaignStatusWhile } from '@kerb/domain/options/campaign-status.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { expect, it } from 'vitest';

it('every status of an agreement has one of the eight statuses of the second model, and each is used', () => {
  const used = agreementStatuses.map((status) => campaignStatusWhile[status]);
  expect([...new Set(used)].toSorted()).toEqual([...campaignStatuses].toSorted());
});
