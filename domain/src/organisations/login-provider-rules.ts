import type { Role, TenantUserType } from '@kerb/domain/access/actor.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';

/** How the ownership of a domain is proven: by a text record of its DNS, or by mail to one of its keepers. */
export const domainProofs = ['dns', 'mail'] as const;
export type DomainProof = (typeof domainProofs)[number];

/** The mailboxes that only the keeper of a domain has (RFC 2142). Anybody may have any other mailbox of a domain. */
export const keeperMailboxes = ['admin', 'administrator', 'hostmaster', 'postmaster', 'webmaster'] as const;

/** How long a code that was sent to a keeper's mailbox works. */
export const domainCodeHours = 24;

export const mostDomains = 20;

/** Where the text record of a domain is, and what it says. */
export const domainRecordName = (domain: string): string => `_kerb-login.${domain}`;
export const domainRecordText = (token: string): string => `kerb-login=${token}`;

/** Mail providers at which anybody gets an address. No organisation is the owner of their users. */
// biome-ignore format: a list
const openDomains: ReadonlySet<string> = new Set([
  'aol.com', 'bigpond.com', 'bigpond.net.au', 'fastmail.com', 'gmail.com', 'gmx.com', 'googlemail.com', 'hotmail.com',
  'icloud.com', 'iinet.net.au', 'inbox.com', 'live.com', 'live.com.au', 'mac.com', 'mail.com', 'me.com', 'msn.com',
  'optusnet.com.au', 'outlook.com', 'outlook.com.au', 'proton.me', 'protonmail.com', 'slingshot.co.nz', 'tpg.com.au',
  'xtra.co.nz', 'yahoo.co.nz', 'yahoo.com', 'yahoo.com.au', 'ymail.com', 'zoho.com',
]);

const domainForm = /^(?=.{4,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/;

export function decideDomain(typed: string): Decision<string> {
  const domain = typed.trim().toLowerCase();
  if (!domainForm.test(domain)) return refuse('not-a-domain', 'Write a domain such as agency.com.au.');
  if (openDomains.has(domain)) return refuse('open-domain', 'Anybody can get an address at this domain.');
  return allow(domain);
}

/** The domain of an e-mail address. Null if it is no plain address. */
export function domainOfAddress(address: string): string | null {
  const parts = address.trim().toLowerCase().split('@');
  return parts.length === 2 && parts[0] !== '' && domainForm.test(parts[1] ?? '') ? (parts[1] ?? null) : null;
}

export type LoginProviderState = 'waiting' | 'optional' | 'required';

export const stateOfProvider = (provider: {
  confirmedDate: string | null;
  isRequired: boolean;
}): LoginProviderState => {
  if (provider.confirmedDate === null) return 'waiting';
  return provider.isRequired ? 'required' : 'optional';
};

/** What a provider says of a person, after its signature was checked. */
export type ProvidedPerson = {
  subject: string;
  emailAddress: string | null;
  isEmailVerified: boolean;
  firstName: string;
  surname: string;
  /** The values of the claim that the organisation chose for roles. */
  roleValues: readonly string[];
};

/** A user as stored, who may be the person. */
export type StoredUser = {
  id: number;
  role: Role;
  isDisabled: boolean;
  emailAddress: string;
  /** Null: no member of the organisation. */
  tenantUserType: TenantUserType | null;
};

type Known = {
  /** The user to whom this subject was linked before. */
  linked: StoredUser | null;
  /** The user who has the address that the provider says. */
  sameAddress: StoredUser | null;
  provenDomains: readonly string[];
  /** Who was removed from the organisation, and not added again. */
  formerUserIds: readonly number[];
};

export type Admission = { userId: number; isNewLink: boolean } | { userId: null; emailAddress: string };

export const admissionRefusals = {
  'no-address': 'Your organisation’s login did not say your email address.',
  'foreign-domain': 'Your email address is not in a domain that your organisation has proven.',
  'not-verified': 'Your organisation’s login does not say that your email address is verified.',
  'other-role': 'This account cannot log in with an organisation’s login.',
  disabled: 'This account is disabled.',
  removed: 'You are no longer a member of this organisation. A manager can invite you again.',
} as const;
type AdmissionRefusal = keyof typeof admissionRefusals;

const no = (code: AdmissionRefusal) => refuse(code, admissionRefusals[code]);

/**
 * Whom a provider lets in. A subject that was linked before needs no verified address again, but both its address and
 * that of the account must be in a proven domain. Payers and admins never log in by an organisation's provider.
 */
export function decideAdmission(
  person: Pick<ProvidedPerson, 'emailAddress' | 'isEmailVerified'>,
  { linked, sameAddress, provenDomains, formerUserIds }: Known,
): Decision<Admission> {
  const { emailAddress, isEmailVerified } = person;
  const isProven = (address: string) => provenDomains.includes(domainOfAddress(address) ?? '');
  if (emailAddress === null || domainOfAddress(emailAddress) === null) return no('no-address');
  if (!isProven(emailAddress)) return no('foreign-domain');
  if (!linked && !isEmailVerified) return no('not-verified');
  const user = linked ?? sameAddress;
  if (!user) return allow({ userId: null, emailAddress });
  if (user.role !== 'tenant_user') return no('other-role');
  if (user.isDisabled) return no('disabled');
  if (!isProven(user.emailAddress)) return no('foreign-domain');
  const isRemoved = user.tenantUserType === null && (linked !== null || formerUserIds.includes(user.id));
  if (isRemoved) return no('removed');
  return allow({ userId: user.id, isNewLink: linked === null });
}

type RoleRule = { roleClaim: string | null; managerValues: readonly string[] };

/** The standing that a provider gives; null if the organisation gives it here. */
export function standingFrom({ roleClaim, managerValues }: RoleRule, values: readonly string[]): TenantUserType | null {
  if (roleClaim === null) return null;
  return values.some((value) => managerValues.includes(value)) ? 'manager' : 'employee';
}

/** The values of a claim: a text, or a list of texts. */
export const claimValues = (claim: unknown): string[] =>
  [claim].flat().filter((value): value is string => typeof value === 'string');
