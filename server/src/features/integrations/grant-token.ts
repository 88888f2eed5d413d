import { record } from '@kerb/server/platform/audit.ts';
import { countAttempt, networkOf } from '@kerb/server/platform/auth/throttle.ts';
import { issueClientToken, type TokenIssuer } from '@kerb/server/platform/auth/tokens.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { isSame, sha256 } from '@kerb/server/platform/secrets.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

type Client = { clientId: string; clientSecret: string; ipAddress: string };

/** The credential, if the secret matches and it is neither revoked nor expired. */
async function credentialOf({ db }: Deps, { clientId, clientSecret }: Client) {
  const found = await db
    .selectFrom('credentials as c')
    .innerJoin('users as u', 'u.id', 'c.userId')
    .innerJoin('tenantUsers as m', (on) => on.onRef('m.userId', '=', 'u.id').onRef('m.tenantId', '=', 'c.tenantId'))
    .select([
      'c.id',
      'c.userId',
      'c.tenantId',
      'c.passwordHash',
      'c.expiryDate',
      'c.disabledSinceDate',
      'u.disabledDate',
    ])
    .where('c.type', '=', 'clientid')
    .where('c.logonIdentifier', '=', clientId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('credentials as l')
            .select('l.id')
            .whereRef('l.userId', '=', 'u.id')
            .where('l.type', '=', 'logon')
            .where('l.disabledSinceDate', 'is not', null),
        ),
      ),
    )
    .executeTakeFirst();
  const fits = isSame(sha256(clientSecret), Buffer.from(found?.passwordHash ?? '', 'base64'));
  const isOver = found?.expiryDate ? found.expiryDate <= realNow() : false;
  return found && fits && !isOver && !found.disabledSinceDate && !found.disabledDate ? found : null;
}

/** OAuth 2, client credentials: a short-lived token that may do what the associated user may. */
export async function grantToken(deps: Deps, issuer: TokenIssuer, client: Client) {
  await countAttempt(deps.db, 'tokenPerAddress', networkOf(client.ipAddress));
  const credential = await credentialOf(deps, client);
  if (!credential) return null;
  const { id: credentialId, userId, expiryDate } = credential;
  const key = await issuer.keys.current();
  return inTransaction(deps, { actor: null, ipAddress: client.ipAddress }, async (work) => {
    await work.tx.updateTable('credentials').set({ lastUsageDate: realNow() }).where('id', '=', credentialId).execute();
    await record(work, {
      activityCode: 'cred_auth',
      description: 'Integration signed in',
      userId,
      ...(credential.tenantId !== null && { tenantId: credential.tenantId }),
      data: { clientId: client.clientId },
    });
    return issueClientToken(work.tx, issuer.issuer, key, {
      userId,
      credentialId,
      expiryDate,
      ipAddress: client.ipAddress,
    });
  });
}
