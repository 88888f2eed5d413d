import { fieldError } from '@kerb/domain/kernel/decision.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import { decideReferences, type References } from '@kerb/domain/organisations/advertiser-references.ts';
import type { newAgency } from '@kerb/domain/organisations/agencies.contract.ts';
import type { newTenant } from '@kerb/domain/organisations/organisations.contract.ts';
import { refuseTakenReference } from '@kerb/server/features/organisations/refuse-taken-reference.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { invalid, mustAllow } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import type * as z from 'zod/mini';

type NewTenant = z.output<typeof newTenant> & { references?: References };

async function addTenant(work: Work, { references = {}, ...body }: NewTenant): Promise<number> {
  const defaultTimeZone = body.defaultTimeZone ?? work.deps.country.defaultTimeZone;
  if (!Intl.supportedValuesOf('timeZone').includes(defaultTimeZone)) {
    throw invalid(fieldError('defaultTimeZone', 'notValid', fieldWords.chooseTimeZone));
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
      ...references,
      createdDate: work.now,
      lastUpdateDate: work.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await record(work, {
    activityCode: 'tenant_create',
    tenantId: id,
    data: { ...body, ...references, defaultTimeZone },
  });
  return id;
}

export const createTenant = (work: Work, body: z.output<typeof newTenant>): Promise<number> => addTenant(work, body);

/** Creates an agency by the reference that a property portal gave it. The reference must be unique. */
export async function registerAgency(work: Work, body: z.output<typeof newAgency>): Promise<number> {
  const references = mustAllow(decideReferences(body, work.deps.country));
  await refuseTakenReference(work, references);
  const { name, defaultTimeZone } = body;
  return addTenant(work, {
    name,
    defaultTimeZone,
    type: 'agency',
    enableDeposits: false,
    allowAddingProperty: false,
    references,
  });
}
