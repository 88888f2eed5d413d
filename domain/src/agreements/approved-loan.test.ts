import { isApprovedLoan, isAsApproved } from '@kerb/domain/agreements/approved-loan.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { expect, it } from 'vitest';

it('is an approved loan in one status, and only if money is lent', () => {
  const isOne = (financeOptionCode: 'pl' | 'pos' | 'pn' | null) =>
    agreementStatuses.filter((status) => isApprovedLoan({ status, financeOptionCode }));
  expect(isOne('pl')).toEqual(['approved']);
  expect(isOne('pos')).toEqual(['approved']);
  expect([isOne('pn'), isOne(null)]).toEqual([[], []]);
});

it('compares nothing for an approval from before the facts were kept', () => {
  expect([isAsApproved(null, 'a'), isAsApproved('a', 'a'), isAsApproved('a', 'b')]).toEqual([true, true, false]);
});
