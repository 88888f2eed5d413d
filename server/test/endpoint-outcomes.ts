import type { Endpoint } from '@kerb/domain/wire/endpoint.ts';
import { expect } from 'vitest';
import type { Target } from './endpoint-access.ts';

const aYearAhead = () => Temporal.Now.plainDateISO('UTC').add({ years: 1 }).toString();

// biome-ignore format: a table
const bodies: Record<string, (target: Target) => unknown> = {
  'POST /v1/session/exchange': () => ({ accessToken: 'x'.repeat(43), refreshToken: 'x'.repeat(43) }),
  'POST /v1/session/resume':   () => ({ userId: 1 }),
  'POST /v1/session/refresh':  () => ({ refreshToken: 'x'.repeat(43) }),
  'POST /v1/reset-password':   () => ({ logonIdentifier: 'nobody@example.com' }),
  'POST /v1/agreements':       (target) => ({ campaignBudget: 1000, campaignPlannedStartDate: '2026-12-01', campaignBudgetFundsPurpose: 'marketing', tenant: { href: `/v1/tenants/${target.tenantId}` } }),
  'PUT /v1/agreements/{id}':   () => ({ actionSuggested: true }),
  'POST /v1/bulk/remind': (target) => ({ ids: [target.agreementId] }),
  'POST /v1/bulk/assign': (target) => ({ items: [{ id: target.agreementId, agentUser: { href: `/v1/users/${target.memberId}` } }] }),
  'POST /v1/bulk/flag': (target) => ({ items: [{ id: target.agreementId, actionSuggested: true }] }),
  'POST /v1/agreements/{id}/consent': () => ({ vendorAgentDataConsent: true }),
  'POST /v1/agreements/{id}/set-status': () => ({ status: 'cancelled' }),
  'POST /v2/campaigns/{id}/vendors': (target) => ({ firstName: 'New', surname: 'Payer', emailAddress: `new${target.payerId}@example.com` }),
  'POST /v2/campaigns/{id}/vendors/{vendorId}/payment-url': () => ({ for: 'copy' }),
  'POST /v1/signatories': (target) => ({ agreement: { href: `/v1/agreements/${target.agreementId}` }, firstName: 'New', surname: 'Signatory', emailAddress: `sign${target.payerId}@example.com` }),
  'POST /v1/signatories/{id}/verify-contact': () => ({ contactMethod: 'email' }),
  'POST /v1/signatories/{id}/unlock': () => ({}),
  'POST /v1/signatories/{id}/request-signature': () => ({ authorisationMethod: 'sms' }),
  'POST /v2/frankie-one/create-profile': (target) => ({ signatoryId: target.payerId }),
  'POST /v2/frankie-one/run-check': (target) => ({ signatoryId: target.payerId }),
  'POST /v2/frankie-one/send-sms': (target) => ({ signatoryId: target.payerId }),
  'POST /v1/agreements/{id}/sign': (target) => ({ termsVersion: 'pl-au-3', signatoryId: target.payerId }),
  'POST /v1/tenants/{tenantId}/users': () => ({ user: { href: '/v1/users/999999' } }),
  'POST /v1/user-invitations': (target) => ({ tenant: { href: `/v1/tenants/${target.tenantId}` }, firstName: 'New', surname: 'Member', emailAddress: `member${target.payerId}@example.com` }),
  'POST /v1/invite-team-members': (target) => ({ tenant: { href: `/v1/tenants/${target.tenantId}` }, invitations: [{ firstName: 'New', surname: 'Member', emailAddress: `team${target.payerId}@example.com` }] }),
  'POST /v1/resend-user-invitation': (target) => ({ userInvitationId: target.invitationId }),
  'POST /v1/contact-details': (target) => ({ type: 'postal', user: { href: `/v1/users/${target.agentId}` } }),
  'POST /v1/attachments': (target) => ({ agreement: { href: `/v1/agreements/${target.agreementId}` }, asset: { href: `/v1/assets/${target.assetId}` }, purpose: 'marketing-vendor' }),
  'PUT /v1/agreements/{id}/property-photo': (target) => ({ asset: { href: `/v1/assets/${target.assetId}` } }),
  'POST /v1/agreements/{id}/property': () => ({ address: '12 Wattle St', city: 'Yass', state: 'NSW', postalCode: '2582' }),
  'PUT /v1/tenants/{tenantId}/sign-in-rules': () => ({ requiresSecondFactor: true }),
  'PUT /v1/tenants/{tenantId}/login-provider': () => ({ issuer: 'http://127.0.0.1:9', clientId: 'kerb', clientSecret: 'secret' }),
  'PUT /v1/tenants/{tenantId}/login-provider/required': () => ({ isRequired: false }),
  'POST /v1/tenants/{tenantId}/login-domains': () => ({ domain: 'agency.example' }),
  'PUT /v1/tenants/{tenantId}/login-domains/{domainId}/mail': () => ({ mailbox: 'postmaster' }),
  'PUT /v1/tenants/{tenantId}/login-domains/{domainId}/code': () => ({ code: 'wrong' }),
  'POST /v2/campaigns/{id}/nudge-payers': (target) => ({ vendorIds: [target.payerId] }),
  'POST /v1/message-templates/{kind}': () => ({ subject: 'Your agreement', body: 'The agreement for {address}', basedOn: null }),
  'POST /v1/message-templates/{kind}/restore': () => ({ version: null, basedOn: null }),
  'POST /v1/books/periods': () => ({ lastDay: '2020-01-31' }),
  'POST /v1/books/periods/{id}/reopen': () => ({ reason: 'A forgotten payment' }),
  'PUT /v1/books/account-codes': () => ({ items: [] }),
  'POST /v1/books/periods/{id}/exports': () => ({ system: 'xero' }),
  'POST /v1/books/movements': () => ({ direction: 'to-trust', amount: 10, day: '2026-11-02', reference: 'Transfer 118' }),
  'POST /v1/rates/preview': () => ({ from: aYearAhead(), values: [{ name: 'payLaterInterest', value: 15 }] }),
  'POST /v1/rates': () => ({ from: aYearAhead(), values: [{ name: 'payLaterInterest', value: 15 }], reason: 'The bank rate' }),
  'POST /v1/pending-acts/{id}/refuse': () => ({ note: 'Not asked for' }),
  'POST /v1/batch-payments/{id}/discard': () => ({ reason: 'Not needed' }),
  'POST /v1/batch-payments/{id}/bounce': (target) => ({ agreement: { href: `/v1/agreements/${target.agreementId}` }, reason: 'Account closed' }),
  'POST /v1/bank-statement-lines/{id}/transfer': () => ({ batch: { href: '/v1/batch-payments/999999' } }),
  'POST /v1/bank-statement-lines/{id}/bounce': (target) => ({ batch: { href: '/v1/batch-payments/999999' }, agreement: { href: `/v1/agreements/${target.agreementId}` } }),
  'POST /v1/bank-statement-lines/{id}/movement': () => ({}),
  'POST /v1/bank-statement-lines/{id}/another': () => ({ fileName: 'statement.csv', line: 2 }),
  'POST /v1/bank-statement-lines/{id}/accept': (target) => ({ agreement: { href: `/v1/agreements/${target.agreementId}` } }),
  'POST /v1/bank-statement-lines/{id}/ignore': () => ({ reason: 'Not ours' }),
  'POST /v1/agreements/{id}/finance-options': () => ({ optionCode: 'pos' }),
  'PUT /v1/agreements/{id}/finance-options/{optionCode}': () => ({ interestFreeOffered: true }),
  'POST /v1/agreements/{id}/quote': () => ({ financeOptionCode: 'pos' }),
  'POST /v1/agreements/{id}/choose-option': () => ({ financeOptionCode: 'pl' }),
  'POST /v1/agreements/{id}/pay': () => ({ financeOptionCode: 'pn', method: 'card', amount: 4200, surcharge: 63, cardToken: 'tok_none', receiptEmail: 'pat@example.com' }),
  'POST /v1/agreements/{id}/payment-method': () => ({ intent: 'bank-transfer' }),
  'POST /v2/agreements/{id}/send-payment-receipt': () => ({ receiptNumber: 'P1', receiptEmail: 'vic@example.com' }),
  'POST /v1/agreements/{id}/money-change/preview': () => ({ change: { campaignBudget: 5000 } }),
  'POST /v1/agreements/{id}/money-change': () => ({
    change: { campaignBudget: 5000 },
    reason: 'The shoot takes longer',
    expected: { kept: 4200, billed: 800, held: 0 },
  }),
  'POST /v1/agreements/{id}/repayments': () => ({ amount: 10, date: '2026-11-02' }),
  'POST /v1/agreements/{id}/write-off-rest': () => ({ reason: 'Bank fee' }),
  'POST /v1/agreements/{id}/write-off': () => ({ reason: 'The payer is bankrupt' }),
  'POST /v1/agreements/{id}/write-off/reverse': () => ({ reason: 'The payer was found' }),
  'POST /v1/agreements/{id}/loan-requests': () => ({
    ...{ kind: 'hardship', reason: 'I lost my job', canPay: '100 a week', wishedDate: '2027-06-01' },
  }),
  'POST /v1/agreements/{id}/loan-requests/{requestId}/answer': () => ({ outcome: 'declined', answer: 'No' }),
  'POST /v1/agreements/{id}/loan-requests/{requestId}/sign': () => ({ authorisationCode: '123456' }),
  'POST /v1/agreements/{id}/return-held-money': () => ({ amount: 10, description: 'Bank reference 1' }),
  'POST /v1/agreements/{id}/record-transfer': () => ({ date: '2026-11-01', description: 'Bank reference 2' }),
  'POST /v1/agreements/{id}/payout-letters': () => ({ date: '2026-12-01' }),
  'POST /v1/payments/{id}/refund': () => ({ amount: 10, keepsFee: false, reason: 'Fewer photos' }),
  'POST /v1/payments/{id}/void': () => ({ reason: 'Paid twice' }),
  'POST /v1/invoices/{id}/void': () => ({ reason: 'Raised twice' }),
  'POST /v1/tenants/register-agency': () => ({ name: 'By its reference', reaAdvertiserRef: 'XABCDE' }),
  'POST /v1/tenants/{tenantId}/service-identities': () => ({ name: 'Sync', scopes: ['campaigns:read'] }),
  'POST /v1/webhooks/{webhookId}/replay': () => ({ since: '2026-01-01T00:00:00.000Z' }),
  'PUT /v1/tenants/{tenantId}/embedding': () => ({ isOn: true, origins: ['https://www.example.com'] }),
  'POST /v1/tenants/{tenantId}/webhooks': () => ({ url: 'http://127.0.0.1:9/kerb', events: ['campaign_create'] }),
  'PUT /v1/account/passkeys/{id}': () => ({ name: 'Laptop' }),
  'PUT /v1/notifications/{id}': () => ({ isRead: true }),
  'POST /v1/notifications/mark-read': () => ({ upTo: 1 }),
  'PUT /v1/notification-settings': () => ({ emails: 'daily' }),
  'POST /v1/agreements/{id}/comments': () => ({ body: 'Rang the vendor.' }),
  'POST /v1/tenants/{tenantId}/team-imports/check': () => ({ text: 'First name,Surname,Email\nNew,Member,new@example.com' }),
  'POST /v1/tenants/{tenantId}/team-imports': (target) => ({ fileName: 'team.csv', text: `First name,Surname,Email\nNew,Member,import${target.payerId}@example.com`, mapping: { firstName: 0, surname: 1, emailAddress: 2 }, lines: [2] }),
  'POST /v1/tenants/{tenantId}/campaign-imports/check': () => ({ text: 'Budget,Date\n100,2027-03-01' }),
  'POST /v1/tenants/{tenantId}/campaign-imports': () => ({ fileName: 'campaigns.csv', text: 'Budget,Date\n100,2027-03-01', mapping: { campaignBudget: 0 }, lines: [2] }),
  'PUT /v1/tenants/{tenantId}/shared-views': () => ({ name: 'Ours', search: 'status=draft' }),
  'PUT /v1/list-views': () => ({ list: 'all-campaigns', name: 'Mine', search: 'status=draft' }),
  'POST /v1/undelivered-messages/send-again': () => ({ ids: [999_999] }),
  'POST /v1/undelivered-messages/release': () => ({ ids: [999_999] }),
  'POST /v1/undelivered-messages/discard': () => ({ ids: [999_999] }),
  'POST /v1/jobs/run': () => ({ name: 'expire-acts' }),
  'POST /v1/job-failures/dismiss': () => ({ ids: [999_999] }),
  'POST /v1/sandbox/clock':    () => ({ offsetDays: 0 }),
  'POST /v1/sandbox/identity/{entityId}': () => ({ outcome: 'pass' }),
};

