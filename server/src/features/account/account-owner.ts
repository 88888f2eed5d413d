import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { notPermitted } from '@kerb/server/platform/problems/problem.ts';

/** A Payment URL gives access to one campaign, never to the payer's account. */
export function ownerOf({ actor }: AccessScope): number {
  if (actor.onlyAgreementId !== undefined) throw notPermitted();
  return actor.userId;
}
