import { must } from '@kerb/domain/kernel/must.ts';
import type { PendingAct } from '@kerb/domain/second-person/acts.contract.ts';
import type { Stage } from './harness.ts';

type Admins = { asking: number; confirming: number };

/** Makes a user an admin, as two other admins do. */
export async function makeAdmin(stage: Stage, { asking, confirming }: Admins, userId: number): Promise<void> {
  const body = { role: 'admin', reason: 'More hands' };
  const asked = await stage.as(asking)('PUT', `/v1/users/${userId}`, body);
  const act: Pick<PendingAct, 'id'> = must(asked.json().pendingActs?.[0], asked.body);
  const confirmed = await stage.as(confirming)('POST', `/v1/pending-acts/${act.id}/confirm`, {});
  if (confirmed.statusCode !== 200) throw new Error(confirmed.body);
}
