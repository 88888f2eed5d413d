import { campaignListFileName } from '@kerb/domain/reports/campaign-list.ts';
import { describe, expect, it } from 'vitest';

describe('the file of a list of campaigns', () => {
  it('is named by the brand, and by the organisation if the list is one organisation’s', () => {
    expect(campaignListFileName('KerbPay', null)).toBe('KerbPay Campaigns.csv');
    expect(campaignListFileName('KerbFlow', 'Harbour Estate')).toBe('Harbour Estate KerbFlow Campaigns.csv');
  });
});
