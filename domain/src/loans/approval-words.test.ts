import { countries } from '@kerb/domain/countries/countries.ts';
import {
  type ApprovalFacts,
  approvalConfirmation,
  approvalHint,
  checkApproval,
  decideApproval,
} from '@kerb/domain/loans/approval.ts';
import { describe, expect, it } from 'vitest';

const nothing: ApprovalFacts = {
  isEditing: true,
  campaignBudget: null,
  campaignAdditionalAmount: null,
  serviceFee: null,
  interestRate: null,
  comparisonRate: null,
  manualAgreement: true,
  lendingAgreements: 0,
  isScheduleMissing: true,
  sellingPriceMin: null,
  sellingPriceMax: null,
};

describe('the list of rules beside Approve', () => {
  // biome-ignore format: a table
  it.each([
    ['pl',  ['saved isEditing', 'budget campaignBudget', 'feeSet serviceFee', 'rateSet interestRate', 'comparisonRate serviceFee', 'manualDocument lendingDocuments', 'schedule marketingDocuments', 'valuation sellingPriceMin']],
    ['pos', ['saved isEditing', 'budget campaignBudget', 'feeAbove serviceFee', 'document lendingDocuments', 'schedule marketingDocuments']],
  ] as const)('links each rule of %s to the field that fixes it', (option, expected) => {
    const checked = checkApproval(option, nothing, countries.AU);
    expect(checked.map(({ name, mendedBy }) => `${name} ${mendedBy}`)).toEqual(expected);
    expect(checked.every(({ words }) => /^[A-Z].{15,}/.test(words))).toBe(true);
  });

  it('shows the number of documents only for an agreement that needs them', () => {
    const figureOf = (facts: Partial<ApprovalFacts>) =>
      checkApproval('pl', { ...nothing, ...facts }, countries.AU).find(({ name }) => name === 'manualDocument')?.figure;
    expect(figureOf({ manualAgreement: true, lendingAgreements: 2 })).toEqual({ kind: 'count', value: 2 });
    expect(figureOf({ manualAgreement: false, lendingAgreements: 2 })).toBeNull();
  });

  it('asks the admin who approves to confirm the lending tests', () => {
    expect(approvalConfirmation).toMatch(/^I confirm .*responsible lending tests.*\.$/);
    expect(approvalHint).toMatch(/^Please check/);
  });
});

describe('an approval that is refused', () => {
  it('names every failed rule of the option', () => {
    const verdict = decideApproval('pos', { ...nothing, manualAgreement: false }, countries.AU);
    expect(verdict).toEqual({
      ok: false,
      code: 'not-approvable',
      because:
        'Please check all required information: The card is saved and not being edited; The campaign budget is above $0; ' +
        'The service fee is above $0; A lending agreement is attached, or the agreement is manual; ' +
        'The Marketing Schedule is attached.',
    });
  });

  it('is refused for a campaign that is not financed, and allowed for a valid Pay On Success', () => {
    const sound = { ...nothing, isEditing: false, campaignBudget: 1, serviceFee: 1, isScheduleMissing: null };
    expect(decideApproval('pos', sound, countries.AU)).toEqual({ ok: true, value: null });
    expect(decideApproval('pn', sound, countries.AU)).toMatchObject({
      because: expect.stringMatching(/^Only a .+\.$/),
    });
  });
});
