import type { Permission } from '@kerb/domain/access/permissions.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { OrganisationType } from '@kerb/domain/vocabulary/organisation-types.ts';
import { beforeApproval, notIn, onceSigned } from '@kerb/domain/vocabulary/status-groups.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';

/** Statuses in which the property and the details of the sale are read-only. */
// biome-ignore format: a table
export const propertyLockedIn: readonly AgreementStatus[] = [
  'signed', 'executed', 'cancelled', 'withdrawn', 'rejected', 'waiting-settlement',
];

/** Statuses in which the terms of a signed agreement are read-only. */
const termsLockedIn: readonly AgreementStatus[] = [...onceSigned, 'cancelled'];

/** There is no loan before its agreement is signed, nor after its campaign is cancelled or declined. */
const noLoanIn = notIn(onceSigned);

/** The type of organisation whose team does not manage loans. */
export const loanKeptFrom: OrganisationType = 'supplier';

/** The fields that one card owns: who may change them, and the statuses in which nobody, or only an admin, may. */
export type FieldGroup = {
  permission: Permission;
  lockedIn: readonly AgreementStatus[];
  lockedForOrganisationIn?: readonly AgreementStatus[];
  /** The teams of organisations of this type never change it. */
  notFor?: OrganisationType;
};

// biome-ignore format: a table
export const fieldGroups = {
  title:      { permission: 'agreement.rename',      lockedIn: ['signed', 'executed'] },
  nextAction: { permission: 'agreement.plan-action', lockedIn: [] },
  flag:       { permission: 'agreement.flag',        lockedIn: [] },
  marketing:  { permission: 'agreement.change',      lockedIn: [...termsLockedIn, 'waiting-approval', 'approved'] },
  sale:       { permission: 'agreement.change',      lockedIn: propertyLockedIn },
  contacts:   { permission: 'agreement.change',      lockedIn: [] },
  listing:    { permission: 'agreement.change',      lockedIn: [] },
  funding:    { permission: 'agreement.fund',        lockedIn: [] },
  option:     { permission: 'agreement.fund',        lockedIn: notIn(beforeApproval) },
  notes:      { permission: 'agreement.plan-action', lockedIn: [] },
  terms:      { permission: 'loan.terms',            lockedIn: termsLockedIn },
  lending:    { permission: 'loan.terms',            lockedIn: [] },
  loanDates:  { permission: 'loan.terms',            lockedIn: noLoanIn, notFor: loanKeptFrom },
  saleEnd:    { permission: 'loan.manage',           lockedIn: noLoanIn, lockedForOrganisationIn: ['withdrawn'], notFor: loanKeptFrom },
  reminders:  { permission: 'loan.manage',           lockedIn: noLoanIn, lockedForOrganisationIn: ['withdrawn'], notFor: loanKeptFrom },
} as const satisfies Record<string, FieldGroup>;

export type FieldGroupName = keyof typeof fieldGroups;

/** Fields editable from a second card: a financed campaign's budget is also editable in its terms card. */
export const alsoChangedBy: Partial<
  Record<string, { group: FieldGroupName; ofOptions: readonly FinanceOptionCode[] }>
> = {
  campaignBudget: { group: 'terms', ofOptions: ['pl', 'pos'] },
};
