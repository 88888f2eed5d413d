import { addressPartErrors } from '@kerb/domain/countries/address-scheme.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import {
  allow,
  type Decision,
  type FieldErrors,
  type FieldErrorType,
  refuseFields,
} from '@kerb/domain/kernel/decision.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import { parseBankAccount } from '@kerb/domain/organisations/bank-accounts.ts';
import { parseBusinessNumber } from '@kerb/domain/organisations/business-numbers.ts';
import { secondaryContacts } from '@kerb/domain/organisations/invoice-contacts.ts';
import {
  isKept,
  isOfType,
  type SettingName,
  type Settings,
  settingFields,
} from '@kerb/domain/organisations/setting-fields.ts';
import { changedSettings, isSameSetting } from '@kerb/domain/organisations/setting-values.ts';
import { isPrintable } from '@kerb/domain/wire/printable-text.ts';

type Changes = Partial<Settings>;
type Facts = {
  country: CountryRules;
  timeZones: readonly string[];
  /** The person has seen the warnings about the bank account and says that it is right. */
  isAccountConfirmed: boolean;
};

const error = (field: string, type: FieldErrorType, message: string): FieldErrors => ({ [field]: [{ type, message }] });
const notValid = (field: string, message: string) => error(field, 'notValid', message);
const under = (name: SettingName, errors: FieldErrors | undefined): FieldErrors =>
  Object.fromEntries(Object.entries(errors ?? {}).map(([part, found]) => [`${name}.${part}`, found]));

/** A screen asks before it saves; another caller reads here how to answer. */
const confirmAccount = 'If it is right, confirm it: save it again with bankAccountConfirmed set to true.';

/** Refuses a user name or password before the host: such an address could imitate the organisation's own address. */
const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s/?#@:]+(:\d{1,5})?([/?#]\S*)?$/i.test(text);

/** What phone companies take as a sender. A sender of digits alone would be read as a phone number. */
const isSmsSenderName = (text: string): boolean =>
  /^[A-Za-z\d][A-Za-z\d ]{1,9}[A-Za-z\d]$/.test(text) && /[A-Za-z]/.test(text);

function addressErrors(address: Settings['billingAddress'], { country }: Facts): FieldErrors {
  const { phone } = address;
  const isPhone = phone === null || (/^[\d\s()+-]+$/.test(phone) && phone.replace(/\D/g, '').length >= 6);
  return {
    ...addressPartErrors(address, country.address),
    ...(!isPhone && notValid('phone', 'Enter a phone number.')),
  };
}

/** The account in its stored form. One that was read with a warning must be confirmed: it may be another bank's. */
function readAccount(
  typed: NonNullable<Settings['bankAccount']>,
  current: Settings,
  { country, isAccountConfirmed }: Facts,
): Decision<Settings['bankAccount']> {
  const read = parseBankAccount(typed, country);
  if (!read.ok) return read;
  const account = read.value?.account ?? null;
  const warnings = Object.entries(read.value?.warnings ?? {});
  if (warnings.length === 0 || isAccountConfirmed || isSameSetting(current.bankAccount, account)) return allow(account);
  const errors = warnings.map(([part, warning]) => notValid(part, `${warning} ${confirmAccount}`));
  return refuseFields(Object.assign({}, ...errors));
}

