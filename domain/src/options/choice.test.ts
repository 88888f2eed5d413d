import { australia } from '@kerb/domain/countries/australia/australia.ts';
import { decideChoice } from '@kerb/domain/options/choice.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';

const campaign = {
  status: 'waiting-invite' as const,
  campaignBudget: 4_200_00,
  financeOptionCode: null,
  hasMoney: false,
  offered: [
    { optionCode: 'pn' as const, interestFreeOffered: false },
    { optionCode: 'pl' as const, interestFreeOffered: false },
  ],
};
const codeOf = (verdict: { ok: boolean; code?: string }) => (verdict.ok ? 'allowed' : verdict.code);

describe('choosing a payment option', () => {
  it('is open until the campaign is approved', () => {
    const open = agreementStatuses.filter((status) => decideChoice({ ...campaign, status }, 'pl', australia).ok);
    expect(open).toEqual(['draft', 'waiting-invite', 'waiting-info', 'waiting-approval']);
  });

  it('accepts only an offered option', () => {
    expect(decideChoice(campaign, 'pn', australia)).toEqual({ ok: true, value: 'pn' });
    expect(decideChoice(campaign, 'pos', australia)).toMatchObject({
      because: 'Pay On Success is not available for this campaign.',
    });
    expect(decideChoice({ ...campaign, offered: [] }, 'pn', australia)).toMatchObject({
      because: 'Pay Upfront is not available for this campaign.',
    });
  });

  it("stays as it is once money was received, and needs the option's smallest budget", () => {
    const paid = { ...campaign, financeOptionCode: 'pn' as const, hasMoney: true };
    expect(codeOf(decideChoice(paid, 'pl', australia))).toBe('money-received');
    expect(codeOf(decideChoice({ ...paid, financeOptionCode: null }, 'pn', australia))).toBe('money-received');
    expect(codeOf(decideChoice(paid, 'pn', australia))).toBe('allowed');
    expect(codeOf(decideChoice({ ...campaign, campaignBudget: 999_99 }, 'pl', australia))).toBe('budget-too-small');
  });
});
