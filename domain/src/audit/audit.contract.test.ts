import { auditEndpoints } from '@kerb/domain/audit/audit.contract.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

describe('the audit log', () => {
  const { query } = auditEndpoints.list;

  it('is read fifty at a time, newest first', () => {
    expect(z.parse(query, {})).toEqual({ page: 1, perPage: 50, sortDesc: true });
  });

  it('answers when a campaign was created, and who did it', () => {
    const sent = { targetAgreementId: '10231', activityCode: 'campaign_create', perPage: '1' };
    expect(z.parse(query, sent)).toMatchObject({
      targetAgreementId: 10231,
      activityCode: 'campaign_create',
      perPage: 1,
    });
  });

  it('refuses an unknown activity', () => {
    expect(z.safeParse(query, { activityCode: 'campaign_stolen' }).success).toBe(false);
  });
});
