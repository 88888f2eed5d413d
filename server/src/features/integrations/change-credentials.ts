import { randomBytes } from 'node:crypto';
import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { newIntegrationCredential } from '@kerb/domain/integrations/integrations.contract.ts';
import { addDays, type Day, dayIn, type Moment, momentOf } from '@kerb/domain/kernel/dates.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import { lockTenantOf } from '@kerb/server/features/integrations/integrations.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { invalid, notFound } from '@kerb/server/platform/http/problem.ts';
import { randomToken, sha256 } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import type * as z from 'zod/mini';

type NewCredential = z.output<typeof newIntegrationCredential>;

/** The end of a day in the organisation's time zone. */
const endOf = (day: Day, zone: string): Moment =>
  momentOf(Temporal.PlainDate.from(addDays(day, 1)).toZonedDateTime(zone).toInstant());

/** A credential acts as a member of the organisation's own team, so it can never do more than that member. */
async function refuseStranger({ tx }: Work, tenantId: number, userId: number): Promise<void> {
  const member = await tx
    .selectFrom('tenantUsers as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .select('u.id')
    .where('m.tenantId', '=', tenantId)
    .where('u.id', '=', userId)
    .where('u.disabledDate', 'is', null)
    .executeTakeFirst();
  if (!member) throw invalid(fieldError('user', 'notValid', fieldWords.chooseMember));
}

/** Creates a client id and its secret. The secret is random, so a plain hash is enough. */
export async function createCredential(
  work: Work,
  scope: AccessScope,
  tenantId: number,
  { user: userId, expiryDate }: NewCredential,
): Promise<{ id: number; clientSecret: string }> {
  const { tx } = work;
  const { defaultTimeZone } = await lockTenantOf(tx, scope, tenantId);
  await refuseStranger(work, tenantId, userId);
  if (expiryDate && expiryDate < dayIn(defaultTimeZone, realNow())) {
    throw invalid(fieldError('expiryDate', 'notValid', fieldWords.chooseLaterDay));
  }
  const clientSecret = randomToken();
  const now = realNow();
  const { id, logonIdentifier } = await tx
    .insertInto('credentials')
    .values({
      userId,
      tenantId,
      type: 'clientid',
      logonIdentifier: `kerb-${randomBytes(12).toString('hex')}`,
      passwordHash: sha256(clientSecret).toString('base64'),
      disabledSinceDate: null,
      lastPasswordChangeDate: null,
      lastUsageDate: null,
      creationDate: now,
      lastUpdateDate: now,
      expiryDate: expiryDate ? endOf(expiryDate, defaultTimeZone) : null,
    })
    .returning(['id', 'logonIdentifier'])
    .executeTakeFirstOrThrow();
  const data = { type: 'clientid', clientId: logonIdentifier, expiryDate: expiryDate ?? null };
  await record(work, { activityCode: 'cred_create', tenantId, userId, data });
  return { id, clientSecret };
}

/** Revokes a credential and all tokens issued to it. */
export async function revokeCredential(work: Work, scope: AccessScope, id: number): Promise<void> {
  const { tx } = work;
  const credential = await tx
    .selectFrom('credentials')
    .select(['tenantId', 'userId', 'logonIdentifier', 'disabledSinceDate'])
    .where('id', '=', id)
    .where('type', '=', 'clientid')
    .forUpdate()
    .executeTakeFirst();
  if (!credential?.tenantId || !scope.everything) throw notFound('credential');
  if (credential.disabledSinceDate !== null) return;
  const now = realNow();
  await tx
    .updateTable('credentials')
    .set({ disabledSinceDate: now, lastUpdateDate: now })
    .where('id', '=', id)
    .execute();
  await tx
    .updateTable('signIns')
    .set({ endedDate: now })
    .where('credentialId', '=', id)
    .where('endedDate', 'is', null)
    .execute();
  const data = { clientId: credential.logonIdentifier, disabledSinceDate: { before: null, after: now } };
  const { tenantId, userId } = credential;
  await record(work, {
    activityCode: 'user_perm_change',
    description: 'Integration credential revoked',
    tenantId,
    userId,
    data,
  });
}
