import type { OrganisationType } from '@kerb/domain/vocabulary/organisation-types.ts';

export const organisationKeys = ['harbour', 'valley', 'coast', 'ranges', 'styling', 'finance'] as const;
export type OrganisationKey = (typeof organisationKeys)[number];

/** A real place: suburb or city, with its postcode. Streets are invented. */
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
  /** Phone numbers that the regulator reserves for fiction. If it reserves none, nobody in the demo has a mobile. */
  mobiles: readonly string[];
};
