import { endActsOf } from '@kerb/server/features/approvals/end-acts.ts';
import { holdBatchesOf } from '@kerb/server/features/batches/still-approved.ts';
import { endCalendarLinkOf } from '@kerb/server/features/calendar/calendar-links.ts';
import { endConfirmedAccountsOf, endDraftsOf } from '@kerb/server/features/organisations/end-drafts.ts';
import { endProvisioningTokensOf } from '@kerb/server/features/organisations/provisioning-tokens.ts';
import { endComingRatesOf } from '@kerb/server/features/rates/end-coming-rates.ts';
import { endAddressChangesOf } from '@kerb/server/features/session/end-address-changes.ts';
import { replacePasswordLinks } from '@kerb/server/features/session/replace-password-links.ts';
import { endInvitationsOf } from '@kerb/server/features/team/end-invitations.ts';
import { endCredentialsOf } from '@kerb/server/platform/auth/client-credentials.ts';
import { reviewClientsOf } from '@kerb/server/platform/auth/clients.ts';
import { endSignInsOpenedBy } from '@kerb/server/platform/auth/end-opened-links.ts';
import { pauseWebhooksOf } from '@kerb/server/platform/auth/pause-webhooks.ts';
import type { RightsEffects } from '@kerb/server/platform/ports/rights-effects.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** How each kind of pending work ends when its person loses the permission. Each room provides its own. */
export const rightsEffects: RightsEffects<Work> = {
  program: (work, { userId }) => reviewClientsOf(work, userId),
  programCredential: endCredentialsOf,
  provisioningToken: endProvisioningTokensOf,
  webhook: pauseWebhooksOf,
  settingsDraft: endDraftsOf,
  confirmedAccount: endConfirmedAccountsOf,
  invitation: endInvitationsOf,
  pendingAct: endActsOf,
  comingRates: endComingRatesOf,
  approvedBatch: holdBatchesOf,
  addressChange: endAddressChangesOf,
  passwordLink: replacePasswordLinks,
  openedLink: endSignInsOpenedBy,
  calendarLink: endCalendarLinkOf,
};