/** Validates the values and converts them to their stored form. */
function checked(changes: Changes, current: Settings, facts: Facts): { values: Changes; errors: FieldErrors } {
  const { country, timeZones } = facts;
  const values: Changes = { ...changes };
  const errors: FieldErrors = {};
  if (changes.abn) {
    const read = parseBusinessNumber(changes.abn, country);
    if (read.ok) values.abn = read.value;
    else Object.assign(errors, read.validation);
  }
  if (changes.bankAccount) {
    const read = readAccount(changes.bankAccount, current, facts);
    if (read.ok) values.bankAccount = read.value;
    else Object.assign(errors, under('bankAccount', read.validation));
  }
  if (changes.billingAddress) {
    Object.assign(errors, under('billingAddress', addressErrors(changes.billingAddress, facts)));
  }
  if (changes.websiteUrl && !isWebAddress(changes.websiteUrl)) {
    Object.assign(errors, notValid('websiteUrl', 'Enter an address that begins with https:// or http://.'));
  }
  if (changes.smsSenderName && !isSmsSenderName(changes.smsSenderName)) {
    Object.assign(
      errors,
      notValid('smsSenderName', 'Use 3 to 11 letters, digits and spaces, with at least one letter.'),
    );
  }
  if (changes.defaultTimeZone !== undefined && !timeZones.includes(changes.defaultTimeZone)) {
    Object.assign(errors, notValid('defaultTimeZone', fieldWords.chooseTimeZone));
  }
  for (const name of ['name', 'legalName'] as const) {
    if (!isPrintable(changes[name] ?? '')) Object.assign(errors, notValid(name, fieldWords.textInLatin));
  }
  const partner = changes.recommendConveyancerSettings?.partnerName;
  if (partner && !country.conveyancerPartners.includes(partner)) {
    Object.assign(errors, notValid('recommendConveyancerSettings.partnerName', 'Choose a partner from the list.'));
  }
  return { values: settled({ ...current, ...values }, values), errors };
}

/** Conveyancer partners that are recommended by default. */
const partnersByDefault: readonly string[] = ['landmark', 'conveyu'];
export const defaultForPartner = (partnerName: string): 'yes' | null =>
  partnersByDefault.includes(partnerName) ? 'yes' : null;

/**
 * If the agent is not asked, 'agent must select' is not a valid default. The AML check then counts as not completed.
 */
export const amlWithDefault = (aml: Settings['amlDelegationSettings']): Settings['amlDelegationSettings'] =>
  aml.askAgent || aml.defaultResponse !== null ? aml : { ...aml, defaultResponse: 'no' };

/** The settings that follow from another setting. */
function settled(next: Settings, values: Changes): Changes {
  const aml = values.amlDelegationSettings;
  const primary = values.settlementInvoiceContactPrimary;
  const secondary = values.settlementInvoiceContactsSecondary ?? (primary === undefined ? undefined : []);
  return {
    ...values,
    ...(aml && { amlDelegationSettings: amlWithDefault(aml) }),
    ...(secondary && {
      settlementInvoiceContactsSecondary: [...secondaryContacts(secondary, next.settlementInvoiceContactPrimary)],
    }),
  };
}

const isEmpty = (value: unknown) => value === null || value === false;

type Asker = { isAdmin: boolean } & Facts;

function refusedFields(changed: readonly SettingName[], next: Settings, { isAdmin, country }: Asker) {
  const errors: FieldErrors = {};
  for (const name of changed) {
    if (!isAdmin && settingFields[name].changedBy === 'admin') {
      Object.assign(errors, notValid(name, fieldWords.notChangeableNow));
    } else if (!isKept(name, country) && !isEmpty(next[name])) {
      Object.assign(errors, notValid(name, `Organisations in ${country.name} do not have this.`));
    } else if (!isOfType(name, next.type) && !isEmpty(next[name])) {
      Object.assign(errors, notValid(name, 'Organisations of this type do not have this.'));
    }
  }
  return errors;
}

/**
 * Decides a save: only values that differ from the stored ones are changes, returned in their stored form. A read-only
 * field is accepted with its stored value, unless it is hidden.
 */
export function decideSettings(current: Settings, sent: Changes, { isAdmin, ...facts }: Asker): Decision<Changes> {
  const guessed = Object.keys(sent).filter(
    (name) => !isAdmin && settingFields[name as SettingName].seenBy === 'admin',
  ) as SettingName[];
  const differing = changedSettings(current, sent);
  const changes = Object.fromEntries(differing.map((name) => [name, sent[name]])) as Changes;
  const refused = refusedFields(
    [...new Set([...differing, ...guessed])],
    { ...current, ...changes },
    { isAdmin, ...facts },
  );
  const { values, errors } = checked(changes, current, facts);
  const validation = { ...refused, ...errors };
  if (Object.keys(validation).length > 0) {
    return refuseFields(validation);
  }
  const kept = changedSettings(current, values);
  return allow(Object.fromEntries(kept.map((name) => [name, values[name]])) as Changes);
}
