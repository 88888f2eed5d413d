import { decideSubmission } from '@kerb/domain/signing/submission-rules.ts';
import { describe, expect, it } from 'vitest';

describe('submitting', () => {
  const details = { dateOfBirth: '1980-01-31', employmentType: 'full', hasIdentityDocument: false } as const;
  const sent = { status: 'waiting-invite', financeOptionCode: 'pl', campaignBudget: 4_200 } as const;
  it('needs the details, and the ID if more information was requested', () => {
    expect(decideSubmission(sent, details).ok).toBe(true);
    expect(decideSubmission(sent, { ...details, dateOfBirth: null })).toMatchObject({
      validation: { dateOfBirth: [{ type: 'missing' }] },
    });
    expect(decideSubmission({ ...sent, status: 'waiting-info' }, details)).toMatchObject({ code: 'documents-missing' });
    expect(decideSubmission({ ...sent, status: 'waiting-info' }, { ...details, hasIdentityDocument: true }).ok).toBe(
      true,
    );
  });

  it('needs a budget to lend', () => {
    const words = 'The campaign budget does not exist.';
    expect(decideSubmission({ ...sent, campaignBudget: null }, details)).toMatchObject({ because: words });
  });

  it('is for financed options, while they are open', () => {
    expect(decideSubmission({ ...sent, financeOptionCode: 'pn' }, details)).toMatchObject({
      code: 'nothing-to-submit',
    });
    expect(decideSubmission({ ...sent, status: 'approved' }, details)).toMatchObject({ code: 'not-submittable' });
  });
});
