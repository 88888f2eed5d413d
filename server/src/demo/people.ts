import type { Role, TenantUserType } from '@kerb/domain/access/actor.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { demoPassword } from '@kerb/domain/sandbox/demo-password.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { sandboxCountries } from '@kerb/server/sandbox-countries/sandbox-countries.ts';
import type { OrganisationKey } from '@kerb/server/sandbox-countries/sandbox-country.ts';

export type DemoPerson = {
  emailAddress: `${string}@example.com`;
  firstName: string;
  surname: string;
  role: Role;
  jobTitle?: string;
  memberships?: Partial<Record<OrganisationKey, TenantUserType>>;
  /** The notices that they get by e-mail, in each of their organisations. */
  notices?: { all?: true; billing?: true };
  /** A vendor pays for one campaign in each of these statuses. */
  paysFor?: readonly AgreementStatus[];
  /** Printed on the console. */
  isShown?: true;
};

// biome-ignore format: a table
export const demoPeople: readonly DemoPerson[] = [
  { emailAddress: 'admin@example.com',           firstName: 'Ada',     surname: 'Sampleton', role: 'admin',       jobTitle: 'Operations', isShown: true },
  { emailAddress: 'admin.two@example.com',       firstName: 'Arlo',    surname: 'Testworth', role: 'admin',       jobTitle: 'Approvals', isShown: true },
  { emailAddress: 'manager@example.com',         firstName: 'Mia',     surname: 'Mockridge', role: 'tenant_user', jobTitle: 'Principal',       memberships: { harbour: 'manager' }, notices: { all: true, billing: true }, isShown: true },
  { emailAddress: 'manager.two@example.com',     firstName: 'Marcus',  surname: 'Exemplar',  role: 'tenant_user', jobTitle: 'Principal',       memberships: { valley: 'manager', coast: 'manager' }, isShown: true },
  { emailAddress: 'manager.and@example.com',     firstName: 'Morgan',  surname: 'Fableman',  role: 'tenant_user', jobTitle: 'Director',        memberships: { ranges: 'manager', harbour: 'employee' }, isShown: true },
  { emailAddress: 'manager.coast@example.com',   firstName: 'Mereana', surname: 'Draftwell', role: 'tenant_user', jobTitle: 'Office Manager',  memberships: { coast: 'manager' }, notices: { billing: true } },
  { emailAddress: 'employee@example.com',        firstName: 'Eli',     surname: 'Trialwood', role: 'tenant_user', jobTitle: 'Sales Agent',     memberships: { harbour: 'employee' }, isShown: true },
  { emailAddress: 'erin.sampleton@example.com',  firstName: 'Erin',    surname: 'Sampleton', role: 'tenant_user', jobTitle: 'Sales Agent',     memberships: { harbour: 'employee' } },
  { emailAddress: 'omar.exemplar@example.com',   firstName: 'Omar',    surname: 'Exemplar',  role: 'tenant_user', jobTitle: 'Sales Associate', memberships: { harbour: 'employee' } },
  { emailAddress: 'wiremu.mockridge@example.com', firstName: 'Wiremu', surname: 'Mockridge', role: 'tenant_user', jobTitle: 'Sales Agent',     memberships: { valley: 'employee' } },
  { emailAddress: 'sofia.draftwell@example.com', firstName: 'Sofia',   surname: 'Draftwell', role: 'tenant_user', jobTitle: 'Sales Agent',     memberships: { valley: 'employee' } },
  { emailAddress: 'jack.proverb@example.com',    firstName: 'Jack',    surname: 'Proverb',   role: 'tenant_user', jobTitle: 'Sales Agent',     memberships: { coast: 'employee' } },
  { emailAddress: 'lin.trialwood@example.com',   firstName: 'Lin',     surname: 'Trialwood', role: 'tenant_user', jobTitle: 'Sales Associate', memberships: { coast: 'employee' } },
  { emailAddress: 'hugo.testworth@example.com',  firstName: 'Hugo',    surname: 'Testworth', role: 'tenant_user', jobTitle: 'Sales Agent',     memberships: { ranges: 'employee' } },
  { emailAddress: 'tala.specimen@example.com',   firstName: 'Tala',    surname: 'Specimen',  role: 'tenant_user', jobTitle: 'Sales Agent',     memberships: { ranges: 'employee' } },
  { emailAddress: 'stylist@example.com',         firstName: 'Sunny',   surname: 'Placeholt', role: 'tenant_user', jobTitle: 'Creative Lead',   memberships: { styling: 'manager' }, isShown: true },
  { emailAddress: 'pia.fableman@example.com',    firstName: 'Pia',     surname: 'Fableman',  role: 'tenant_user', jobTitle: 'Stylist',         memberships: { styling: 'employee' } },
  { emailAddress: 'lender@example.com',          firstName: 'Leo',     surname: 'Specimen',  role: 'tenant_user', jobTitle: 'Credit Manager',  memberships: { finance: 'manager' } },
  { emailAddress: 'vendor@example.com',          firstName: 'Vera',    surname: 'Sampleton', role: 'vendor', paysFor: ['waiting-invite', 'approved', 'executed', 'complete'], isShown: true },
  { emailAddress: 'vendor.one@example.com',      firstName: 'Victor',  surname: 'Testworth', role: 'vendor', paysFor: ['waiting-invite'], isShown: true },
  { emailAddress: 'vendor.info@example.com',     firstName: 'Viola',   surname: 'Mockridge', role: 'vendor', paysFor: ['waiting-info'] },
  { emailAddress: 'vendor.signing@example.com',  firstName: 'Vikram',  surname: 'Exemplar',  role: 'vendor', paysFor: ['approved'] },
  { emailAddress: 'vendor.live@example.com',     firstName: 'Vaimoana', surname: 'Proverb',  role: 'vendor', paysFor: ['executed', 'waiting-settlement'] },
  { emailAddress: 'vendor.none@example.com',     firstName: 'Vince',   surname: 'Placeholt', role: 'vendor' },
];

/** People who were invited to the first manager's team and have not answered. */
// biome-ignore format: a table
export const demoInvitations = [
  { emailAddress: 'noa.proverb@example.com',    firstName: 'Noa',   surname: 'Proverb',   jobTitle: 'Sales Agent', tenantUserType: 'employee', isExpired: false },
  { emailAddress: 'bruno.placeholt@example.com', firstName: 'Bruno', surname: 'Placeholt', jobTitle: 'Bookkeeper',  tenantUserType: 'employee', isExpired: true },
] as const;

const standingWords: Record<TenantUserType, string> = { manager: 'Manager', employee: 'Employee' };

function roleWords({ role, memberships = {}, paysFor = [] }: DemoPerson, country: CountryRules): string {
  if (role === 'admin') return 'Admin';
  if (role === 'vendor') return `Vendor, ${paysFor.length} campaign${paysFor.length === 1 ? '' : 's'}`;
  const { organisations } = sandboxCountries[country.code];
  return Object.entries(memberships)
    .map(([key, as]) => `${standingWords[as]}, ${organisations[key as OrganisationKey].name}`)
    .join('; ');
}

/** Lines for the console: the users to sign in as. */
export function demoSignIns(country: CountryRules): string[] {
  const shown = demoPeople.filter((person) => person.isShown);
  const lines = shown.map((person) => {
    const name = displayName(person).padEnd(18);
    return `  ${person.emailAddress.padEnd(26)}${name}${roleWords(person, country)}`;
  });
  return [...lines, `  Password of all: ${demoPassword}`];
}
