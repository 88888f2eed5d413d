import { webhookSecretEndedMessage } from '@kerb/domain/notifications/webhook-off.ts';
import { ownersOf } from '@kerb/server/features/webhooks/deliver-events.ts';
import { encryptSecret, newSecret } from '@kerb/server/features/webhooks/sign-event.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/**
 * After a leak of the key that encrypts them: no event is signed with an earlier secret of a webhook any more. The new
 * one is known to nobody, so that each organisation makes its own, and its owners are told.
 */
export async function endSecretsOfWebhooks(work: Work): Promise<number> {
  const { config, country, secrets } = work.deps;
  const rows = await work.tx
    .selectFrom('webhooks as w')
    .innerJoin('tenants as t', 't.id', 'w.tenantId')
    .select(['w.id', 'w.tenantId', 'w.url', 'w.createdByUserId', 't.name as tenantName'])
    .orderBy('w.id')
    .forUpdate('w')
    .execute();
  for (const { id, tenantId, url, createdByUserId, tenantName } of rows) {
    await work.tx
      .updateTable('webhooks')
      .set({
        sealedSecret: encryptSecret(secrets, newSecret()),
        oldSealedSecret: null,
        oldSecretUntil: null,
        lastUpdateDate: realNow(),
      })
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    const data = { webhook: id };
    await record(work, { activityCode: 'tenant_update', description: 'Secret of a webhook ended', tenantId, data });
    const facts = { brand: country.brand, tenantName, host: new URL(url).host };
    const settingsUrl = `${config.publicUrl}/agencies/${tenantId}/settings`;
    const message = webhookSecretEndedMessage({ ...facts, settingsUrl });
    for (const { id: userId, emailAddress: recipient } of await ownersOf(work, tenantId, createdByUserId)) {
      await postMessage(work, { ...message, channel: 'email', audience: 'staff', recipient, userId });
    }
  }
  return rows.length;
}
