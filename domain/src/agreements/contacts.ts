import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { allow, type Decision, type FieldErrors, missingFields, refuseFields } from '@kerb/domain/kernel/decision.ts';
import { parsePhone } from '@kerb/domain/kernel/phone.ts';

/** The fields of each contact: of the agency and of the conveyancer. */
// biome-ignore format: a table
export const contactFields = {
  agent:       { none: 'noAgency',      firstName: 'agentFirstName',       surname: 'agentSurname',       email: 'agentEmail',       phone: 'agentPhone',       organisation: 'agentOrg'       },
  conveyancer: { none: 'noConveyancer', firstName: 'conveyancerFirstName', surname: 'conveyancerSurname', email: 'conveyancerEmail', phone: 'conveyancerPhone', organisation: 'conveyancerOrg' },
} as const;
export type ContactKind = keyof typeof contactFields;
export const contactKinds = Object.keys(contactFields) as ContactKind[];

const textParts = ['firstName', 'surname', 'email', 'phone', 'organisation'] as const;
const requiredParts = ['firstName', 'surname', 'email'] as const;

type ContactTextName = (typeof contactFields)[ContactKind][(typeof textParts)[number]];
export type ContactName = ContactTextName | (typeof contactFields)[ContactKind]['none'] | 'agentCcEmails';
export type Contacts = Pick<AgreementValues, ContactName>;

/** A contact without any details does not exist yet. */
export const isContactBegun = (contacts: Contacts, kind: ContactKind): boolean =>
  textParts.some((part) => contacts[contactFields[kind][part]]);

/** A contact with some details needs a name and an email address; phone and organisation are optional. */
export function missingOfContacts(contacts: Contacts): ContactTextName[] {
  const begun = contactKinds.filter((kind) => !contacts[contactFields[kind].none] && isContactBegun(contacts, kind));
  return begun.flatMap((kind) =>
    requiredParts.map((part) => contactFields[kind][part]).filter((name) => !contacts[name]?.trim()),
  );
}

/** Without an agency, or a conveyancer, its contact fields are cleared. */
function emptied(contacts: Contacts): Partial<Contacts> {
  const gone = contactKinds.filter((kind) => contacts[contactFields[kind].none]);
  const names = gone.flatMap((kind) => textParts.map((part): ContactName => contactFields[kind][part]));
  if (contacts.noAgency) names.push('agentCcEmails');
  return Object.fromEntries(names.map((name) => [name, null]));
}

const contactNames: readonly ContactName[] = [
  'agentCcEmails',
  ...contactKinds.flatMap((kind) => Object.values(contactFields[kind])),
];

/** An empty text becomes null, and a phone gets its dial code. */
function tidy(sent: Partial<Contacts>, country: Pick<CountryRules, 'dialCode'>): Decision<Partial<Contacts>> {
  const tidied: Record<string, unknown> = {};
  const validation: FieldErrors = {};
  const phones: string[] = contactKinds.map((kind) => contactFields[kind].phone);
  for (const [name, value] of Object.entries(sent)) {
    tidied[name] = value === '' ? null : value;
    if (!phones.includes(name) || typeof value !== 'string' || value.trim() === '') continue;
    const phone = parsePhone(value, country, name);
    if (phone.ok) tidied[name] = phone.value.number;
    else Object.assign(validation, phone.validation);
  }
  if (Object.keys(validation).length > 0) return refuseFields(validation, 'not-valid');
  return allow(tidied);
}

/** Decides how a save changes a campaign's contacts. Fields of other cards pass unchanged. */
export function decideContacts<Changes extends Partial<AgreementValues>>(
  current: Contacts,
  changes: Changes,
  country: Pick<CountryRules, 'dialCode'>,
): Decision<Changes> {
  const sent: Partial<Contacts> = Object.fromEntries(
    contactNames.flatMap((name) => (changes[name] === undefined ? [] : [[name, changes[name]]])),
  );
  if (Object.keys(sent).length === 0) return allow(changes);
  const tidied = tidy(sent, country);
  if (!tidied.ok) return tidied;
  const after = { ...current, ...tidied.value };
  // The form asks for a whole contact. A request may change a part of it, but take no required part away.
  const missing = missingOfContacts(after).filter((name) => name in sent);
  if (missing.length > 0) {
    return refuseFields(missingFields(missing), 'not-valid');
  }
  const kept = Object.entries({ ...tidied.value, ...emptied(after) }).filter(
    ([name, value]) => value !== current[name as ContactName],
  );
  const others = Object.entries(changes).filter(([name]) => !contactNames.includes(name as ContactName));
  return allow(Object.fromEntries([...others, ...kept]) as Changes);
}
