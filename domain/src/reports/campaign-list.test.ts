import { campaignListColumns, campaignListFileName } from '@kerb/domain/reports/campaign-list.ts';
import { csvHeader } from '@kerb/domain/reports/csv.ts';
import { describe, expect, it } from 'vitest';

describe('the file of a list of campaigns', () => {
  it('is named by the brand, and by the organisation if the list is one organisation’s', () => {
    expect(campaignListFileName('KerbPay', null)).toBe('KerbPay Campaigns.csv');
    expect(campaignListFileName('KerbFlow', 'Harbour Estate')).toBe('Harbour Estate KerbFlow Campaigns.csv');
  });

  it('has these columns', () => {
    expect(csvHeader(campaignListColumns)).toBe(
      '\uFEFFFlow No.,Campaign,Organisation,Agent,Status,Status Last Update,Funds Purpose,Payment Option,Campaign Budget,Funding Request Date,Sent Date,Submitted Date,Approved Date,Auction Date,Settlement Date,Withdrawn Date,Upfront Payment Date,Action Suggested,Last Updated\r\n',
    );
  });
});
