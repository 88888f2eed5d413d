import type { Endpoint } from '@kerb/domain/wire/endpoint.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor } from './builders.ts';
import { accessFixture, addressOf, keyFor, people, type Target, type Who } from './endpoint-access.ts';
import { type Stage, startStage } from './harness.ts';

/**
 * Calls every endpoint as every kind of person, on a campaign of the agent's. The expected answers are written by hand
 * and not read from the permission matrix, so that a mistake in the matrix fails too. A mounted endpoint without a row
 * fails.
 *
 * in: allowed · list: allowed, and the campaign or organisation is listed · none: allowed, and it is not listed
 * 403: not for this role · 404: as if it did not exist · 401: sign in first
 */
// biome-ignore format: a table
const expected: Record<string, string> = {
  //                                                  admin manager agent colleague stranger payer otherPayer signedOut supplierManager managerElsewhere
  'GET /v1/session':                                  'in   in   in   in   in   in   in   401  in   in',
  'POST /v1/session/exchange':                        '401  401  401  401  401  401  401  401  401  401',
  'POST /v1/session/refresh':                         '401  401  401  401  401  401  401  401  401  401',
  'POST /v1/session/resume':                          '401  401  401  401  401  401  401  401  401  401',
  'POST /v1/session/prove':                           'in   in   in   in   in   in   in   401  in   in',
  'POST /v1/reset-password':                          'in   in   in   in   in   in   in   in  in   in',
  'GET /v1/agreements':                               'list list list none none list none 401  list none',
  'GET /v1/agreements/volumes':                       'in   403  403  403  403  403  403  401  403  403',
  'POST /v1/agreements':                              'in   in   in   in   404  403  403  401  in   in',
  'GET /v1/agreements/{id}':                          'in   in   in   404  404  in   404  401  in   404',
  'PUT /v1/agreements/{id}':                          'in   in   in   404  404  403  403  401  in   404',
  'POST /v1/agreements/{id}/consent':                 'in   403  403  403  403  in   404  401  403  403',
  'POST /v1/agreements/{id}/set-status':              'in   in   in   404  404  in   404  401  in   404',
  'GET /v2/campaigns/{id}':                           'in   in   in   404  404  in   404  401  in   404',
  'GET /v2/campaigns/{id}/vendors':                   'in   in   in   404  404  in   404  401  in   404',
  'POST /v2/campaigns/{id}/vendors':                  'in   in   in   404  404  403  403  401  in   404',
  'DELETE /v2/campaigns/{id}/vendors/{vendorId}':     'in   in   in   404  404  403  403  401  in   404',
  'POST /v2/campaigns/{id}/vendors/{vendorId}/send-campaign': 'in in in 404 404 403  403  401  in   404',
  'POST /v2/campaigns/{id}/vendors/{vendorId}/payment-url': 'in in in 404 404 403  403  401  in   404',
  'POST /v2/campaigns/{id}/send-campaign':            'in   in   in   404  404  403  403  401  in   404',
  'GET /v1/signatories':                              'in   in   in   404  404  in   404  401  in   404',
  'GET /v1/signatories/{id}':                         'in   in   in   404  404  in   404  401  in   404',
  'POST /v1/signatories':                             'in   in   in   404  404  403  403  401  in   404',
  'PUT /v1/signatories/{id}':                         'in   in   in   404  404  in   404  401  in   404',
  'DELETE /v1/signatories/{id}':                      'in   in   in   404  404  403  403  401  in   404',
  'POST /v1/signatories/{id}/verify-contact':         'in   403  403  403  403  in   404  401  403  403',
  'POST /v1/signatories/{id}/unlock':                 '404  403  403  403  403  in   404  401  403  403',
  'POST /v1/signatories/{id}/send-agreement':         'in   in   in   404  404  403  403  401  in   404',
  'POST /v1/signatories/{id}/request-signature':      'in   403  403  403  403  in   404  401  403  403',
  'POST /v1/agreements/{id}/sign':                    'in   403  403  403  403  in   404  401  403  403',
  'GET /v1/agreements/{id}/flow':                     'in   403  403  403  403  in   404  401  403  403',
  'PUT /v1/agreements/{id}/flow':                     '404  403  403  403  403  in   404  401  403  403',
  'POST /v1/agreements/{id}/submit-application':      '404  403  403  403  403  in   404  401  403  403',
  'POST /v2/frankie-one/create-profile':             'in   403  403  403  403  403  403  401  403  403',
  'POST /v2/frankie-one/run-check':                  'in   403  403  403  403  403  403  401  403  403',
  'POST /v2/frankie-one/send-sms':                   'in   403  403  403  403  403  403  401  403  403',
  'GET /v1/verify':                                   'in   in   in   in   in   in   in   in  in   in',
  'GET /v1/agreements/{id}/finance-options':          'in   in   in   404  404  in   404  401  in   404',
  'POST /v1/agreements/{id}/finance-options':         'in   in   in   404  404  403  403  401  in   404',
  'PUT /v1/agreements/{id}/finance-options/{optionCode}':    'in in in 404 404  403  403  401  in   404',
  'DELETE /v1/agreements/{id}/finance-options/{optionCode}': 'in in in 404 404  403  403  401  in   404',
  'POST /v1/agreements/{id}/quote':                   'in   in   in   404  404  403  403  401  in   404',
  'GET /v1/agreements/{id}/costs':                    'in   in   in   404  404  in   404  401  in   404',
  'POST /v1/agreements/{id}/choose-option':           'in   in   in   404  404  in   404  401  in   404',
  'GET /v1/tenants/{tenantId}/finance-options':       'in   in   in   in   404  403  403  401  in   in',
  'PUT /v1/tenants/{tenantId}/finance-options/{optionCode}': 'in in 403 403 404 403 403  401  in   403',
  'GET /v1/dashboard/agency/filter':                  'in   in   in   in   in   403  403  401  in   in',
  'GET /v1/dashboard/agency/funded':                  'in   in   in   in   in   403  403  401  in   in',
  'GET /v1/log-entries':                              'in   403  403  403  403  403  403  401  403  403',
  'GET /v1/log-entries/{id}':                         'in   403  403  403  403  403  403  401  403  403',
  'GET /v1/tenants':                                  'list list list list none 403  403  401  list list',
  'GET /v1/tenants/{tenantId}':                       'in   in   in   in   404  403  403  401  in   in',
  'POST /v1/tenants':                                 'in   403  403  403  403  403  403  401  403  403',
  'POST /v1/tenants/register-agency':                 'in   403  403  403  403  403  403  401  403  403',
  'GET /v1/tenants/{tenantId}/settings':              'in   in   403  403  404  403  403  401  in   403',
  'PUT /v1/tenants/{tenantId}/settings':              'in   in   403  403  404  403  403  401  in   403',
  'POST /v1/tenants/{tenantId}/settings/apply':       'in   403  403  403  403  403  403  401  403  403',
  'POST /v1/tenants/{tenantId}/settings/stop-bank-change': 'in   in   403  403  404  403  403  401  in   403',
  'POST /v1/tenants/{tenantId}/settings/reject':      'in   403  403  403  403  403  403  401  403  403',
  'GET /v1/tenants/{tenantId}/sign-in-rules':         'in   in   403  403  404  403  403  401  in   403',
  'PUT /v1/tenants/{tenantId}/sign-in-rules':         'in   in   403  403  404  403  403  401  in   403',
  'GET /v1/tenants/{tenantId}/integration-credentials':  'in 403 403  403  403  403  403  401  403  403',
  'POST /v1/tenants/{tenantId}/integration-credentials': 'in 403 403  403  403  403  403  401  403  403',
  'DELETE /v1/integration-credentials/{credentialId}':   '404 403 403 403  403  403  403  401  403  403',
  'GET /v1/tenants/{tenantId}/webhooks':              'in   in   403  403  404  403  403  401  in   403',
  'POST /v1/tenants/{tenantId}/webhooks':             'in   in   403  403  404  403  403  401  in   403',
  'GET /v1/webhooks/{webhookId}':                     'in   in   403  403  404  403  403  401  in   403',
  'PUT /v1/webhooks/{webhookId}':                     'in   in   403  403  404  403  403  401  in   403',
  'DELETE /v1/webhooks/{webhookId}':                  'in   in   403  403  404  403  403  401  in   403',
  'POST /v1/webhooks/{webhookId}/rotate-secret':      'in   in   403  403  404  403  403  401  in   403',
  'POST /v1/webhooks/{webhookId}/test':               'in   in   403  403  404  403  403  401  in   403',
  'GET /v1/webhooks/{webhookId}/deliveries':          'in   in   403  403  404  403  403  401  in   403',
  'POST /v1/webhook-deliveries/{deliveryId}/resend':  'in   in   403  403  404  403  403  401  in   403',
  'GET /v1/tenants/{tenantId}/logo':                  '404  404  404  404  404  403  403  401  404  404',
  'DELETE /v1/tenants/{tenantId}':                    'in   403  403  403  403  403  403  401  403  403',
  'GET /v1/tenants/{tenantId}/users':                 'in   in   in   in   404  403  403  401  in   in',
  'POST /v1/tenants/{tenantId}/users':                'in   403  403  403  403  403  403  401  403  403',
  'PUT /v1/tenants/{tenantId}/users/{userId}':        'in   in   403  403  404  403  403  401  in   403',
  'DELETE /v1/tenants/{tenantId}/users/{userId}':     'in   in   403  403  404  403  403  401  in   403',
  'GET /v1/users/{id}/tenants':                       'in   403  403  403  403  403  403  401  403  403',
  'GET /v1/user-invitations':                         'in   in   403  403  404  403  403  401  in   403',
  'GET /v1/user-invitations/{id}':                    'in   in   403  403  404  403  403  401  in   403',
  'GET /v1/user-invitations/{id}/picture':            '404  404  403  403  404  403  403  401  404  403',
  'POST /v1/user-invitations':                        'in   in   403  403  404  403  403  401  in   403',
  'POST /v1/invite-team-members':                     'in   in   403  403  404  403  403  401  in   403',
  'PUT /v1/user-invitations/{id}':                    'in   in   403  403  404  403  403  401  in   403',
  'DELETE /v1/user-invitations/{id}':                 'in   in   403  403  404  403  403  401  in   403',
  'POST /v1/resend-user-invitation':                  'in   in   403  403  404  403  403  401  in   403',
  'GET /v1/account':                                  'in   in   in   in   in   in   in   401  in   in',
  'PUT /v1/account':                                  'in   in   in   in   in   in   in   401  in   in',
  'POST /v1/account/verify-mobile':                   'in   in   in   in   in   in   in   401  in   in',
  'POST /v1/account/change-password':                 'in   in   in   in   in   in   in   401  in   in',
  'GET /v1/account/sign-ins':                         'in   in   in   in   in   in   in   401  in   in',
  'DELETE /v1/account/sign-ins/{id}':                 '404  404  404  404  404  404  404  401  404  404',
  'PUT /v1/account/notices/{tenantId}':               '404  in   in   in   404  404  404  401  in   in',
  'POST /v1/account/dismissed-banners':               'in   in   in   in   in   in   in   401  in   in',
  'POST /v1/account/second-factor/begin':            'in   in   in   in   in   in   in   401  in   in',
  'POST /v1/account/second-factor/confirm':          'in   in   in   in   in   in   in   401  in   in',
  'POST /v1/account/second-factor/recovery-codes':   'in   in   in   in   in   in   in   401  in   in',
  'POST /v1/account/second-factor/turn-off':         'in   in   in   in   in   in   in   401  in   in',
  'GET /v1/contact-details':                          'in   in   in   in   in   in   in   401  in   in',
  'GET /v1/contact-details/{id}':                     'in   404  in   404  404  404  404  401  404  404',
  'POST /v1/contact-details':                         'in   404  in   404  404  404  404  401  404  404',
  'PUT /v1/contact-details/{id}':                     'in   404  in   404  404  404  404  401  404  404',
  'GET /v1/credentials':                              'in   in   in   in   in   in   in   401  in   in',
  'GET /v1/credentials/{id}':                         'in   404  in   404  404  404  404  401  404  404',
  'GET /v1/time-zones':                               'in   in   in   in   in   403  403  401  in   in',
  'GET /v1/users':                                    'in   403  403  403  403  403  403  401  403  403',
  'GET /v1/users/{id}':                               'in   403  403  403  403  403  403  401  403  403',
  'GET /v1/users/{id}/picture':                       '404  404  404  404  404  404  404  401  404  404',
  'POST /v1/users':                                   'in   403  403  403  403  403  403  401  403  403',
  'PUT /v1/users/{id}':                               'in   403  403  403  403  403  403  401  403  403',
  'POST /v1/users/{id}/end-sign-ins':                 'in   403  403  403  403  403  403  401  403  403',
  'POST /v1/users/{id}/reset-second-factor':          'in   403  403  403  403  403  403  401  403  403',
  'POST /v1/agreements/{id}/property':                'in   in   in   404  404  403  403  401  in   404',
  'GET /v1/agreements/{id}/similar':                  'in   in   in   404  404  403  403  401  in   404',
  'GET /v1/property-suggestions':                     'in   in   in   in   in   403  403  401  in   in',
  'GET /v1/properties':                               'in   in   in   in   in   in   in   401  in   in',
  'PUT /v1/properties/{id}':                          '404  404  404  404  404  403  403  401  404  404',
  'DELETE /v1/properties/{id}':                       '404  403  403  403  403  403  403  401  403  403',
  'POST /v1/properties':                              'in   403  403  403  403  403  403  401  403  403',
  'GET /v1/properties/{id}':                          '404  404  404  404  404  404  404  401  404  404',
  'POST /v1/assets':                                  'in   in   in   in   in   in   in   401  in   in',
  'GET /v1/assets/{id}/content':                      'in   in   in   404  404  in   404  401  in   404',
  'GET /v1/assets/{id}/thumbnail':                    '404  404  404  404  404  404  404  401  404  404',
  'GET /v1/attachments':                              'in   in   in   404  404  in   404  401  in   404',
  'GET /v1/attachments/{id}':                         'in   in   in   404  404  in   404  401  in   404',
  'POST /v1/attachments':                             'in   in   in   404  404  403  404  401  in   404',
  'PUT /v1/attachments/{id}':                         'in   in   in   404  404  403  403  401  in   404',
  'DELETE /v1/attachments/{id}':                      'in   in   in   404  404  403  403  401  in   404',
  'GET /reports/{report}':                            'in   403  403  403  403  403  403  401  403  403',
  'GET /v1/pending-acts':                             'in   403  403  403  403  403  403  401  403  403',
  'GET /v1/pending-acts/{id}':                        '404  403  403  403  403  403  403  401  403  403',
  'POST /v1/pending-acts/{id}/confirm':               '404  403  403  403  403  403  403  401  403  403',
  'POST /v1/pending-acts/{id}/refuse':                '404  403  403  403  403  403  403  401  403  403',
  'POST /v1/pending-acts/{id}/withdraw':              '404  403  403  403  403  403  403  401  403  403',
  'GET /v1/batch-payments/owed':                      'in   403  403  403  403  403  403  401  403  403',
  'GET /v1/batch-payments':                           'in   403  403  403  403  403  403  401  403  403',
  'POST /v1/batch-payments':                          'in   403  403  403  403  403  403  401  403  403',
  'GET /v1/batch-payments/{id}':                      '404  403  403  403  403  403  403  401  403  403',
  'POST /v1/batch-payments/{id}/approve':             '404  403  403  403  403  403  403  401  403  403',
  'POST /v1/batch-payments/{id}/mark-processing':     '404  403  403  403  403  403  403  401  403  403',
  'POST /v1/batch-payments/{id}/mark-transferred':    '404  403  403  403  403  403  403  401  403  403',
  'POST /v1/batch-payments/{id}/discard':             '404  403  403  403  403  403  403  401  403  403',
  'GET /v1/batch-payments/{id}/file':                 '404  403  403  403  403  403  403  401  403  403',
  'POST /v1/bank-statements':                        'in   403  403  403  403  403  403  401  403  403',
  'GET /v1/bank-statements/sample':                  'in   403  403  403  403  403  403  401  403  403',
  'GET /v1/bank-statement-lines':                    'in   403  403  403  403  403  403  401  403  403',
  'GET /v1/bank-statement-lines/{id}/campaign':      '404  403  403  403  403  403  403  401  403  403',
  'POST /v1/bank-statement-lines/{id}/accept':       '404  403  403  403  403  403  403  401  403  403',
  'POST /v1/bank-statement-lines/{id}/payout':       '404  403  403  403  403  403  403  401  403  403',
  'POST /v1/bank-statement-lines/{id}/undo':         '404  403  403  403  403  403  403  401  403  403',
  'POST /v1/bank-statement-lines/{id}/ignore':       '404  403  403  403  403  403  403  401  403  403',
  'POST /v1/bank-statement-lines/{id}/restore':      '404  403  403  403  403  403  403  401  403  403',
  'POST /v1/agreements/{id}/pay':                     'in   in   in   404  404  in   404  401  in   404',
  'GET /v1/agreements/{id}/payment-details':          'in   in   in   404  404  in   404  401  in   404',
  'POST /v1/agreements/{id}/payment-method':          'in   in   in   404  404  in   404  401  in   404',
  'GET /v1/agreements/{id}/loan':                     'in   in   in   404  404  in   404  401  403  404',
  'GET /v1/agreements/{id}/finance-terms':            'in   in   in   404  404  in   404  401  in   404',
  'POST /v2/campaigns/{id}/send-approved-email':      'in   403  403  403  403  403  403  401  403  403',
  'POST /v2/loan/{id}/send-invoice':                  'in   in   in   404  404  403  403  401  403  404',
  'POST /v2/loan/{id}/generate-invoice':              'in   in   in   404  404  403  403  401  403  404',
  'POST /v2/loan/{id}/get-loan-invoice-contacts':     'in   in   in   404  404  403  403  401  403  404',
  'GET /loan/{id}/download-loan-invoice':             'in   in   in   404  404  in   404  401  403  404',
  'GET /loan/{id}/download-loan-agreement':           'in   403  403  403  403  in   404  401  403  403',
  'POST /v1/agreements/{id}/payout-letters':          'in   in   in   404  404  in   404  401  403  404',
  'GET /v1/agreements/{id}/payout-letters/{letterId}/pdf': '404 404 404 404 404 404 404  401  403  404',
  'GET /v1/payout-letters/{code}':                    '404  404  404  404  404  404  404  404  404  404',
  'GET /v1/calculator':                               'in   in   in   in   in   in   in   in  in   in',
  'GET /v1/calculator/estimate':                      'in   in   in   in   in   in   in   in  in   in',
  'GET /v1/agreements/{id}/payments':                 'in   in   in   404  404  in   404  401  in   404',
  'GET /v1/agreements/{id}/invoices':                 'in   in   in   404  404  in   404  401  in   404',
  'POST /v2/agreements/{id}/send-payment-receipt':    'in   in   in   404  404  in   404  401  in   404',
  'GET /v2/agreements/{id}/payment-confirmation':     'in   in   in   404  404  in   404  401  in   404',
  'GET /v1/invoices/{id}/pdf':                        '404  404  404  404  404  404  404  401  404  404',
  'GET /v1/agreements/{id}/money':                    'in   in   in   404  404  in   404  401  in   404',
  'POST /v1/agreements/{id}/money-change/preview':    'in   403  403  403  403  403  403  401  403  403',
  'POST /v1/agreements/{id}/money-change':            'in   403  403  403  403  403  403  401  403  403',
  'GET /v1/agreements/{id}/kept-funds':               'in   403  403  403  403  403  403  401  403  403',
  'POST /v1/agreements/{id}/record-transfer':         'in   403  403  403  403  403  403  401  403  403',
  'GET /v1/agreements/{id}/held-money':               'in   403  403  403  403  403  403  401  403  403',
  'POST /v1/agreements/{id}/return-held-money':       'in   403  403  403  403  403  403  401  403  403',
  'POST /v1/payments/{id}/void':                      '404  403  403  403  403  403  403  401  403  403',
  'POST /v1/invoices/{id}/void':                      '404  403  403  403  403  403  403  401  403  403',
  'POST /v1/card-gateway/events':                     'in   in   in   in   in   in   in   in  in   in',
  'GET /v1/list-views':                               'none none list none none 403  403  401  none none',
  'PUT /v1/list-views':                               'in   in   in   in   in   403  403  401  in   in',
  'DELETE /v1/list-views/{id}':                       '404  404  in   404  404  403  403  401  404  404',
  'GET /v1/sandbox/messages':                         'in   in   in   in   in   in   in   in  in   in',
  'GET /v1/sandbox/messages/{id}/attachment':          '404  404  404  404  404  404  404  404  404  404',
  'GET /v1/sandbox/identity/{entityId}':              '404  404  404  404  404  404  404  404  404  404',
  'POST /v1/sandbox/identity/{entityId}':             '404  404  404  404  404  404  404  404  404  404',
  'GET /v1/sandbox/clock':                            'in   in   in   in   in   in   in   in  in   in',
  'POST /v1/sandbox/clock':                           'in   in   in   in   in   in   in   in  in   in',
};

