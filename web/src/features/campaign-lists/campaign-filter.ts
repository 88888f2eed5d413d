import { type AgreementStatus, agreementStatuses, openStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';

/** The switches of a list's filter. Undefined is the list's usual state: its usual statuses, every option. */
export type CampaignFilter = {
  status?: AgreementStatus[] | undefined;
  finance?: FinanceOptionCode[] | undefined;
  actionSuggested: boolean;
};

export const noFilter: CampaignFilter = { status: undefined, finance: undefined, actionSuggested: false };

/** The number of groups of switches that are not in their usual state. */
export const countChanged = ({ status, finance, actionSuggested }: CampaignFilter): number =>
  [status, finance, actionSuggested].filter(Boolean).length;

/** The switches that are on. */
export type Switched = { status: readonly AgreementStatus[]; finance: readonly FinanceOptionCode[]; only: boolean };

/** The switches that are on without a filter. */
export type Usual = Omit<Switched, 'only'>;

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((value) => other.includes(value));

export const isSame = (one: Switched, other: Switched): boolean =>
  one.only === other.only && isSameSet(one.status, other.status) && isSameSet(one.finance, other.finance);

export const switchedOf = (filter: CampaignFilter, usual: Usual): Switched => ({
  status: filter.status ?? usual.status,
  finance: filter.finance ?? usual.finance,
  only: filter.actionSuggested,
});

/** The usual switches mean no filter. All options are usual, so that campaigns without an option are included. */
export const filterOf = ({ status, finance, only }: Switched, usual: Usual): CampaignFilter => ({
  status: isSameSet(status, usual.status) ? undefined : agreementStatuses.filter((one) => status.includes(one)),
  finance: isSameSet(finance, usual.finance) ? undefined : usual.finance.filter((one) => finance.includes(one)),
  actionSuggested: only,
});

export type FilterPanelProps = {
  filter: CampaignFilter;
  /** The statuses that the list shows without a filter. */
  usualStatuses: readonly AgreementStatus[];
  flagLabel: string;
  onApply: (filter: CampaignFilter) => void;
};

/** Everything that narrows the Referrals list. */
export type ReferralNarrowing = CampaignFilter & { textQuery?: string | undefined; agentUserId?: number | undefined };

export const showAll: ReferralNarrowing = { ...noFilter, textQuery: undefined, agentUserId: undefined };
export const showInProgress: CampaignFilter = { ...noFilter, status: openStatuses };

export type ShownBy = 'all' | 'open' | 'custom';

/** The pressed one of the three buttons. A search or a team member within all statuses presses none. */
export function shownBy(narrowing: ReferralNarrowing): ShownBy | null {
  const { status, finance, actionSuggested, textQuery, agentUserId } = narrowing;
  if (finance || actionSuggested) return 'custom';
  if (status) return isSameSet(status, openStatuses) ? 'open' : 'custom';
  return textQuery || agentUserId !== undefined ? null : 'all';
}
