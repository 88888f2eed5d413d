import { fieldError } from '@kerb/domain/kernel/decision.ts';
import type { newTenant } from '@kerb/domain/organisations/organisations.contract.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { invalid } from '@kerb/server/platform/http/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import type * as z from 'zod/mini';

type NewTenant = z.output<typeof newTenant>;

export async function createTenant(work: Work, body: NewTenant): Promise<number> {
  const defaultTimeZone = body.defaultTimeZone ?? work.deps.country.defaultTimeZone;
  if (!Intl.supportedValuesOf('timeZone').includes(defaultTimeZone)) {
    throw invalid(fieldError('defaultTimeZone', 'notValid', 'Choose a time zone from the list.'));
  }
  const { id } = await work.tx
    .insertInto('tenants')
    .values({
      type: body.type,
      name: body.name,
      identifier: body.identifier || null,
      defaultTimeZone,
      enableDeposits: body.enableDeposits,
      allowAddingProperty: body.allowAddingProperty,
      amlDelegation: work.deps.country.amlDelegationByDefault,
      lastAgreementCreateDate: null,
      createdDate: work.now,
      lastUpdateDate: work.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await record(work, { activityCode: 'tenant_create', tenantId: id, data: { ...body, defaultTimeZone } });
  return id;
}