export const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** A body that the endpoint accepts from somebody who may send it. */
export const bodyOf = (endpoint: Endpoint, target: Target): unknown =>
  bodies[keyOf(endpoint)]?.(target) ?? (endpoint.body ? {} : undefined);

/** A list answers everyone; what matters is whether it contains the record. */
function listed(endpoint: Endpoint, answer: { items?: { id: number }[] }, target: Target): string {
  const { agreementId, tenantId, viewId, sharedViewId } = target;
  const wanted = {
    '/v1/agreements': agreementId,
    '/v1/tenants': tenantId,
    '/v1/list-views': viewId,
    '/v1/tenants/{tenantId}/shared-views': sharedViewId,
  }[endpoint.path as string];
  if (endpoint.method !== 'GET' || wanted === undefined) return 'in';
  return answer.items?.some((item) => item.id === wanted) ? 'list' : 'none';
}

function safeJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

type Answer = { statusCode: number; body: string; headers: Record<string, unknown> };

/** A refused call and a read change nothing, so that the next call can have the same target. */
export const mayHaveChanged = ({ method }: Endpoint, { statusCode }: Pick<Answer, 'statusCode'>): boolean =>
  method !== 'GET' && ![401, 403, 404].includes(statusCode);

/** The word of the tables for an answer: in, list, none, 401, 403 or 404. */
export function outcomeOf(
  endpoint: Endpoint,
  answer: Answer,
  { target, who }: { target: Target; who: string },
): string {
  expect(answer.statusCode, `${who}: ${answer.body}`).toBeLessThan(500);
  if ([401, 403, 404].includes(answer.statusCode)) return String(answer.statusCode);
  if (answer.statusCode >= 400) expect(answer.headers['content-type']).toContain('application/problem+json');
  return answer.statusCode < 300 ? listed(endpoint, answer.body ? safeJson(answer.body) : {}, target) : 'in';
}
