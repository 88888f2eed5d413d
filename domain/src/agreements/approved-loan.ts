import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { type FinanceOptionCode, isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';

type Campaign = { status: AgreementStatus; financeOptionCode: FinanceOptionCode | null };

/**
 * A loan that an admin has approved and that not everybody has signed yet. What the approval was for stays as it is:
 * the payers, their contacts and the property. Otherwise somebody else could sign, or for another property.
 */
export const isApprovedLoan = ({ status, financeOptionCode }: Campaign): boolean =>
  status === 'approved' && isFinanced(financeOptionCode);

export const propertyIsApproved =
  'The loan was approved for this property. Take the approval back before you change the property.';

export const approvedOtherwise = 'The agreement has changed since it was approved. An admin must approve it again.';

/** A loan that was approved before its facts were kept has none to compare. */
export const isAsApproved = (approvedKey: string | null, key: string): boolean =>
  approvedKey === null || approvedKey === key;
