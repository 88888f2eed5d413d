import { enterAmount } from '@kerb/domain/kernel/validation-words.ts';

export const exampleRequestId = '0198a2f4-7f1c-7d4e-9a55-1f0c3a7b2e61';

/** Whole records, because their parts belong together. */
const wholes = {
  button: {
    token: 'kqT5b1bO2mS0l7nX9v4cR8dE3fG6hJ1kL5pQ0wY2zA4',
    state: 'to-pay',
    createdDate: '2026-12-01T00:00:00.000Z',
  },
  Event: {
    id: '100001',
    type: 'campaign_update',
    date: '2026-12-01T00:00:00.000Z',
    description: 'Campaign updated',
    tenant: { href: '/v1/tenants/1' },
    agreement: { href: '/v1/agreements/1', externalRef: 'CRM-1042', metadata: { office: 'North' } },
    changedFields: ['campaignBudget'],
    changes: { campaignBudget: { before: 4_000, after: 5_000 } },
  },
};

// biome-ignore format: a table
const links = {
  href: '/v1/agreements/1', 'tenant.href': '/v1/tenants/1', 'user.href': '/v1/users/1', 'Payer.href': '/v1/signatories/1',
  'Property.href': '/v1/properties/1', 'Document.href': '/v1/attachments/1', 'Webhook.href': '/v1/webhooks/1',
  userHref: '/v1/users/1', link: '/applications/1', alt: '/v1/assets/1',
};

// biome-ignore format: a table
const people = {
  firstName: 'Pat', surname: 'Sample', displayName: 'Pat Sample', emailAddress: 'pat@example.com', email: 'pat@example.com',
  agentFirstName: 'Alex', agentSurname: 'Agent', agentEmail: 'alex@example.com', agentUserName: 'Alex Agent',
  openedByName: 'Alex Agent', userName: 'Alex Agent',
  createdByName: 'Alex Agent', uploadedByName: 'Alex Agent', statusChangedByName: 'Alex Agent', requestedByName: 'Alex Agent',
  paidByName: 'Pat Sample', payers: ['Pat Sample'], recipients: ['pat@example.com'], role: 'service',
};

// biome-ignore format: a table
const places = {
  address: '1 Sample Street', city: 'Sampleton', postalCode: '2000', bedrooms: 3, bathrooms: 2, carSpaces: 1,
  methodOfSale: 'other', sellingPriceMin: 800_000, sellingPriceMax: 900_000, midpoint: 850_000,
  tenantName: 'Harbour Estate', legalName: 'Harbour Estate Limited', brandName: 'Harbour Estate', brandColour: '#1a6b54',
  defaultTimeZone: 'UTC', tenantTimeZone: 'UTC', identifier: 'UTC', offsetString: '+00:00',
};

// biome-ignore format: a table
const campaigns = {
  name: '1 Sample Street, Sampleton', status: 'draft', statusLabel: 'Draft', externalRef: 'CRM-1042', metadata: { office: 'North' },
  campaignBudget: 5_000, campaignPlannedStartDate: '2027-03-01', reason: 'Entered twice', because: 'The campaign is a draft.',
  note: 'Please look at this soon.', description: 'Photos and advertisements',
  amount: 5_000, dueAmount: 5_000, unpaidAmount: 5_000, paidAmount: 0, total: 5_000, dueNow: 5_000, serviceFee: 0, surcharge: 0,
  taxAmount: 0, refundedAmount: 0, refundFee: 0, paymentNumber: 'P100001', month: '2026-11',
  label: 'Marketing budget', 'items.type': 'upfront', key: 'budget', than: 'pn', words: 'You pay before the campaign starts.',
};

// biome-ignore format: a table
const files = {
  fileName: 'rates.pdf', contentType: 'application/pdf', purpose: 'marketing', size: 20_480, title: 'Please sign the agreement',
  eventId: '100001', lastEventId: '100001', nextCursor: 'campaign-2s-1', url: 'https://www.example.com/kerb',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  src: 'https://kerb.example/embed/kerb-embed-1.js', integrity: 'sha384-XYQNikLxUnHnCu4+meNYspzE7rt2lT1Np2+m9SUlVHyhycZT+bc8br0U1/5w8SO7',
  requestBody: '{"id":"100001","type":"ping"}', changedFields: ['campaignBudget'], version: '1', heading: 'What you pay',
  access_token: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', expires_in: 300, scope: 'campaigns:read campaigns:write',
  dismissedBanners: [], readOnlyFields: [], maskedFields: [], lockedFields: [], missing: [], warnings: [], inShort: [],
  entityId: '1', code: 'draft', contentHtml: '<p>What you pay</p>', paragraphs: ['You pay before the campaign starts.'],
  error: 'invalid_client', error_description: 'The client id or secret is not right.', message: enterAmount,
};

/** What a schema does not demand, because it depends on the campaign: a sale needs these, a deposit does not. */
export const alsoNeeded = ['natureOfOwnership', 'methodOfSale', 'sellingPriceMin', 'sellingPriceMax'];

/**
 * What the examples of the document say: for a component, for 'Component.name' or 'parent.name', or for the name of a
 * property. Without a line here an example has the first value that fits.
 */
export const exampleValues: Record<string, unknown> = {
  ...wholes,
  ...links,
  ...people,
  ...places,
  ...campaigns,
  ...files,
};
