import { buttonStateOf } from '@kerb/domain/embedding/button-state.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { paymentStates } from '@kerb/domain/vocabulary/payment-state.ts';
import { financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import { describe, expect, it } from 'vitest';

const options = [null, ...financeOptionCodes];
const all = agreementStatuses.flatMap((status) =>
  options.flatMap((financeOptionCode) =>
    paymentStates.map((paymentState) => ({
      status,
      financeOptionCode,
      paymentState,
      campaignBudgetFundsPurpose: 'marketing' as const,
    })),
  ),
);
const statusesIn = (state: string, option: (typeof options)[number], paymentState = 'none') =>
  all
    .filter((each) => each.financeOptionCode === option && each.paymentState === paymentState)
    .filter((each) => buttonStateOf(each) === state)
    .map(({ status }) => status);

const sent = ['waiting-invite', 'waiting-info', 'waiting-approval'];

describe('the state of a Pay button', () => {
  it('is to pay while the payers may choose or pay', () => {
    expect(statusesIn('to-pay', null)).toEqual(expect.arrayContaining(sent));
    expect(statusesIn('to-pay', null)).toHaveLength(3);
    expect(statusesIn('to-pay', 'pn').toSorted()).toEqual([...sent, 'approved', 'signed'].toSorted());
    expect(statusesIn('to-pay', 'pos').toSorted()).toEqual([...sent, 'approved', 'signed', 'executed'].toSorted());
    expect(statusesIn('to-pay', 'pl').toSorted()).toEqual(sent.toSorted());
  });

  it('is paid by the ledger, unless the campaign was cancelled or declined', () => {
    expect(statusesIn('paid', 'pn', 'paid')).not.toEqual(expect.arrayContaining(['cancelled']));
    expect(statusesIn('paid', 'pn', 'paid')).toHaveLength(agreementStatuses.length - 2);
    expect(statusesIn('paid', 'pn', 'part')).toEqual([]);
  });

  it('does not tell a draft, an ended campaign and a refund apart', () => {
    expect(statusesIn('not-available', 'pn', 'refunding')).toHaveLength(agreementStatuses.length);
    expect(statusesIn('not-available', null)).toEqual(expect.arrayContaining(['draft', 'cancelled', 'rejected']));
  });
});
