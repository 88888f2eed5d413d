import type { Done } from '@kerb/domain/system/system.contract.ts';
import { decideUndelivered, type MessageAction } from '@kerb/domain/system/undelivered.ts';
import { factsOf, lockUndelivered, type UndeliveredRow } from '@kerb/server/features/system/undelivered.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { deliveryJob } from '@kerb/server/platform/outbox/post-message.ts';
import type { Work } from '@kerb/server/platform/work.ts';

const descriptions: Record<MessageAction | 'read', string> = {
  'send-again': 'Message sent again by an admin',
  release: 'Held message released by an admin',
  discard: 'Message discarded by an admin',
  read: 'Recipient of a message shown to an admin',
};

/** In the log of the campaign, or of the user if the message is about no campaign. */
export async function recordMessage(work: Work, row: UndeliveredRow, what: MessageAction | 'read'): Promise<void> {
  const { id, kind, channel, agreementId, tenantId, userId } = row;
  const about =
    agreementId !== null && tenantId !== null
      ? { activityCode: 'campaign_update' as const, agreementId, tenantId }
      : { activityCode: 'user_update' as const, ...(userId !== null && { userId }) };
  const data = { message: id, kind, channel };
  await record(work, { ...about, description: descriptions[what], data, isOnlyRead: true });
}

async function carryOut({ tx }: Work, action: MessageAction, id: number): Promise<void> {
  const now = realNow();
  const next =
    action === 'discard'
      ? { state: 'failed' as const, discardedDate: now, reason: 'It was discarded.', sealedSecrets: null }
      : { state: 'queued' as const, attempts: 0, nextAttemptDate: now, reason: null };
  await tx.updateTable('messages').set(next).where('id', '=', id).execute();
}

/** Sends, releases or discards the chosen messages. A refused one does not stop the others. */
export async function changeUndelivered(work: Work, action: MessageAction, ids: readonly number[]): Promise<Done> {
  const rows = await lockUndelivered(work.tx, ids);
  const found = new Set(rows.map(({ id }) => id));
  const refused = ids
    .filter((id) => !found.has(id))
    .map((id) => ({ id, because: 'It is no longer waiting: it was sent, or somebody has changed it.' }));
  for (const row of rows) {
    const verdict = decideUndelivered(action, factsOf(work.deps.config, row));
    if (!verdict.ok) {
      refused.push({ id: row.id, because: verdict.because });
      continue;
    }
    await carryOut(work, action, row.id);
    await recordMessage(work, row, action);
  }
  if (action !== 'discard') work.afterCommit(() => work.deps.jobs.nudge(deliveryJob));
  return { done: ids.length - refused.length, refused };
}
