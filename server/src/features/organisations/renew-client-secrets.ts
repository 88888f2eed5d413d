import { announceLoginProvider } from '@kerb/server/features/organisations/change-login-provider.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/**
 * After a leak of the key that encrypts them: the managers are told to replace the client secrets of their providers.
 * Only the provider can end a secret, so forgetting it here would lock the team out and stop nobody. Without a browser
 * that began the login, and its PKCE verifier, the secret opens no account here. Logins that have begun end: their
 * verifiers were encrypted with the same key.
 */
export async function renewClientSecrets(work: Work): Promise<number> {
  const { secrets } = work.deps;
  await work.tx.deleteFrom('providerLogins').execute();
  const rows = await work.tx
    .selectFrom('loginProviders')
    .select(['id', 'tenantId', 'issuer', 'sealedClientSecret', 'endedDate'])
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id, sealedClientSecret } of rows) {
    const sealed = secrets.encrypt(secrets.decrypt(sealedClientSecret));
    await work.tx.updateTable('loginProviders').set({ sealedClientSecret: sealed }).where('id', '=', id).execute();
  }
  const used = rows.filter(({ endedDate }) => endedDate === null);
  for (const { tenantId, issuer } of used) {
    const description = 'Secret of the login provider may be known to others';
    await record(work, { activityCode: 'tenant_update', description, tenantId, data: { issuer } });
    await announceLoginProvider(work, tenantId, 'secret-leaked');
  }
  return used.length;
}