// biome-ignore format: a table
const bodies: Record<string, (target: Target) => unknown> = {
  'POST /v1/session/exchange': () => ({ accessToken: 'x'.repeat(43), refreshToken: 'x'.repeat(43) }),
  'POST /v1/session/resume':   () => ({ userId: 1 }),
  'POST /v1/session/refresh':  () => ({ refreshToken: 'x'.repeat(43) }),
  'POST /v1/reset-password':   () => ({ logonIdentifier: 'nobody@example.com' }),
  'POST /v1/agreements':       (target) => ({ campaignBudget: 1000, campaignPlannedStartDate: '2026-12-01', campaignBudgetFundsPurpose: 'marketing', tenant: { href: `/v1/tenants/${target.tenantId}` } }),
  'PUT /v1/agreements/{id}':   () => ({ actionSuggested: true }),
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
  'POST /v1/agreements/{id}/sign': (target) => ({ termsVersion: 'pl-au-2', signatoryId: target.payerId }),
  'POST /v1/tenants/{tenantId}/users': () => ({ user: { href: '/v1/users/999999' } }),
  'POST /v1/user-invitations': (target) => ({ tenant: { href: `/v1/tenants/${target.tenantId}` }, firstName: 'New', surname: 'Member', emailAddress: `member${target.payerId}@example.com` }),
  'POST /v1/invite-team-members': (target) => ({ tenant: { href: `/v1/tenants/${target.tenantId}` }, invitations: [{ firstName: 'New', surname: 'Member', emailAddress: `team${target.payerId}@example.com` }] }),
  'POST /v1/resend-user-invitation': (target) => ({ userInvitationId: target.invitationId }),
  'POST /v1/contact-details': (target) => ({ type: 'postal', user: { href: `/v1/users/${target.agentId}` } }),
  'POST /v1/attachments': (target) => ({ agreement: { href: `/v1/agreements/${target.agreementId}` }, asset: { href: `/v1/assets/${target.assetId}` }, purpose: 'marketing-vendor' }),
  'POST /v1/agreements/{id}/property': () => ({ address: '12 Wattle St', city: 'Yass', state: 'NSW', postalCode: '2582' }),
  'PUT /v1/tenants/{tenantId}/sign-in-rules': () => ({ requiresSecondFactor: true }),
  'POST /v1/pending-acts/{id}/refuse': () => ({ note: 'Not asked for' }),
  'POST /v1/batch-payments/{id}/discard': () => ({ reason: 'Not needed' }),
  'POST /v1/bank-statements': () => ({ fileName: 'statement.csv', text: 'Date,Amount,Description\n01/11/2026,1.00,Money' }),
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
  'POST /v1/agreements/{id}/return-held-money': () => ({ amount: 10, description: 'Bank reference 1' }),
  'POST /v1/agreements/{id}/record-transfer': () => ({ date: '2026-11-01', description: 'Bank reference 2' }),
  'POST /v1/agreements/{id}/payout-letters': () => ({ date: '2026-12-01' }),
  'POST /v1/payments/{id}/void': () => ({ reason: 'Paid twice' }),
  'POST /v1/invoices/{id}/void': () => ({ reason: 'Raised twice' }),
  'POST /v1/tenants/register-agency': () => ({ name: 'By its reference', reaAdvertiserRef: 'XABCDE' }),
  'POST /v1/tenants/{tenantId}/webhooks': () => ({ url: 'http://127.0.0.1:9/kerb', events: ['campaign_create'] }),
  'PUT /v1/list-views': () => ({ list: 'all-campaigns', name: 'Mine', search: 'status=draft' }),
  'POST /v1/sandbox/clock':    () => ({ offsetDays: 0 }),
  'POST /v1/sandbox/identity/{entityId}': () => ({ outcome: 'pass' }),
};

