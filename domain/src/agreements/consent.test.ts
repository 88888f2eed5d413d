import { decideConsent, isConsentOpen } from '@kerb/domain/agreements/consent.ts';
import { type AgreementStatus, agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';

const open: AgreementStatus[] = ['draft', 'waiting-invite', 'waiting-info', 'waiting-approval', 'approved'];

describe('a payer’s consent that the agent may edit the property', () => {
  it.each(agreementStatuses)('in %s can be given and withdrawn only while the campaign is under way', (status) => {
    expect(isConsentOpen(status)).toBe(open.includes(status));
    expect(decideConsent({ status })).toMatchObject(open.includes(status) ? { ok: true } : { code: 'consent-closed' });
  });
});
