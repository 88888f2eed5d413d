import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { demoPeople } from '@kerb/server/demo/people.ts';
import type { Facts } from '@kerb/server/demo/plan-facts.ts';
import { inTurn } from '@kerb/server/demo/seeded-choice.ts';
import { sandboxCountries } from '@kerb/server/sandbox-countries/sandbox-countries.ts';
import type { OrganisationKey } from '@kerb/server/sandbox-countries/sandbox-country.ts';

type Contacted = { number: number; place: number; organisation: OrganisationKey; agent: string; hasProperty: boolean };

/** One campaign in three has a conveyancer, one has none, and for one it is not known yet. */
const conveyancers: readonly Facts[] = [
  {
    conveyancerFirstName: 'Connie',
    conveyancerSurname: 'Specimen',
    conveyancerEmail: 'connie.specimen@example.com',
    conveyancerOrg: 'Specimen Settlements',
  },
  { noConveyancer: true },
  {},
];

/** The contacts of the sale, and the listing, as the agent enters them. */
export function factsOfContacts(country: CountryRules, campaign: Contacted): Facts {
  const { number, place, organisation, agent, hasProperty } = campaign;
  const at = demoPeople.findIndex(({ emailAddress }) => emailAddress === agent);
  const person = demoPeople[at];
  const { organisations, mobiles } = sandboxCountries[country.code];
  return {
    ...(person && {
      agentFirstName: person.firstName,
      agentSurname: person.surname,
      agentEmail: person.emailAddress,
      agentOrg: organisations[organisation].name,
      ...(mobiles.length > 0 && { agentPhone: inTurn(mobiles, at) }),
    }),
    ...conveyancers[place % conveyancers.length],
    ...(hasProperty && place % 2 === 0 && { externalListingUrl: `https://listings.example.com/demo-${number}` }),
  };
}
