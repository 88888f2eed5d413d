import {
  type ActionFacts,
  type ActionName,
  actionTable,
  primaryActionOf,
  type StaffRole,
} from '@kerb/domain/actions/primary-action.ts';
import { type AgreementStatus, agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { type FinanceOptionCode, financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';

type Need = {
  label: string;
  /** A campaign is in the group if one of these is its primary action, and due. */
  actions: readonly ActionName[];
  for: readonly StaffRole[];
};

const team = ['manager', 'employee', 'supplier'] as const;

/** The groups of campaigns in 'Needs you today', the most urgent first. */
// biome-ignore format: a table
export const campaignNeeds = {
  pastDue:     { label: 'Due and overdue loans',      actions: ['repay'],                        for: ['admin'] },
  toApprove:   { label: 'To approve',                 actions: ['approve', 'chooseOption'],      for: ['admin'] },
  toFund:      { label: 'To fund',                    actions: ['addToBatch', 'recordTransfer'], for: ['admin'] },
  payments:    { label: 'Bank transfers to record',   actions: ['recordPayment'],                for: ['admin'] },
  toReturn:    { label: 'Money to return',            actions: ['returnMoney'],                  for: ['admin'] },
  settlements: { label: 'Settlement date has passed', actions: ['settle'],                       for: ['manager', 'employee'] },
  followUps:   { label: 'Follow-up suggested',        actions: ['remind', 'followUp'],           for: ['admin', ...team] },
  drafts:      { label: 'Drafts to send',             actions: ['send'],                         for: team },
} as const satisfies Record<string, Need>;

export type CampaignNeed = keyof typeof campaignNeeds;
export const campaignNeedNames = Object.keys(campaignNeeds) as [CampaignNeed, ...CampaignNeed[]];

/** The groups that are not campaigns. All are an admin's. */
export const otherNeeds = {
  batches: 'Batches to approve',
  bankLines: 'Bank lines to match',
  loanRequests: 'Payers who ask for more time',
  movements: 'Money to move between bank accounts',
} as const;
export type OtherNeed = keyof typeof otherNeeds;
export const otherNeedNames = Object.keys(otherNeeds) as [OtherNeed, ...OtherNeed[]];

export type NeedName = CampaignNeed | OtherNeed;
export const needNames = [...campaignNeedNames, ...otherNeedNames] as const;
export const needLabel = (name: NeedName): string =>
  name in otherNeeds ? otherNeeds[name as OtherNeed] : campaignNeeds[name as CampaignNeed].label;

const isFor = (name: CampaignNeed, role: StaffRole): boolean =>
  (campaignNeeds[name].for as readonly StaffRole[]).includes(role);
const hasAction = (name: CampaignNeed, action: ActionName): boolean =>
  (campaignNeeds[name].actions as readonly ActionName[]).includes(action);

/**
 * The group that a campaign is in for this person; null if it does not need them. Messages that were not delivered are
 * left out: the page shows them, and no list counts them.
 */
export function needOf(role: StaffRole, facts: ActionFacts): CampaignNeed | null {
  const primary = primaryActionOf(role, { ...facts, unsent: 0 });
  if (!primary?.isDue) return null;
  return campaignNeedNames.find((name) => isFor(name, role) && hasAction(name, primary.name)) ?? null;
}

export type OptionOrNone = FinanceOptionCode | 'none';
const options: readonly OptionOrNone[] = ['none', ...financeOptionCodes];

/** The statuses, and the options in each, whose campaigns can be in a group, by the table of actions. */
export function kindsOf(name: CampaignNeed, role: StaffRole): { status: AgreementStatus; options: OptionOrNone[] }[] {
  if (!isFor(name, role)) return [];
  return agreementStatuses
    .map((status) => ({
      status,
      options: options.filter((option) => actionTable[status][option][role].some((action) => hasAction(name, action))),
    }))
    .filter((kind) => kind.options.length > 0);
}