let stage: Stage;
let fixture: Awaited<ReturnType<typeof accessFixture>>;
beforeAll(async () => {
  stage = await startStage();
  fixture = await accessFixture(stage, buildersFor(stage));
});

const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** A list answers everyone; what matters is whether it contains the record. */
function listed(endpoint: Endpoint, answer: { items?: { id: number }[] }, target: Target): string {
  const { agreementId, tenantId, viewId } = target;
  const wanted = { '/v1/agreements': agreementId, '/v1/tenants': tenantId, '/v1/list-views': viewId }[
    endpoint.path as string
  ];
  if (endpoint.method !== 'GET' || wanted === undefined) return 'in';
  return answer.items?.some((item) => item.id === wanted) ? 'list' : 'none';
}

async function outcomeFor(endpoint: Endpoint, who: Who): Promise<string> {
  const target = await fixture.aTarget(who);
  const body = bodies[keyOf(endpoint)]?.(target) ?? (endpoint.body ? {} : undefined);
  const answer = await stage.as(target.userIds[who])(
    endpoint.method,
    addressOf(endpoint, target),
    body,
    keyFor(endpoint),
  );
  expect(answer.statusCode, `${who}: ${answer.body}`).toBeLessThan(500);
  if ([401, 403, 404].includes(answer.statusCode)) return String(answer.statusCode);
  if (answer.statusCode >= 400) expect(answer.headers['content-type']).toContain('application/problem+json');
  return answer.statusCode < 300 ? listed(endpoint, answer.body ? safeJson(answer.body) : {}, target) : 'in';
}

function safeJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

describe('every endpoint, called by everyone', () => {
  it('has exactly one row in the table', () => {
    expect(stage.app.endpoints.map(keyOf).sort()).toEqual(Object.keys(expected).sort());
  });

  it.each(Object.entries(expected))('%s answers each person as in the table', async (key, row) => {
    const endpoint = stage.app.endpoints.find((candidate) => keyOf(candidate) === key);
    if (!endpoint) throw new Error(`${key} is not mounted`);
    const outcomes: string[] = [];
    for (const who of people) outcomes.push(await outcomeFor(endpoint, who));
    expect(outcomes.join(' ')).toBe(row.split(/\s+/).join(' '));
  });
});
