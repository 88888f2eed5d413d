import type { Permission } from '@kerb/domain/access/permissions.ts';

/**
 * Pending work of a person, by kind, with the permission that keeps it alive: in the organisation of that work, if it
 * has one. It ends in the transaction in which the person loses the permission. Null: it ends with every change of the
 * person's role or account.
 */
// biome-ignore format: a table
export const pendingWork = {
  program:           'integration.change',
  programCredential: 'integration.change',
  provisioningToken: 'tenant.sign-in-rules',
  webhook:           'webhook.change',
  settingsDraft:     'tenant.settings',
  confirmedAccount:  'tenant.approve',
  invitation:        'invitation.change',
  pendingAct:        'act.decide',
  comingRates:       'rates.change',
  approvedBatch:     'batch.approve',
  addressChange:     'user.change',
  passwordLink:      null,
  openedLink:        'payer.link',
  calendarLink:      'calendar.read',
} as const satisfies Record<string, Permission | null>;
export type PendingWork = keyof typeof pendingWork;
