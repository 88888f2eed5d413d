import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { Standing } from '@kerb/domain/access/actor.ts';
import { permissions } from '@kerb/domain/access/permissions.ts';
import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import type { savedAgreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { groupsThatDiffer } from '@kerb/domain/agreements/change-groups.ts';
import { decideContacts } from '@kerb/domain/agreements/contacts.ts';
import { decideSave, hiddenFields } from '@kerb/domain/agreements/save.ts';
import { areForTeamOnly } from '@kerb/domain/agreements/team-fields.ts';
import { decideStatusChange } from '@kerb/domain/agreements/transitions.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { isOutdated } from '@kerb/domain/kernel/group-versions.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import { decideLoanSave } from '@kerb/domain/loans/save-loan.ts';
import { decideTerms } from '@kerb/domain/loans/save-terms.ts';
import { decideSaleOf } from '@kerb/domain/properties/sale-details.ts';
import { isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import {
  type AgreementRecord,
  lockCampaign,
  updateAgreement,
} from '@kerb/server/features/agreements/agreements.repository.ts';
import { raiseOf } from '@kerb/server/features/agreements/approval-facts.ts';
import { changeCampaign } from '@kerb/server/features/agreements/change-campaign.ts';
import { moveTo } from '@kerb/server/features/agreements/change-status.ts';
import { saveExternal } from '@kerb/server/features/agreements/external-refs.ts';
import { moneyLockOf } from '@kerb/server/features/agreements/money-lock.ts';
import { noteChange } from '@kerb/server/features/agreements/note-change.ts';
import { followDates } from '@kerb/server/features/loan-books/follow-dates.ts';
import { repricing, setChoice } from '@kerb/server/features/options/choose-option.ts';
import { keepOfferedFee } from '@kerb/server/features/options/offered-fee.ts';
import { sendEquityReferral } from '@kerb/server/features/payers/send-equity-referral.ts';
import { attachProperty } from '@kerb/server/features/properties/attach-property.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { notifyPeople } from '@kerb/server/platform/outbox/notify-people.ts';
import { invalid, mustAllow, outdated } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import type * as z from 'zod/mini';

type Sent = z.output<typeof savedAgreement>;
type Request = { id: number; sent: Sent; ifMatch: number | null };
type Outdating = { sent: Sent; ifMatch: number };

/** Somebody else changed the same fields first. Changes of other fields do not matter. */
function refuseOutdated(agreement: AgreementRecord, { sent, ifMatch }: Outdating, standing: Standing): void {
  const touched = groupsThatDiffer(agreement, sent as Partial<AgreementValues>, hiddenFields(standing));
  if (isOutdated(ifMatch, agreement, touched)) throw outdated();
}

/** Read-only here; other endpoints change these fields. A client may send them back unchanged. */
function refuseMovedRecord(agreement: AgreementRecord, sent: Sent): void {
  const current = {
    id: agreement.id,
    status: agreement.status,
    tenant: agreement.tenantId,
    budgetOwnerTenant: agreement.budgetOwnerTenantId,
  };
  for (const [name, value] of Object.entries(current)) {
    const asked = sent[name as keyof typeof current];
    if (asked !== undefined && asked !== value) {
      throw invalid(fieldError(name, 'notValid', fieldWords.notChangeable));
    }
  }
}

/** The property that an admin's save attaches. Nobody else can change it here, and nobody can remove it. */
function propertyToAttach(agreement: AgreementRecord, { property }: Sent, standing: Standing): number | null {
  if (property === undefined || property === agreement.propertyId) return null;
  if (property !== null && permissions['property.create'][standing] !== 'none') return property;
  throw invalid(fieldError('property', 'notValid', fieldWords.notChangeable));
}

async function refuseStrangerAsAgent(work: Work, agreement: AgreementRecord, changes: Partial<AgreementValues>) {
  if (changes.agentUser === undefined || changes.agentUser === null) return;
  const member = await work.tx
    .selectFrom('tenantUsers')
    .select('userId')
    .where('tenantId', '=', agreement.tenantId)
    .where('userId', '=', changes.agentUser)
    .executeTakeFirst();
  if (!member) throw invalid(fieldError('agentUser', 'notValid', fieldWords.chooseMember));
}

/** A loan's current day is in its organisation's time zone. */
const decideLoan = (work: Work, agreement: AgreementRecord, sent: Partial<AgreementValues>, standing: Standing) =>
  decideLoanSave(agreement, sent, {
    standing,
    today: dayIn(agreement.tenantTimeZone, work.now),
    country: work.deps.country,
  });

async function write(work: Work, agreement: AgreementRecord, changes: Partial<AgreementValues>): Promise<void> {
  await refuseStrangerAsAgent(work, agreement, changes);
  const stamps = {
    ...(changes.actionSuggested !== undefined && { actionSuggestedLastUpdate: work.now }),
    ...(changes.propertySettlementDate !== undefined && { propertySettlementDateLastUpdate: work.now }),
  };
  await changeCampaign(work, agreement, changes, { stamps });
  if (changes.agentUser)
    await notifyPeople(work, 'assigned', { agreementId: agreement.id, userIds: [changes.agentUser] });
  const { financeOptionCode: option } = agreement;
  if (changes.serviceFee !== undefined && isFinanced(option)) {
    await keepOfferedFee(work, agreement, option, changes.serviceFee);
  }
}

/** The fees, the signatures and the invoices follow a change of what they depend on. */
const writePriced = (work: Work, agreement: AgreementRecord, changes: Partial<AgreementValues>) =>
  repricing(work, agreement, async () => {
    await write(work, agreement, changes);
    return changes;
  });

/** The caller's own id and values of the campaign. They lock in no status: no price or signature depends on them. */
async function saveReferences(
  work: Work,
  scope: AccessScope,
  agreement: AgreementRecord,
  { sent: { externalRef, metadata }, ifMatch }: Pick<Request, 'sent' | 'ifMatch'>,
): Promise<void> {
  const { id, tenantId } = agreement;
  const target = { kind: 'campaign', id, tenantId, current: agreement } as const;
  const data = await saveExternal(work, scope, target, { externalRef, metadata });
  if (Object.keys(data).length === 0) return;
  if (ifMatch !== null && isOutdated(ifMatch, agreement, ['references'])) throw outdated();
  await updateAgreement(work.tx, id, {}, work.now);
  await noteChange(work.tx, [id], 'references');
  await record(work, { activityCode: 'campaign_update', agreementId: id, tenantId, data });
}

export async function saveCampaign(work: Work, scope: AccessScope, { id, sent, ifMatch }: Request): Promise<void> {
  const agreement = await lockCampaign(work.tx, scope, id);
  const standing = standingTowards(scope.actor, agreement);
  if (ifMatch !== null) refuseOutdated(agreement, { sent, ifMatch }, standing);
  refuseMovedRecord(agreement, sent);

  const propertyId = propertyToAttach(agreement, sent, standing);
  // Decide before the property renames the campaign. Otherwise an unchanged title that is sent back would count as a
  // change.
  const lock = moneyLockOf(work, agreement, standing);
  const allowed = mustAllow(decideSave(agreement, sent as Partial<AgreementValues>, standing, lock));
  mustAllow(await raiseOf(work, agreement, allowed));
  const withContacts = mustAllow(decideContacts(agreement, allowed, work.deps.country));
  const withSale = mustAllow(decideSaleOf(agreement, withContacts, work.deps.country));
  const withTerms = mustAllow(decideTerms(agreement, withSale));
  const loan = mustAllow(decideLoan(work, agreement, withTerms, standing));
  const { financeOptionCode, ...changes } = { ...withTerms, ...loan.changes };
  if (propertyId !== null) await attachProperty(work, agreement, propertyId);
  await (areForTeamOnly(changes) ? write(work, agreement, changes) : writePriced(work, agreement, changes));
  await sendEquityReferral(work, agreement, changes);
  if (financeOptionCode !== undefined) await setChoice(work, { ...agreement, ...changes }, financeOptionCode);
  if (loan.status) {
    await moveTo(work, { ...agreement, ...changes }, mustAllow(decideStatusChange(agreement, loan.status, 'product')));
  }
  await followDates(work, agreement, changes);
  await saveReferences(work, scope, agreement, { sent, ifMatch });
}
