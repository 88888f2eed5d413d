import type { NewProperty } from '@kerb/domain/properties/properties.contract.ts';
import { decideProperty } from '@kerb/domain/properties/property-rules.ts';
import { insertProperty } from '@kerb/server/features/properties/properties.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { mustAllow } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Names the campaign for the log, if the property is created for one. */
type About = { agreementId?: number; tenantId?: number };

export async function createProperty(work: Work, body: NewProperty, about: About = {}): Promise<number> {
  const property = mustAllow(decideProperty(body, work.deps.country));
  const id = await insertProperty(work.tx, property, work.now);
  await record(work, { activityCode: 'property_create', ...about, data: { id, ...property } });
  return id;
}
