import type { Permission } from '@kerb/domain/access/permissions.ts';
import type { AgreementStatus } from '@kerb/domain/agreements/agreement-status.ts';

/** While a campaign is in one of these, its property and the details of the sale stand as they are. */
// biome-ignore format: a table
export const propertyLockedIn: readonly AgreementStatus[] = [
  'signed', 'executed', 'cancelled', 'withdrawn', 'rejected', 'waiting-settlement',
];

/** Fields that one card owns: who may change them, and in which statuses nobody may. */
export type FieldGroup = { permission: Permission; lockedIn: readonly AgreementStatus[] };

// biome-ignore format: a table
export const fieldGroups = {
  title:      { permission: 'agreement.rename',      lockedIn: ['signed', 'executed'] },
  nextAction: { permission: 'agreement.plan-action', lockedIn: [] },
  flag:       { permission: 'agreement.flag',        lockedIn: [] },
  marketing:  { permission: 'agreement.change',      lockedIn: ['signed', 'executed', 'waiting-settlement', 'withdrawn', 'cancelled', 'complete', 'waiting-approval', 'approved'] },
  sale:       { permission: 'agreement.change',      lockedIn: propertyLockedIn },
  contacts:   { permission: 'agreement.change',      lockedIn: [] },
  listing:    { permission: 'agreement.change',      lockedIn: [] },
  funding:    { permission: 'agreement.fund',        lockedIn: [] },
  option:     { permission: 'agreement.fund',        lockedIn: [] },
  notes:      { permission: 'agreement.plan-action', lockedIn: [] },
} as const satisfies Record<string, FieldGroup>;

export type FieldGroupName = keyof typeof fieldGroups;
