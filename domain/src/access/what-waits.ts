import type { Permission } from '@kerb/domain/access/permissions.ts';

/**
 * What goes on in a person's name after they asked for it, confirmed it or opened it, and the permission that they need
 * for as long as it goes on: in the organisation that it belongs to, if it belongs to one. It ends in the transaction
 * in which they lose the permission. Null: it ends with every change of their role or account.
 */
// biome-ignore format: a table
export const whatWaits = {
  program:           'integration.change',
  programCredential: 'integration.change',
  webhook:           'webhook.change',
  settingsDraft:     'tenant.settings',
  confirmedAccount:  'tenant.approve',
  invitation:        'invitation.change',
  pendingAct:        'act.decide',
  comingRates:       'rates.change',
  addressChange:     'user.change',
  passwordLink:      null,
  openedLink:        'payer.link',
} as const satisfies Record<string, Permission | null>;
export type Waiting = keyof typeof whatWaits;
