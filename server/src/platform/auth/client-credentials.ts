import { integrationMessages } from '@kerb/domain/notifications/integration-changes.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { pauseWebhooksBy } from '@kerb/server/platform/auth/pause-webhooks.ts';
import { tellManagers } from '@kerb/server/platform/auth/tell-managers.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { ReviewedPerson } from '@kerb/server/platform/ports/rights-effects.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** The secrets and keys that this person added and that still work, with their programs. */
const addedBy = ({ tx }: Work, userId: number) =>
  tx
    .selectFrom('serviceCredentials as k')
    .innerJoin('serviceIdentities as i', 'i.id', 'k.serviceIdentityId')
    .select(['k.id', 'k.kind', 'i.id as identityId', 'i.tenantId', 'i.userId', 'i.clientId', 'i.name'])
    .where('k.createdByUserId', '=', userId)
    .where('i.endedDate', 'is', null)
    .where(({ eb, or }) => or([eb('k.endedDate', 'is', null), eb('k.endedDate', '>', realNow())]))
    .orderBy('k.id')
    .forUpdate('k')
    .execute();

/**
 * Ends the secrets and keys that a person added who may no longer add them: they know the secret, and may have the
 * private key. A person with a secret can register a webhook, so the webhooks of the program are paused too.
 */
export async function endCredentialsOf(work: Work, { userId, displayName, mayStill }: ReviewedPerson): Promise<void> {
  for (const { id, kind, tenantId, ...program } of await addedBy(work, userId)) {
    if (mayStill(tenantId)) continue;
    await work.tx
      .updateTable('serviceCredentials')
      .set({ endedDate: realNow(), endReason: 'adder-left' })
      .where('id', '=', id)
      .execute();
    await record(work, {
      activityCode: 'user_perm_change',
      description: `A ${kind} of a program ended: the person who added it may no longer add one`,
      tenantId,
      userId: program.userId,
      data: { program: program.name, clientId: program.clientId, kind, addedBy: userId },
    });
    await tellManagers(work, { tenantId, name: program.name }, (facts) =>
      integrationMessages.credentialEnded({ ...facts, kind, adderName: displayName }),
    );
    await pauseWebhooksBy(work, program.userId, 'secret-ended');
  }
}
