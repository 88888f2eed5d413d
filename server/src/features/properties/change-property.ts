import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { changesBetween } from '@kerb/domain/audit/activity.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { isOutdated } from '@kerb/domain/kernel/group-versions.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import { formatAddress } from '@kerb/domain/properties/address.ts';
import type { NewProperty, SavedProperty } from '@kerb/domain/properties/properties.contract.ts';
import { propertyGroupsThatDiffer } from '@kerb/domain/properties/property-groups.ts';
import { decideChange } from '@kerb/domain/properties/property-rules.ts';
import { changeCampaign } from '@kerb/server/features/agreements/change-campaign.ts';
import { noteChange } from '@kerb/server/features/agreements/note-change.ts';
import { lockHolders, lockProperty, updateProperty } from '@kerb/server/features/properties/properties.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { invalid, mustAllow, outdated } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Request = { id: number; sent: SavedProperty; ifMatch: number | null };
type Holders = Awaited<ReturnType<typeof lockHolders>>;

/** If the campaign's title was the address, updates it. Other titles stay. */
async function retitle(work: Work, holders: Holders, before: NewProperty, after: NewProperty): Promise<void> {
  const [was, name] = [formatAddress(before, work.deps.country), formatAddress(after, work.deps.country)];
  if (was === name) return;
  for (const { id, tenantId } of holders.filter((holder) => holder.name === was)) {
    await changeCampaign(work, { id, tenantId, name: was }, { name });
  }
}

export async function changeProperty(work: Work, scope: AccessScope, { id, sent, ifMatch }: Request): Promise<void> {
  // Lock the campaigns before the property, as every change of a campaign locks it first.
  const holders = await lockHolders(work.tx, scope, id);
  const locked = await lockProperty(work.tx, scope, id);
  if (sent.id !== undefined && sent.id !== id) throw invalid(fieldError('id', 'notValid', fieldWords.notChangeable));

  const { id: _, href: __, ...kept } = locked.value;
  const current = kept as NewProperty;
  if (ifMatch !== null && isOutdated(ifMatch, locked, propertyGroupsThatDiffer(current, sent))) throw outdated();
  const asker = { holders, country: work.deps.country };
  const next = mustAllow(decideChange(current, sent, asker));
  const groups = propertyGroupsThatDiffer(current, next);
  if (groups.length === 0) return;
  await updateProperty(work.tx, { id, property: next, groups, now: work.now });
  await noteChange(
    work.tx,
    holders.map((holder) => holder.id),
    'property',
  );
  const data = changesBetween(current, next);
  const about = holders.length > 0 ? holders : [null];
  for (const holder of about) {
    const campaign = holder && { agreementId: holder.id, tenantId: holder.tenantId };
    await record(work, { activityCode: 'property_update', ...campaign, data: { id, ...data } });
  }
  await retitle(work, holders, current, next);
  for (const { id: agreementId } of holders) await work.deps.agreementEffects.keepSignaturesTrue(work, agreementId);
}
