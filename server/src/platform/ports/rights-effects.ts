import type { Waiting } from '@kerb/domain/access/what-waits.ts';

/** A person whose role, membership or account has changed. */
export type ReviewedPerson = {
  userId: number;
  displayName: string;
  /** Whether they may still ask for it, in this organisation. */
  mayStill: (tenantId?: number) => boolean;
  /** Whether their role or their account has changed, and not only a membership. */
  isAccountChanged: boolean;
  /** Whether they can be in a team: their account is active and has the role of team members. */
  canBeMember: boolean;
  /** The e-mail address that they had until now, if it is another mailbox. */
  formerAddress: string | null;
};

/**
 * What ends what goes on in the name of a person who may no longer ask for it. The rooms provide the effects,
 * `server/src/rights-effects.ts` collects them, and lower rooms call them through `reviewRightsOf`.
 */
export type RightsEffects<Work> = Readonly<Record<Waiting, (work: Work, person: ReviewedPerson) => Promise<void>>>;
