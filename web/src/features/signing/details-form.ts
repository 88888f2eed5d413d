import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { type Decision, missingFields, refuse } from '@kerb/domain/kernel/decision.ts';
import {
  decideDetails,
  type EmploymentType,
  missingDetails,
  type PayerDetails,
  type PayerField,
  type PayerStanding,
  payerFields,
} from '@kerb/domain/payers/payer-details.ts';
import { type SavedSignatory, type Signatory, savedSignatory } from '@kerb/domain/signing/signatories.contract.ts';
import { refusedFields } from '@kerb/web/design/refused-fields.ts';
import { today } from '@kerb/web/platform/clock.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';

const addressFields = ['residentialAddress', 'city', 'state', 'postalCode'] as const;

/** The typed values of the fields. */
export type DetailsValues = Record<Exclude<PayerField, 'amlCheckCompleted'>, string> & {
  amlCheckCompleted: boolean;
  livesElsewhere: boolean;
};

const asTyped = (value: string | null | undefined): string => value ?? '';

/** The stored details of a payer. */
export function valuesOf(signatory: Signatory): DetailsValues {
  return {
    firstName: asTyped(signatory.firstName),
    middleNames: asTyped(signatory.middleNames),
    surname: asTyped(signatory.surname),
    emailAddress: asTyped(signatory.emailAddress),
    mobilePhone: asTyped(signatory.mobilePhone),
    dateOfBirth: asTyped(signatory.dateOfBirth),
    residentialAddress: asTyped(signatory.residentialAddress),
    city: asTyped(signatory.city),
    state: asTyped(signatory.state),
    postalCode: asTyped(signatory.postalCode),
    employmentType: asTyped(signatory.employmentType),
    amlCheckCompleted: signatory.amlCheckCompleted ?? false,
    livesElsewhere: addressFields.some((field) => Boolean(signatory[field])),
  };
}

/** Only fields that the reader sees and may change are sent. A home at the property is sent without an address. */
export function bodyOf(values: DetailsValues, signatory: Signatory): SavedSignatory {
  const empty = (typed: string) => typed.trim() || null;
  const home = (typed: string) => (values.livesElsewhere ? empty(typed) : null);
  const all: { [Field in PayerField]: PayerDetails[Field] } = {
    firstName: values.firstName.trim(),
    middleNames: empty(values.middleNames),
    surname: values.surname.trim(),
    emailAddress: values.emailAddress.trim(),
    mobilePhone: empty(values.mobilePhone),
    dateOfBirth: empty(values.dateOfBirth),
    residentialAddress: home(values.residentialAddress),
    city: home(values.city),
    state: home(values.state),
    postalCode: home(values.postalCode),
    employmentType: empty(values.employmentType) as EmploymentType | null,
    amlCheckCompleted: values.amlCheckCompleted,
  };
  const isSent = (field: PayerField) => signatory[field] !== undefined && !signatory.readOnlyFields.includes(field);
  return Object.fromEntries(payerFields.filter(isSent).map((field) => [field, all[field]]));
}

type Asking = {
  agreement: Pick<Agreement, 'status' | 'tenantTimeZone' | 'financeOptionCode'>;
  signatory: Signatory;
  standing: Standing;
};

function knownOf({ agreement, signatory }: Asking): PayerDetails & PayerStanding {
  return {
    ...(Object.fromEntries(payerFields.map((field) => [field, signatory[field] ?? null])) as PayerDetails),
    status: agreement.status,
    signatureDate: signatory.signatureDate,
    emailAddressConfirmationDate: signatory.emailAddressConfirmationDate ?? null,
    mobilePhoneConfirmationDate: signatory.mobilePhoneConfirmationDate ?? null,
    everSubmittedDate: signatory.submittedDate,
    financeOptionCode: agreement.financeOptionCode ?? null,
    hasAmlDelegation: signatory.amlCheckCompleted !== undefined,
  };
}

/** The domain's rules, shown under the fields before anything is sent. */
function decide(sent: SavedSignatory, asking: Asking): Decision<unknown> {
  const payer = knownOf(asking);
  const whose = { standing: asking.standing, country: countryRules(), today: today(asking.agreement.tenantTimeZone) };
  const decision = decideDetails(payer, sent, whose);
  const missing = missingDetails({ ...payer, ...(sent as Partial<PayerDetails>) }, null);
  if (missing.length === 0) return decision;
  const said = decision.ok ? {} : decision.validation;
  return refuse('details-missing', 'Some details are missing.', { ...missingFields(missing), ...said });
}

export const detailsBody = (asking: Asking) =>
  savedSignatory.check(refusedFields((sent: SavedSignatory) => decide(sent, asking)));
