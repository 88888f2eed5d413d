import type { OrganisationType } from '@kerb/domain/vocabulary/organisation-types.ts';

export const organisationKeys = ['harbour', 'valley', 'coast', 'ranges', 'styling', 'finance'] as const;
export type OrganisationKey = (typeof organisationKeys)[number];

/** A place that exists: suburb or city, and the postcode that goes with it. Streets are made up. */
export type DemoPlace = { address2?: string; city: string; state?: string; postalCode: string };

export type DemoOrganisation = {
  name: string;
  identifier: string;
  type: OrganisationType;
  timeZone: string;
  enableDeposits: boolean;
  allowAddingProperty: boolean;
  places: readonly DemoPlace[];
};

export type DemoCountry = {
  organisations: Record<OrganisationKey, DemoOrganisation>;
  streets: readonly string[];
  /** Numbers that the regulator keeps for fiction. Where it keeps none, nobody in the demo has a mobile. */
  mobiles: readonly string[];
};
