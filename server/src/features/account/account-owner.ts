import type { Sight } from '@kerb/domain/access/sight.ts';
import { notPermitted } from '@kerb/server/platform/http/problem.ts';

/** A Payment URL gives access to one campaign, never to the payer's account. */
export function ownerOf({ actor }: Sight): number {
  if (actor.onlyAgreementId !== undefined) throw notPermitted();
  return actor.userId;
}
