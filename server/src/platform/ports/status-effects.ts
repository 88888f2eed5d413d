import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import type { StatusEffect } from '@kerb/domain/agreements/transitions.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';

/** The campaign that an effect receives. It is locked and still has its old status. */
export type MovedCampaign = AgreementValues & {
  id: number;
  tenantId: number;
  tenantTimeZone: string;
  status: AgreementStatus;
};

/**
 * One function for each effect of reaching a status. Rooms above `agreements` provide them,
 * `server/src/status-effects.ts` collects them, and `moveTo` calls them through the work.
 */
export type StatusEffects<Work> = Readonly<
  Record<StatusEffect, (work: Work, campaign: MovedCampaign, reached: AgreementStatus) => Promise<unknown>>
>;
