import type { Standing } from '@kerb/domain/access/actor.ts';
import { permissions } from '@kerb/domain/access/permissions.ts';
import {
  type AgreementFieldName,
  type AgreementValues,
  type Audience,
  agreementFieldNames,
  agreementFields,
} from '@kerb/domain/agreements/agreement-fields.ts';
import {
  alsoChangedBy,
  type FieldGroup,
  type FieldGroupName,
  fieldGroups,
} from '@kerb/domain/agreements/field-groups.ts';
import { isLockedByMoney } from '@kerb/domain/agreements/money-lock.ts';
import { clearedAfterSending, missingBeforeSending, sendRefusal } from '@kerb/domain/agreements/send.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, type FieldErrors, refuse } from '@kerb/domain/kernel/decision.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { OrganisationType } from '@kerb/domain/vocabulary/organisation-types.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';

const audiences: Record<Audience, readonly Standing[]> = {
  everyone: ['admin', 'manager', 'employee', 'vendor'],
  staff: ['admin', 'manager', 'employee'],
  admin: ['admin'],
  adminAndVendor: ['admin', 'vendor'],
};

export const maySee = (standing: Standing, name: AgreementFieldName): boolean =>
  audiences[agreementFields[name].seenBy].includes(standing);

const hiddenFrom = (standing: Standing): readonly AgreementFieldName[] =>
  agreementFieldNames.filter((name) => !maySee(standing, name));
const hiddenFromEach: Record<Standing, readonly AgreementFieldName[]> = {
  admin: hiddenFrom('admin'),
  manager: hiddenFrom('manager'),
  employee: hiddenFrom('employee'),
  vendor: hiddenFrom('vendor'),
};

export const hiddenFields = (standing: Standing): readonly AgreementFieldName[] => hiddenFromEach[standing];

/** Whether the standing sees the parts of a campaign's record that are not fields, such as the payer's link. */
export const seesTeamRecord = (standing: Standing): boolean => audiences.staff.includes(standing);

/** Whether this person may change a group's fields now; `tenantType` is the type of the campaign's organisation. */
export function mayChangeGroup(
  name: FieldGroupName,
  standing: Standing,
  status: AgreementStatus,
  tenantType?: OrganisationType,
): boolean {
  const group: FieldGroup = fieldGroups[name];
  if (permissions[group.permission][standing] === 'none' || group.lockedIn.includes(status)) return false;
  if (standing === 'admin') return true;
  return !group.lockedForOrganisationIn?.includes(status) && !(group.notFor && group.notFor === tenantType);
}

/**
 * The status that decides which fields are locked. A declined campaign whose agreement was signed keeps it, so that its
 * terms are locked as those of a cancelled one.
 */
export const lockingStatus = ({ status, campaignFinanceSignatureDate }: Locked): AgreementStatus =>
  status === 'rejected' && campaignFinanceSignatureDate ? 'cancelled' : status;

type Locked = { status: AgreementStatus; campaignFinanceSignatureDate?: Day | null | undefined };

type Changed = Locked & {
  financeOptionCode: FinanceOptionCode | null;
  tenantType?: OrganisationType;
};

/** Whether some card lets this person change the field now. */
export function mayChange(name: AgreementFieldName, standing: Standing, campaign: Changed): boolean {
  const { group } = agreementFields[name];
  const also = alsoChangedBy[name];
  const { financeOptionCode: option, tenantType } = campaign;
  const status = lockingStatus(campaign);
  const groups = [group, also && option !== null && also.ofOptions.includes(option) ? also.group : null];
  return groups.some((each) => each !== null && mayChangeGroup(each, standing, status, tenantType));
}

/**
 * Decides a save. Clients may send the whole campaign back, so a read-only field is accepted with its stored value; a
 * different value refuses the whole save. `moneyLock` says why the fields that money locks do not change; null if no
 * money was received.
 */
export function decideSave(
  current: AgreementValues & Pick<Changed, 'status' | 'tenantType'>,
  sent: Partial<AgreementValues>,
  standing: Standing,
  moneyLock: string | null = null,
): Decision<Partial<AgreementValues>> {
  const changes: Partial<AgreementValues> = {};
  const validation: FieldErrors = {};
  for (const name of agreementFieldNames) {
    const value = sent[name];
    if (value === undefined) continue;
    // A hidden field is refused even with the stored value. Otherwise a client could find out the value by guessing.
    if (value === current[name] && maySee(standing, name)) continue;
    const isLocked = moneyLock !== null && isLockedByMoney(name, current.financeOptionCode);
    if (isLocked) validation[name] = [{ type: 'notValid', message: moneyLock }];
    else if (mayChange(name, standing, current)) Object.assign(changes, { [name]: value });
    else validation[name] = [{ type: 'notValid', message: fieldWords.notChangeableNow }];
  }
  if (
    moneyLock !== null &&
    Object.values(validation)
      .flat()
      .some(({ message }) => message === moneyLock)
  ) {
    return refuse('money-received', moneyLock, validation);
  }
  if (Object.keys(validation).length > 0) {
    return refuse('not-changeable', fieldWords.someNotChangeableNow, validation);
  }
  const taken = clearedAfterSending(current.status, changes);
  if (Object.keys(taken).length === 0) return allow(changes);
  return refuse('needed-once-sent', sendRefusal(missingBeforeSending({ ...current, ...changes })), taken);
}
