import { type AgreementStatus, agreementStatuses, openStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';

/** The filter of the Referrals list; undefined means no filter. */
export type ReferralFilter = {
  status?: AgreementStatus[] | undefined;
  finance?: FinanceOptionCode[] | undefined;
  actionSuggested: boolean;
};

export const showAll: ReferralFilter = { status: undefined, finance: undefined, actionSuggested: false };
export const showInProgress: ReferralFilter = { ...showAll, status: openStatuses };

/** The switches that are on. */
export type Switched = { status: readonly AgreementStatus[]; finance: readonly FinanceOptionCode[]; only: boolean };

export const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((value) => other.includes(value));

export const isSame = (one: Switched, other: Switched): boolean =>
  one.only === other.only && isSameSet(one.status, other.status) && isSameSet(one.finance, other.finance);

export const switchedOf = (filter: ReferralFilter, options: readonly FinanceOptionCode[]): Switched => ({
  status: filter.status ?? agreementStatuses,
  finance: filter.finance ?? options,
  only: filter.actionSuggested,
});

/** All switches on means no filter, so that campaigns without an option are included. */
export const filterOf = (
  { status, finance, only }: Switched,
  options: readonly FinanceOptionCode[],
): ReferralFilter => ({
  status: isSameSet(status, agreementStatuses) ? undefined : agreementStatuses.filter((one) => status.includes(one)),
  finance: isSameSet(finance, options) ? undefined : options.filter((one) => finance.includes(one)),
  actionSuggested: only,
});

/** The selected one of the three buttons. */
export function shownBy({ status, finance, actionSuggested }: ReferralFilter): 'all' | 'open' | 'custom' {
  if (finance || actionSuggested) return 'custom';
  if (!status) return 'all';
  return isSameSet(status, openStatuses) ? 'open' : 'custom';
}
