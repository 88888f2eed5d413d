import type { Sight } from '@kerb/domain/access/sight.ts';
import { notPermitted } from '@kerb/server/platform/http/problem.ts';

/** A Payment URL opens a campaign, never the account of whoever it was sent to. */
export function ownerOf({ actor }: Sight): number {
  if (actor.onlyAgreementId !== undefined) throw notPermitted();
  return actor.userId;
}
