/** A thing that has several names on the wire: the addresses of two models were specified at different times. */
export type ApiWord = { word: string; meaning: string; names: readonly string[] };

/** Which word is which. The developer page and the OpenAPI document print it. */
export const apiWords: readonly ApiWord[] = [
  {
    word: 'campaign',
    meaning: 'The request to pay for the marketing of a property. One record with one id.',
    names: ['/v1/agreements', '/v2/campaigns', 'agreement', 'agreementId', 'flow'],
  },
  {
    word: 'payer',
    meaning: 'The person who pays, and signs. One record and one id for each campaign.',
    names: ['/v1/signatories', '/v2/campaigns/{id}/vendors', 'vendors', 'vendorId', 'signatory'],
  },
  {
    word: 'organisation',
    meaning: 'The agency that a program acts for.',
    names: ['/v1/tenants', 'tenant', 'tenantId', 'agency'],
  },
  {
    word: 'document',
    meaning: 'A file that belongs to a campaign. The file itself is an asset.',
    names: ['/v1/attachments', 'attachment', '/v1/assets', 'asset'],
  },
  {
    word: 'payment option',
    meaning: 'pn is Pay Upfront, pos Pay On Success, pl Pay Later.',
    names: ['finance-options', 'financeOptionCode', 'optionCode', 'finance'],
  },
];

/** '`campaign`: /v1/agreements, /v2/campaigns, …', for the document. */
export const apiWordsSentence: string = apiWords
  .map(({ word, names }) => `${word}: ${names.map((name) => `\`${name}\``).join(', ')}`)
  .join('; ');

/** The properties of the public document that are an address as text, because they are no link to a record. */
// biome-ignore format: a table
export const addressesAsText = {
  externalListingUrl: 'a page of another website',
  tenantWebsiteUrl:   'the website of the organisation',
  websiteUrl:         'the website of the organisation',
  vendorUrl:          'a page for people',
  paymentUrl:         'a page for people',
  logoUrl:            'a picture',
  profilePictureHref: 'a picture',
  draftLogoUrl:       'a picture',
} as const;

/** What is marked as deprecated, and what to use. It works for `deprecationMonths` after its date. */
export const deprecatedFields = [
  { component: 'Payer', field: 'userHref', since: '2026-11-18', use: 'user' },
  { component: 'Signatory', field: 'userHref', since: '2026-11-18', use: 'user' },
] as const;
