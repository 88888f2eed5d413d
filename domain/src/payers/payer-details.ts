import { type Actor, isOwnRecord, isPayer, type Standing } from '@kerb/domain/access/actor.ts';
import { isApprovedLoan } from '@kerb/domain/agreements/approved-loan.ts';
import { addressPartErrors } from '@kerb/domain/countries/address-scheme.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, type FieldErrors, missingFields, refuseFields } from '@kerb/domain/kernel/decision.ts';
import { isAccountOf } from '@kerb/domain/payers/payer-proof.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { onceSigned } from '@kerb/domain/vocabulary/status-groups.ts';
import { type FinanceOptionCode, isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';

export const employmentTypes = ['full', 'part', 'self', 'unemployed', 'retired', 'pension'] as const;
export type EmploymentType = (typeof employmentTypes)[number];

// biome-ignore format: a table
export const employmentTypeLabels: Record<EmploymentType, string> = {
  full:       'Full time',
  part:       'Part time',
  self:       'Self-employed',
  unemployed: 'Unemployed',
  retired:    'Retired',
  pension:    'Pension',
};

/** A payer's details. A null address means the property's address. */
export type PayerDetails = {
  firstName: string;
  middleNames: string | null;
  surname: string;
  emailAddress: string;
  mobilePhone: string | null;
  dateOfBirth: Day | null;
  residentialAddress: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
  employmentType: EmploymentType | null;
  amlCheckCompleted: boolean;
};
export type PayerField = keyof PayerDetails;

/** The details that are stored encrypted. A Payment URL alone does not show them, and no browser stores them. */
export const sealedFields = [
  'dateOfBirth',
  'residentialAddress',
  'city',
  'state',
  'postalCode',
  'employmentType',
] as const satisfies readonly PayerField[];
export type SealedField = (typeof sealedFields)[number];
export const isSealed = (field: string): field is SealedField => (sealedFields as readonly string[]).includes(field);

type Reader = Pick<Actor, 'role' | 'emailAddress' | 'onlyAgreementId' | 'signIn'>;

/**
 * Whether the sealed details are hidden from this actor: from everybody who came by a Payment URL, until they enter a
 * code in this sign-in. A forwarded link, or one that the team opens, then shows nothing of them. A payer's account
 * with another address than the record does not show them either.
 */
export const isLocked = (actor: Reader, payer: { emailAddress: string | null }): boolean =>
  actor.onlyAgreementId === undefined ? isPayer(actor.role) && !isAccountOf(actor, payer) : !actor.signIn?.isUnlocked;

/** The stored details that are hidden from this actor. A detail that is not stored yet can be entered. */
export const maskedFieldsOf = (
  stored: Pick<PayerDetails, SealedField | 'emailAddress'>,
  actor: Reader,
): SealedField[] => (isLocked(actor, stored) ? sealedFields.filter((field) => stored[field] !== null) : []);

export const enterCodeFirst = 'Enter the code that we send you to see and change this.';
export const enterCodeToChange = 'Enter the code that we send you to change this.';
export const enterCodeToOpen = 'Enter the code that we send you to open this.';
export const enterCodeToSee = 'Enter a code to see it';
/** In place of the file name of an identity document, which often contains the payer's name or number. */
export const hiddenFileName = 'Identity document';

/** The labels of a payer's details. A country's address scheme has the words for city, state and postcode. */
// biome-ignore format: a table
export const payerLabels = {
  dateOfBirth:        'Date of Birth',
  residentialAddress: 'Residential Address',
  employmentType:     'Employment',
  amlCheckCompleted:  'AML check completed',
} as const satisfies Partial<Record<PayerField, string>>;

/** The facts about a payer that decide which details are required. */
export type PayerStanding = {
  status: AgreementStatus;
  signatureDate: string | null;
  emailAddressConfirmationDate: string | null;
  mobilePhoneConfirmationDate: string | null;
  /** When the payer applied, for any option. */
  everSubmittedDate: string | null;
  financeOptionCode: FinanceOptionCode | null;
  /** The details that the actor does not see until they enter a code. */
  maskedFields?: readonly string[] | undefined;
  /** Whether the actor has to enter a code first. */
  isLocked?: boolean | undefined;
  /** Whether the organisation does the anti-money-laundering checks. */
  hasAmlDelegation: boolean;
  /** Whether a team member acts, perhaps by impersonation or by the payer's link. Absent: by the standing. */
  isByTeam?: boolean | undefined;
};

const youngest = 17;
const oldest = 120;
export const ageWords = `The date of birth must be between ${youngest} and ${oldest} years ago.`;

/** The same day of another year. Days are compared as text, so the 29th of February needs no other day. */
const yearsBefore = (day: Day, years: number): Day =>
  `${String(Number(day.slice(0, 4)) - years).padStart(4, '0')}${day.slice(4)}`;

/** Both ends inclusive: a person who turns 17 today is old enough. */
export const isBirthPossible = (born: Day, today: Day): boolean =>
  born <= yearsBefore(today, youngest) && born >= yearsBefore(today, oldest);

const everyone = ['admin', 'manager', 'employee', 'vendor'] as const;
const staff = ['admin', 'manager', 'employee'] as const;
const adminAndVendor = ['admin', 'vendor'] as const;

type Rights = { seenBy: readonly Standing[]; changedBy: readonly Standing[] };

/** Who sees and who changes each detail. An organisation sees neither its vendor's age nor their home address. */
// biome-ignore format: a table
export const payerDetailRights: Record<PayerField, Rights> = {
  firstName:          { seenBy: everyone,       changedBy: everyone },
  middleNames:        { seenBy: everyone,       changedBy: everyone },
  surname:            { seenBy: everyone,       changedBy: everyone },
  emailAddress:       { seenBy: everyone,       changedBy: staff },
  mobilePhone:        { seenBy: everyone,       changedBy: everyone },
  dateOfBirth:        { seenBy: adminAndVendor, changedBy: adminAndVendor },
  residentialAddress: { seenBy: adminAndVendor, changedBy: adminAndVendor },
  city:               { seenBy: adminAndVendor, changedBy: adminAndVendor },
  state:              { seenBy: adminAndVendor, changedBy: adminAndVendor },
  postalCode:         { seenBy: adminAndVendor, changedBy: adminAndVendor },
  employmentType:     { seenBy: adminAndVendor, changedBy: adminAndVendor },
  amlCheckCompleted:  { seenBy: staff,          changedBy: staff },
};
export const payerFields = Object.keys(payerDetailRights) as PayerField[];

/** Whether a manager, or a program of the organisation, can ever save this property of a payer. */
export const isSavedByOrganisation = (name: string): boolean =>
  !Object.hasOwn(payerDetailRights, name) || payerDetailRights[name as PayerField].changedBy.includes('manager');

export const maySeeDetail = (field: PayerField, standing: Standing): boolean =>
  payerDetailRights[field].seenBy.includes(standing);

/** A payer does not see the details of other payers: only their name and whether they have signed. */
export const maySeeDetailsOf = (actor: Actor, payer: { id: number; userId: number | null }): boolean =>
  !isPayer(actor.role) || isOwnRecord(actor, payer);

/** A payer who came by a Payment URL sees no account: an organisation can add any e-mail address as a payer's. */
export const seesAccounts = ({ onlyAgreementId, viewedBy }: Actor): boolean =>
  onlyAgreementId === undefined || viewedBy !== undefined;

/** How much of a payer's entry the actor sees: the name only, the details too, or also how their link was sent. */
export function shownOfPayer(
  actor: Actor,
  payer: { id: number; userId: number | null },
): 'name' | 'details' | 'everything' {
  if (!maySeeDetailsOf(actor, payer)) return 'name';
  return isPayer(actor.role) ? 'details' : 'everything';
}

export const detailsAreSigned = 'The details of a payer stay as they were signed.';

export const contactsAreApproved =
  'The loan was approved with this email address and mobile. Take the approval back before you change them.';

export const personIsApproved =
  'The loan was approved for this person. Take the approval back before you change the name or the date of birth.';
export const ownPersonIsApproved =
  'Your loan was approved with this name and date of birth. Please call us if they are not right.';

const isPerson = (field: PayerField): boolean =>
  field === 'firstName' || field === 'middleNames' || field === 'surname' || field === 'dateOfBirth';
const isContact = (field: PayerField): boolean => field === 'emailAddress' || field === 'mobilePhone';

/**
 * An approval is for a person, and asks who entered the contacts. If the contacts could be changed afterwards, one
 * admin could approve, set their own mailbox and sign in the payer's name. If the name could, a payer could sign as
 * another person.
 */
function approvedBecause(field: PayerField, payer: PayerStanding, standing: Standing): string | null {
  if (!isApprovedLoan(payer)) return null;
  const isByTeam = payer.isByTeam ?? !isPayer(standing);
  if (isPerson(field)) return isByTeam ? personIsApproved : ownPersonIsApproved;
  return isContact(field) && isByTeam ? contactsAreApproved : null;
}

/** Why a field cannot be changed now; null if it can. */
export function fixedBecause(field: PayerField, payer: PayerStanding, standing: Standing): string | null {
  if (onceSigned.includes(payer.status)) return detailsAreSigned;
  if (payer.signatureDate !== null) return 'The details of a payer who has signed stay as they are.';
  if (field === 'emailAddress' && payer.emailAddressConfirmationDate) return 'This email address has been confirmed.';
  const approved = approvedBecause(field, payer, standing);
  if (approved) return approved;
  if (payer.maskedFields?.includes(field)) return enterCodeFirst;
  if (field === 'emailAddress' && payer.everSubmittedDate)
    return 'This payer has already applied with this email address.';
  if (field === 'mobilePhone' && payer.mobilePhoneConfirmationDate) return 'This mobile number has been confirmed.';
  if (field === 'mobilePhone' && standing === 'vendor' && !payer.emailAddressConfirmationDate) {
    return 'Please confirm your email address before you change your mobile number.';
  }
  // Otherwise a person with the link could enter their own mobile, and receive the code that shows the details.
  if (field === 'mobilePhone' && payer.isLocked) return enterCodeFirst;
  // Another person ends the identity check, and each new check costs a fee. So a link alone is not enough.
  if (isPerson(field) && payer.isLocked && payer.everSubmittedDate) return enterCodeToChange;
  if (field === 'amlCheckCompleted' && !payer.hasAmlDelegation) return 'This organisation does not do these checks.';
  if (!payerDetailRights[field].changedBy.includes(standing)) return 'Your role does not allow you to change this.';
  return null;
}

export const readOnlyFields = (payer: PayerStanding, standing: Standing): PayerField[] =>
  payerFields.filter((field) => fixedBecause(field, payer, standing) !== null);

/** The read-only fields that the actor can change once they have entered a code. */
export function lockedFields(payer: PayerStanding, standing: Standing): PayerField[] {
  const afterCode = readOnlyFields({ ...payer, maskedFields: [], isLocked: false }, standing);
  return readOnlyFields(payer, standing).filter((field) => !afterCode.includes(field));
}

const addressFields = ['residentialAddress', 'city', 'state', 'postalCode'] as const;
type Whose = { standing: Standing; country: Pick<CountryRules, 'address'>; today: Day };

/** A home address is the property's address, or a complete address. */
function addressErrors(details: PayerDetails, { address: scheme }: Whose['country']): FieldErrors {
  const given = addressFields.filter((field) => details[field]);
  if (given.length === 0) return {};
  const asked = addressFields.filter((field) => field !== 'state' || scheme.state);
  const missing = asked.filter((field) => !details[field]);
  const { state, postalCode } = details;
  return {
    ...missingFields(missing),
    ...addressPartErrors({ state, postalCode }, scheme),
  };
}

/**
 * Decides a save of details: the changes, without any read-only field. A read-only field may be sent back unchanged.
 */
export function decideDetails(
  payer: PayerDetails & PayerStanding,
  sent: { [Field in PayerField]?: PayerDetails[Field] | undefined },
  { standing, country, today }: Whose,
): Decision<Partial<PayerDetails>> {
  // A hidden detail is not compared with what is sent: a person with the link could guess it, answer by answer.
  const shownOf = (field: PayerField) => (payer.maskedFields?.includes(field) ? null : payer[field]);
  const named = payerFields.filter((field) => sent[field] !== undefined && sent[field] !== shownOf(field));
  const validation: FieldErrors = {};
  for (const field of named) {
    const because = fixedBecause(field, payer, standing);
    if (because) validation[field] = [{ type: 'notValid', message: because }];
  }
  const changes: Partial<PayerDetails> = Object.fromEntries(named.map((field) => [field, sent[field]]));
  if (changes.dateOfBirth && !isBirthPossible(changes.dateOfBirth, today)) {
    validation.dateOfBirth ??= [{ type: 'notValid', message: ageWords }];
  }
  if (named.some((field) => (addressFields as readonly PayerField[]).includes(field))) {
    Object.assign(validation, { ...addressErrors({ ...payer, ...changes }, country), ...validation });
  }
  if (Object.keys(validation).length === 0) return allow(changes);
  return refuseFields(validation);
}

/** Only a borrower must give these details: a payer who pays upfront need not give a date of birth. */
export function missingDetails(
  details: Pick<PayerDetails, 'dateOfBirth' | 'employmentType'>,
  option: FinanceOptionCode | null,
): ('dateOfBirth' | 'employmentType')[] {
  if (!isFinanced(option)) return [];
  return (['dateOfBirth', 'employmentType'] as const).filter((field) => details[field] === null);
}
