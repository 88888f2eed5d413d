import type { PendingWork } from '@kerb/domain/access/pending-work.ts';

/** A person whose role, membership or account has changed. */
export type ReviewedPerson = {
  userId: number;
  displayName: string;
  /** Whether they still have the permission of this kind of pending work, in this organisation. */
  mayStill: (tenantId?: number) => boolean;
  /** Whether their role or their account has changed, and not only a membership. */
  isAccountChanged: boolean;
  /** Whether they can be in a team: their account is active and has the role of team members. */
  canBeMember: boolean;
  /** The e-mail address that they had until now, if it is another mailbox. */
  formerAddress: string | null;
};

/**
 * Ends each kind of pending work of a person who has lost its permission. The rooms provide the effects,
 * `server/src/rights-effects.ts` collects them, and lower rooms call them through `reviewRightsOf`.
 */
export type RightsEffects<Work> = Readonly<Record<PendingWork, (work: Work, person: ReviewedPerson) => Promise<void>>>;
