import { guidanceSteps } from '@kerb/domain/agreements/guidance.ts';
import { type AgreementStatus, agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';

const campaign = (status: AgreementStatus) => ({
  status,
  financeOptionCode: 'pn' as const,
  campaignBudgetUpfrontPaymentMethodIntent: null,
  campaignUpfrontPaymentMethod: null,
  campaignUpfrontPaymentRef: null,
  serviceFeePaymentRef: null,
});

describe('what a payer is guided through', () => {
  it.each(['draft', 'waiting-invite'] as const)('while %s', (status) => {
    expect(guidanceSteps(campaign(status))).toEqual([
      'Review property',
      'Review campaign',
      'Provide payer details',
      'Agree to terms',
    ]);
  });

  it('when more is asked of them', () => {
    expect(guidanceSteps(campaign('waiting-info'))).toEqual(['Provide ID and supporting documents']);
  });

  it('once approved, unless they have paid and there is nothing to sign', () => {
    expect(guidanceSteps(campaign('approved'))).toEqual([
      'Review payment details and agreements',
      'Review terms',
      'Sign and submit',
    ]);
    const paid = { campaignUpfrontPaymentMethod: 'card', campaignUpfrontPaymentRef: 'R1' } as const;
    expect(guidanceSteps({ ...campaign('approved'), ...paid })).toEqual([]);
  });

  it('is nothing in every other status', () => {
    const guided = agreementStatuses.filter((status) => guidanceSteps(campaign(status)).length > 0);
    expect(guided).toEqual(['draft', 'waiting-invite', 'waiting-info', 'approved']);
  });
});
