export const organisationTypes = ['agency', 'supplier', 'financial'] as const;
export type OrganisationType = (typeof organisationTypes)[number];
