import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { Endpoint } from '@kerb/domain/wire/endpoint.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor } from './builders.ts';
import { accessFixture, addressOf, keyFor, type Target } from './endpoint-access.ts';
import { keyOf, mayHaveChanged } from './endpoint-outcomes.ts';
import { fileAsset, storeFile } from './file-document.ts';
import { type Stage, startStage } from './harness.ts';
import { bodies } from './link-access-bodies.ts';

/**
 * Calls every endpoint with the sign-in of a Payment URL: a locked one, one in which a code was entered, and one that a
 * team member opened. The expected answers are written by hand. A mounted endpoint without a row fails.
 *
 * in: allowed · code: enter a code first · team: not for the team member who opened the link
 * 403: not for a payer · 404: as if it did not exist · 401: not a sign-in
 */
// biome-ignore format: a table
const expected: Record<string, string> = {
  //                                                            locked unlocked team
  'GET /v1/session':                                             'in   in   in',
  'POST /v1/session/exchange':                                   '401  401  401',
  'POST /v1/session/refresh':                                    '401  401  401',
  'POST /v1/session/resume':                                     '401  401  401',
  'POST /v1/session/prove/begin':                                'in   in   team',
  'POST /v1/session/prove':                                      '403  403  team',
  'POST /v1/reset-password':                                     'in   in   in',
  'GET /v1/agreements':                                          'in   in   in',
  'GET /v1/agreements/volumes':                                  '403  403  403',
  'POST /v1/agreements':                                         '403  403  403',
  'GET /v1/agreements/{id}':                                     'in   in   in',
  'GET /v1/agreements/events':                                   '403  403  403',
  'GET /v1/agreements/{id}/events':                              'in   in   in',
  'GET /v1/agreements/{id}/comments':                            '403  403  403',
  'POST /v1/agreements/{id}/comments':                           '403  403  403',
  'DELETE /v1/agreements/{id}/comments/{commentId}':             '403  403  403',
  'GET /v1/agreements/{id}/history':                             'in   in   in',
  'GET /v1/agreements/{id}/comment-people':                      '403  403  403',
  'PUT /v1/agreements/{id}':                                     '403  403  403',
  'POST /v1/agreements/{id}/consent':                            'in   in   team',
  'POST /v1/bulk/remind':                                        '403  403  403',
  'POST /v1/bulk/assign':                                        '403  403  403',
  'POST /v1/bulk/flag':                                          '403  403  403',
  'POST /v1/agreements/{id}/set-status':                         'code in   team',
  'GET /v2/campaigns/{id}':                                      'in   in   in',
  'GET /v2/campaigns/{id}/vendors':                              'in   in   in',
  'POST /v2/campaigns/{id}/vendors':                             '403  403  403',
  'DELETE /v2/campaigns/{id}/vendors/{vendorId}':                '403  403  403',
  'POST /v2/campaigns/{id}/vendors/{vendorId}/send-campaign':    '403  403  403',
  'POST /v2/campaigns/{id}/vendors/{vendorId}/payment-url':      '403  403  403',
  'POST /v2/campaigns/{id}/nudge-payers':                        '403  403  403',
  'POST /v2/campaigns/{id}/preview-messages':                    '403  403  403',
  'POST /v2/campaigns/{id}/send-campaign':                       '403  403  403',
  'GET /v1/signatories':                                         'in   in   in',
  'GET /v1/signatories/{id}':                                    'in   in   in',
  'POST /v1/signatories':                                        '403  403  403',
  'PUT /v1/signatories/{id}':                                    'in   in   in',
  'DELETE /v1/signatories/{id}':                                 '403  403  403',
  'POST /v1/signatories/{id}/verify-contact':                    'in   in   team',
  'POST /v1/signatories/{id}/unlock':                            'in   in   team',
  'POST /v1/signatories/{id}/send-agreement':                    '403  403  403',
  'POST /v1/signatories/{id}/request-signature':                 'in   in   team',
  'POST /v1/agreements/{id}/sign':                               'in   in   team',
  'GET /v1/agreements/{id}/flow':                                'in   in   in',
  'GET /v1/agreements/{id}/checkout':                            'in   in   in',
  'PUT /v1/agreements/{id}/flow':                                'in   in   team',
  'POST /v1/agreements/{id}/submit-application':                 'in   in   team',
  'POST /v2/frankie-one/create-profile':                         '403  403  403',
  'POST /v2/frankie-one/run-check':                              '403  403  403',
  'POST /v2/frankie-one/send-sms':                               '403  403  403',
  'GET /v1/signatories/{id}/evidence':                           'code 404  team',
  'GET /v1/schemas/signature-evidence-1':                        'in   in   in',
  'GET /v1/verify':                                              'in   in   in',
  'GET /v1/agreements/{id}/finance-options':                     'in   in   in',
  'POST /v1/agreements/{id}/finance-options':                    '403  403  403',
  'PUT /v1/agreements/{id}/finance-options/{optionCode}':        '403  403  403',
  'DELETE /v1/agreements/{id}/finance-options/{optionCode}':     '403  403  403',
  'POST /v1/agreements/{id}/quote':                              '403  403  403',
  'GET /v1/agreements/{id}/costs':                               'in   in   in',
  'POST /v1/agreements/{id}/choose-option':                      'in   in   in',
  'GET /v1/tenants/{tenantId}/finance-options':                  '403  403  403',
  'PUT /v1/tenants/{tenantId}/finance-options/{optionCode}':     '403  403  403',
  'GET /v1/dashboard/agency/filter':                             '403  403  403',
  'GET /v1/dashboard/agency/funded':                             '403  403  403',
  'GET /v1/dashboard/agency/team':                               '403  403  403',
  'GET /v1/needs':                                               '403  403  403',
  'GET /v1/needs/{need}':                                        '403  403  403',
  'GET /v1/search':                                              '403  403  403',
  'GET /v1/log-entries':                                         '403  403  403',
  'GET /v1/log-entries/{id}':                                    '403  403  403',
  'GET /v1/security-events':                                     '403  403  403',
  'GET /v1/security-events/summary':                             '403  403  403',
  'GET /v1/security-events/export':                              '403  403  403',
  'GET /v1/system':                                             '403  403  403',
  'GET /v1/undelivered-messages':                               '403  403  403',
  'GET /v1/undelivered-messages/{id}':                          '403  403  403',
  'POST /v1/undelivered-messages/send-again':                   '403  403  403',
  'POST /v1/undelivered-messages/release':                      '403  403  403',
  'POST /v1/undelivered-messages/discard':                      '403  403  403',
  'GET /v1/log-chain':                                          '403  403  403',
  'GET /v1/jobs':                                               '403  403  403',
  'POST /v1/jobs/run':                                          '403  403  403',
  'POST /v1/job-failures/dismiss':                              '403  403  403',
  'GET /v1/tenants':                                             '403  403  403',
  'GET /v1/tenants/{tenantId}':                                  '403  403  403',
  'POST /v1/tenants':                                            '403  403  403',
  'POST /v1/tenants/register-agency':                            '403  403  403',
  'GET /v1/tenants/{tenantId}/settings':                         '403  403  403',
  'PUT /v1/tenants/{tenantId}/settings':                         '403  403  403',
  'POST /v1/tenants/{tenantId}/settings/apply':                  '403  403  403',
  'POST /v1/tenants/{tenantId}/settings/reject':                 '403  403  403',
  'GET /v1/tenants/{tenantId}/service-identities':               '403  403  403',
  'POST /v1/tenants/{tenantId}/service-identities':              '403  403  403',
  'GET /v1/service-identities/{identityId}':                     '403  403  403',
  'PUT /v1/service-identities/{identityId}':                     '403  403  403',
  'DELETE /v1/service-identities/{identityId}':                  '403  403  403',
  'POST /v1/service-identities/{identityId}/credentials':        '403  403  403',
  'DELETE /v1/service-credentials/{credentialId}':               '403  403  403',
  'GET /v1/events':                                              '403  403  403',
  'GET /v1/tenants/{tenantId}/embedding':                       '403  403  403',
  'PUT /v1/tenants/{tenantId}/embedding':                       '403  403  403',
  'POST /v1/tenants/{tenantId}/embedding/key':                  '403  403  403',
  'GET /v1/agreements/{id}/pay-button':                         '403  403  403',
  'POST /v1/agreements/{id}/pay-button':                        '403  403  403',
  'DELETE /v1/agreements/{id}/pay-button':                      '403  403  403',
  'GET /v1/tenants/{tenantId}/webhooks':                         '403  403  403',
  'POST /v1/tenants/{tenantId}/webhooks':                        '403  403  403',
  'GET /v1/webhooks/{webhookId}':                                '403  403  403',
  'PUT /v1/webhooks/{webhookId}':                                '403  403  403',
  'DELETE /v1/webhooks/{webhookId}':                             '403  403  403',
  'POST /v1/webhooks/{webhookId}/rotate-secret':                 '403  403  403',
  'POST /v1/webhooks/{webhookId}/test':                          '403  403  403',
  'GET /v1/webhooks/{webhookId}/deliveries':                     '403  403  403',
  'POST /v1/webhooks/{webhookId}/replay':                        '403  403  403',
  'POST /v1/webhook-deliveries/{deliveryId}/resend':             '403  403  403',
  'GET /v1/tenants/{tenantId}/logo':                             '403  403  403',
  'DELETE /v1/tenants/{tenantId}':                               '403  403  403',
  'GET /v1/tenants/{tenantId}/users':                            '403  403  403',
  'POST /v1/tenants/{tenantId}/users':                           '403  403  403',
  'PUT /v1/tenants/{tenantId}/users/{userId}':                   '403  403  403',
  'DELETE /v1/tenants/{tenantId}/users/{userId}':                '403  403  403',
  'GET /v1/users/{id}/tenants':                                  '403  403  403',
  'GET /v1/user-invitations':                                    '403  403  403',
  'GET /v1/user-invitations/{id}':                               '403  403  403',
  'GET /v1/user-invitations/{id}/picture':                       '403  403  403',
  'POST /v1/user-invitations':                                   '403  403  403',
  'POST /v1/invite-team-members':                                '403  403  403',
  'PUT /v1/user-invitations/{id}':                               '403  403  403',
  'DELETE /v1/user-invitations/{id}':                            '403  403  403',
  'POST /v1/resend-user-invitation':                             '403  403  403',
  'GET /v1/account':                                             '403  403  403',
  'PUT /v1/account':                                             '403  403  team',
  'POST /v1/account/verify-mobile':                              '403  403  team',
  'POST /v1/account/change-password':                            '403  403  team',
  'GET /v1/account/sign-ins':                                    '403  403  403',
  'DELETE /v1/account/sign-ins/{id}':                            '403  403  team',
  'PUT /v1/account/notices/{tenantId}':                          '403  403  team',
  'GET /v1/account/data':                                      '403  403  403',
  'GET /v1/account/closing':                                   '403  403  403',
  'POST /v1/account/close':                                    '403  403  team',
  'POST /v1/account/keep':                                     '403  403  team',
  'GET /v1/signatories/{id}/data':                             'code in   team',
  'GET /v1/signatories/{id}/erasure':                          '403  403  403',
  'POST /v1/signatories/{id}/erase':                           '403  403  403',
  'GET /v1/due-erasures':                                      '403  403  403',
  'POST /v1/due-erasures':                                     '403  403  403',
  'GET /v1/rates':                                               '403  403  403',
  'GET /v1/message-templates':                                  '403  403  403',
  'GET /v1/message-templates/{kind}/versions':                  '403  403  403',
  'POST /v1/message-templates/{kind}':                          '403  403  403',
  'POST /v1/message-templates/{kind}/restore':                  '403  403  403',
  'POST /v1/rates/preview':                                      '403  403  403',
  'POST /v1/rates':                                              '403  403  403',
  'POST /v1/rates/{id}/withdraw':                                '403  403  403',
  'GET /v1/pending-acts':                                        '403  403  403',
  'GET /v1/pending-acts/{id}':                                   '403  403  403',
  'POST /v1/pending-acts/{id}/confirm':                          '403  403  403',
  'POST /v1/pending-acts/{id}/refuse':                           '403  403  403',
  'POST /v1/pending-acts/{id}/withdraw':                         '403  403  403',
  'GET /v1/tenants/{tenantId}/sign-in-rules':                    '403  403  403',
  'PUT /v1/tenants/{tenantId}/sign-in-rules':                    '403  403  403',
  'GET /v1/tenants/{tenantId}/login-provider': '403  403  403',
  'PUT /v1/tenants/{tenantId}/login-provider': '403  403  403',
  'DELETE /v1/tenants/{tenantId}/login-provider': '403  403  403',
  'PUT /v1/tenants/{tenantId}/login-provider/required': '403  403  403',
  'PUT /v1/tenants/{tenantId}/login-provider/confirmation': '403  403  403',
  'POST /v1/tenants/{tenantId}/login-domains': '403  403  403',
  'PUT /v1/tenants/{tenantId}/login-domains/{domainId}/record': '403  403  403',
  'PUT /v1/tenants/{tenantId}/login-domains/{domainId}/mail': '403  403  403',
  'PUT /v1/tenants/{tenantId}/login-domains/{domainId}/code': '403  403  403',
  'DELETE /v1/tenants/{tenantId}/login-domains/{domainId}': '403  403  403',
  'GET /v1/tenants/{tenantId}/provisioning-tokens': '403  403  403',
  'POST /v1/tenants/{tenantId}/provisioning-tokens': '403  403  403',
  'DELETE /v1/tenants/{tenantId}/provisioning-tokens/{provisioningTokenId}': '403  403  403',
  'POST /v1/tenants/{tenantId}/settings/stop-bank-change':       '403  403  403',
  'POST /v1/users/{id}/end-sign-ins':                            '403  403  403',
  'POST /v1/account/dismissed-banners':                          '403  403  team',
  'POST /v1/account/second-factor/begin':                        '403  403  team',
  'POST /v1/account/second-factor/confirm':                      '403  403  team',
  'POST /v1/account/second-factor/recovery-codes':               '403  403  team',
  'POST /v1/account/second-factor/turn-off':                     '403  403  team',
  'GET /v1/account/calendar-link':                               '403  403  403',
  'POST /v1/account/calendar-link':                              '403  403  403',
  'DELETE /v1/account/calendar-link':                            '403  403  403',
  'GET /v1/calendar.ics':                                        '404  404  404',
  'GET /v1/account/passkeys':                                    '403  403  403',
  'POST /v1/account/passkeys/begin':                             '403  403  team',
  'POST /v1/account/passkeys':                                   '403  403  team',
  'PUT /v1/account/passkeys/{id}':                               '403  403  team',
  'DELETE /v1/account/passkeys/{id}':                            '403  403  team',
  'POST /v1/account/passkeys/recovery-codes':                    '403  403  team',
  'GET /v1/contact-details':                                     'in   in   in',
  'GET /v1/contact-details/{id}':                                '404  404  404',
  'POST /v1/contact-details':                                    '404  404  team',
  'PUT /v1/contact-details/{id}':                                '404  404  team',
  'GET /v1/credentials':                                         'in   in   in',
  'GET /v1/credentials/{id}':                                    '404  404  404',
  'GET /v1/time-zones':                                          '403  403  403',
  'GET /v1/users':                                               '403  403  403',
  'GET /v1/users/{id}':                                          '403  403  403',
  'GET /v1/users/{id}/picture':                                  '404  404  404',
  'POST /v1/users':                                              '403  403  403',
  'PUT /v1/users/{id}':                                          '403  403  403',
  'POST /v1/users/{id}/reset-second-factor':                     '403  403  403',
  'GET /v1/agreements/{id}/property-photo':                      '404  404  404',
  'PUT /v1/agreements/{id}/property-photo':                      '403  403  403',
  'DELETE /v1/agreements/{id}/property-photo':                   '403  403  403',
  'GET /v1/agreements/{id}/branding':                            'in   in   in',
  'GET /v1/agreements/{id}/logo':                                '404  404  404',
  'GET /v1/agreements/{id}/agent-picture':                       '404  404  404',
  'POST /v1/agreements/{id}/property':                           '403  403  403',
  'GET /v1/agreements/{id}/similar':                             '403  403  403',
  'GET /v1/property-suggestions':                                '403  403  403',
  'GET /v1/properties':                                          'in   in   in',
  'PUT /v1/properties/{id}':                                     '403  403  403',
  'DELETE /v1/properties/{id}':                                  '403  403  403',
  'POST /v1/properties':                                         '403  403  403',
  'GET /v1/properties/{id}':                                     '404  404  404',
  'POST /v1/assets':                                             'in   in   in',
  'GET /v1/assets/{id}/content':                                 'code in   code',
  'GET /v1/assets/{id}/thumbnail':                               'code in   code',
  'GET /v1/attachments':                                         'in   in   in',
  'GET /v1/attachments/{id}':                                    'in   in   in',
  // Allowed, and answered with 400 at the field, because the file in this test is not the payer's own.
  'POST /v1/attachments':                                        'in   in   in',
  'PUT /v1/attachments/{id}':                                    '403  403  403',
  'DELETE /v1/attachments/{id}':                                 '403  403  403',
  'GET /v1/books/trial-balance':                                '403  403  403',
  'GET /v1/books/journal':                                      '403  403  403',
  'GET /v1/books/accounts/{account}':                           '403  403  403',
  'GET /v1/books/held':                                         '403  403  403',
  'GET /v1/books/owed':                                         '403  403  403',
  'GET /v1/books/gst':                                          '403  403  403',
  'GET /v1/books/gst/postings':                                 '403  403  403',
  'GET /v1/books/periods':                                      '403  403  403',
  'POST /v1/books/periods':                                     '403  403  403',
  'POST /v1/books/periods/{id}/reopen':                         '403  403  403',
  'GET /v1/books/account-codes':                                '403  403  403',
  'PUT /v1/books/account-codes':                                '403  403  403',
  'POST /v1/books/periods/{id}/exports':                        '403  403  403',
  'GET /v1/books/periods/{id}/exports/{system}':                '403  403  403',
  'GET /v1/books/bank-accounts':                                '403  403  403',
  'POST /v1/books/movements':                                   '403  403  403',
  'POST /v1/books/movements/{id}/undo':                         '403  403  403',
  'GET /v1/books/{table}/csv':                                  '403  403  403',
  'GET /v1/books/{table}/pdf':                                  '403  403  403',
  'GET /reports/{report}':                                       '403  403  403',
  'GET /v1/batch-payments/owed':                                 '403  403  403',
  'GET /v1/batch-payments':                                      '403  403  403',
  'POST /v1/batch-payments':                                     '403  403  403',
  'GET /v1/batch-payments/{id}':                                 '403  403  403',
  'POST /v1/batch-payments/{id}/approve':                        '403  403  403',
  'POST /v1/batch-payments/{id}/mark-processing':                '403  403  403',
  'POST /v1/batch-payments/{id}/mark-transferred':               '403  403  403',
  'POST /v1/batch-payments/{id}/discard':                        '403  403  403',
  'POST /v1/batch-payments/{id}/bounce':                         '403  403  403',
  'GET /v1/batch-payments/{id}/file':                            '403  403  403',
  'POST /v1/bank-statements':                                    '403  403  403',
  'GET /v1/bank-statements/sample':                              '403  403  403',
  'GET /v1/figures':                                             '403  403  403',
  'GET /v1/loan-book':                                           '403  403  403',
  'GET /v1/loan-book/csv':                                       '403  403  403',
  'GET /v1/bank-statement-lines':                                '403  403  403',
  'GET /v1/bank-statement-lines/{id}/campaign':                  '403  403  403',
  'POST /v1/bank-statement-lines/{id}/another':                  '403  403  403',
  'POST /v1/bank-statement-lines/{id}/accept':                   '403  403  403',
  'POST /v1/bank-statement-lines/{id}/payout':                   '403  403  403',
  'POST /v1/bank-statement-lines/{id}/transfer':                 '403  403  403',
  'POST /v1/bank-statement-lines/{id}/bounce':                   '403  403  403',
  'POST /v1/bank-statement-lines/{id}/movement':                 '403  403  403',
  'POST /v1/bank-statement-lines/{id}/undo':                     '403  403  403',
  'POST /v1/bank-statement-lines/{id}/ignore':                   '403  403  403',
  'POST /v1/bank-statement-lines/{id}/restore':                  '403  403  403',
  'POST /v1/agreements/{id}/pay':                                'in   in   team',
  'GET /v1/agreements/{id}/payment-details':                     'in   in   in',
  'POST /v1/agreements/{id}/payment-method':                     'in   in   team',
  'GET /v1/agreements/{id}/loan':                                'in   in   in',
  'GET /v1/agreements/{id}/finance-terms':                       'in   in   in',
  'POST /v2/campaigns/{id}/send-approved-email':                 '403  403  403',
  'POST /v2/loan/{id}/send-invoice':                             '403  403  403',
  'POST /v2/loan/{id}/generate-invoice':                         '403  403  403',
  'POST /v2/loan/{id}/get-loan-invoice-contacts':                '403  403  403',
  'GET /loan/{id}/download-loan-invoice':                        'in   in   in',
  'GET /loan/{id}/download-loan-agreement':                      'in   in   in',
  'POST /v1/agreements/{id}/payout-letters':                     'in   in   in',
  'GET /v1/agreements/{id}/payout-letters/{letterId}/pdf':       '404  404  404',
  'GET /v1/payout-letters/{code}':                               '404  404  404',
  'GET /v1/calculator':                                          'in   in   in',
  'GET /v1/calculator/estimate':                                 'in   in   in',
  'GET /v1/agreements/{id}/payments':                            'in   in   in',
  'GET /v1/invoices':                                            '404  404  404',
  'GET /v1/payments':                                            '404  404  404',
  'GET /v1/exports/invoices':                                    '403  403  403',
  'GET /v1/exports/payments':                                    '403  403  403',
  'GET /v1/remittances':                                         '403  403  403',
  'GET /v1/exports/remittances':                                 '403  403  403',
  'GET /v1/exports/remittances/pdf':                             '403  403  403',
  'GET /v1/agreements/{id}/invoices':                            'in   in   in',
  'POST /v2/agreements/{id}/send-payment-receipt':               'in   in   team',
  'GET /v2/agreements/{id}/payment-confirmation':                'in   in   in',
  'GET /v1/invoices/{id}/pdf':                                   '404  404  404',
  'GET /v1/agreements/{id}/money':                               'in   in   in',
  'POST /v1/agreements/{id}/money-change/preview':               '403  403  403',
  'POST /v1/agreements/{id}/money-change':                       '403  403  403',
  'GET /v1/agreements/{id}/kept-funds':                          '403  403  403',
  'POST /v1/agreements/{id}/record-transfer':                    '403  403  403',
  'GET /v1/agreements/{id}/held-money':                          '403  403  403',
  'POST /v1/agreements/{id}/return-held-money':                  '403  403  403',
  'GET /v1/agreements/{id}/loan-account':                        'in   in   in',
  'GET /v1/agreements/{id}/loan-statement':                      'in   in   in',
  'GET /v1/agreements/{id}/loan-statement/pdf':                  'in   in   in',
  'POST /v1/agreements/{id}/repayments':                         '403  403  403',
  'POST /v1/agreements/{id}/write-off-rest':                     '403  403  403',
  'POST /v1/agreements/{id}/write-off':                          '403  403  403',
  'POST /v1/agreements/{id}/write-off/reverse':                  '403  403  403',
  'GET /v1/agreements/{id}/loan-requests':                       'in   in   in',
  'POST /v1/agreements/{id}/loan-requests':                      'in   in   team',
  'POST /v1/agreements/{id}/loan-requests/{requestId}/answer':   '403  403  403',
  'POST /v1/agreements/{id}/loan-requests/{requestId}/request-code': '404  404  team',
  'POST /v1/agreements/{id}/loan-requests/{requestId}/sign':     '404  404  team',
  'GET /v1/agreements/{id}/loan-requests/{requestId}/pdf':       '404  404  404',
  'POST /v1/payments/{id}/refund':                               '403  403  403',
  'POST /v1/payments/{id}/void':                                 '403  403  403',
  'POST /v1/invoices/{id}/void':                                 '403  403  403',
  'POST /v1/message-receipts':                                   'in   in   in',
  'POST /v1/card-gateway/events':                                'in   in   in',
  'GET /v1/notifications':                                       '403  403  403',
  'GET /v1/notifications/events':                                '403  403  403',
  'PUT /v1/notifications/{id}':                                  '403  403  403',
  'POST /v1/notifications/mark-read':                            '403  403  403',
  'GET /v1/notification-settings':                               '403  403  403',
  'PUT /v1/notification-settings':                               '403  403  403',
  'GET /v1/list-views':                                          '403  403  403',
  'PUT /v1/list-views':                                          '403  403  403',
  'GET /v1/tenants/{tenantId}/shared-views':                     '403  403  403',
  'PUT /v1/tenants/{tenantId}/shared-views':                     '403  403  403',
  'DELETE /v1/tenants/{tenantId}/shared-views/{viewId}':         '403  403  403',
  'POST /v1/tenants/{tenantId}/team-imports/check':             '403  403  403',
  'POST /v1/tenants/{tenantId}/team-imports':                   '403  403  403',
  'GET /v1/tenants/{tenantId}/team-imports':                    '403  403  403',
  'GET /v1/tenants/{tenantId}/team-imports/{importId}':         '403  403  403',
  'POST /v1/tenants/{tenantId}/team-imports/{importId}/undo':   '403  403  403',
  'POST /v1/tenants/{tenantId}/campaign-imports/check':         '403  403  403',
  'POST /v1/tenants/{tenantId}/campaign-imports':               '403  403  403',
  'GET /v1/tenants/{tenantId}/campaign-imports':                '403  403  403',
  'GET /v1/tenants/{tenantId}/campaign-imports/{importId}':     '403  403  403',
  'POST /v1/tenants/{tenantId}/campaign-imports/{importId}/undo': '403  403  403',
  'DELETE /v1/list-views/{id}':                                  '403  403  403',
  'GET /v1/sandbox/messages':                                    'in   in   in',
  'GET /v1/sandbox/messages/{id}/attachment':                    '404  404  404',
  'GET /v1/sandbox/identity/{entityId}':                         '404  404  404',
  'POST /v1/sandbox/identity/{entityId}':                        '404  404  404',
  'GET /v1/sandbox/clock':                                       'in   in   in',
  'POST /v1/sandbox/clock':                                      'in   in   in',
};

const details = {
  dateOfBirth: '1958-04-02',
  residentialAddress: '17 Secret Lane',
  city: 'Yass',
  state: 'NSW',
  postalCode: '2582',
  employmentType: 'retired',
};
const account = { firstName: 'Dr Hyacinth', surname: 'Accountholder' };
const fileName = 'passport-N1234567.png';
/** What a locked sign-in must never be answered. */
const sealed = [details.dateOfBirth, details.residentialAddress, fileName];

const columns = ['locked', 'unlocked', 'team'] as const;
type Column = (typeof columns)[number];
type Opened = { target: Target; token: string };

let stage: Stage;
let fixture: Awaited<ReturnType<typeof accessFixture>>;
let adminId: number;
beforeAll(async () => {
  stage = await startStage();
  const build = buildersFor(stage);
  fixture = await accessFixture(stage, build);
  adminId = (await build.aPerson('admin')).userId;
});

/** A campaign whose payer has stored details, an identity document, and an account with another name. */
async function aLink(column: Column): Promise<Opened> {
  const { db } = stage;
  const made = await fixture.aTarget('payer');
  const { agreementId, payerId, tenantId } = made;
  const userId = made.userIds.payer!;
  await db
    .updateTable('agreements')
    .set({ status: statusRank('waiting-invite') })
    .where('id', '=', agreementId)
    .execute();
  await db.updateTable('users').set(account).where('id', '=', userId).execute();
  const saved = await stage.as(adminId)('PUT', `/v1/signatories/${payerId}`, details);
  expect(saved.statusCode, saved.body).toBe(200);
  const assetId = await storeFile(stage, tenantId);
  await db.updateTable('assets').set({ fileName, contentType: 'image/png' }).where('id', '=', assetId).execute();
  const filed = { agreementId, assetId, purpose: 'vendor-id', signatoryId: payerId } as const;
  const attachmentId = await fileAsset(stage, filed);
  const token = await stage.accessTokenFor(userId, { agreementId, signatoryId: payerId });
  await db
    .updateTable('signIns')
    .set({
      unlockedDate: column === 'unlocked' ? realNow() : null,
      openedByUserId: column === 'team' ? made.agentId : null,
    })
    .where('signatoryId', '=', payerId)
    .execute();
  return { target: { ...made, assetId, attachmentId }, token };
}

const opened = new Map<Column, Opened>();

async function outcomeOf(endpoint: Endpoint, column: Column): Promise<string> {
  const { target, token } = opened.get(column) ?? (await aLink(column));
  opened.set(column, { target, token });
  const body = bodies[keyOf(endpoint)]?.(target) ?? (endpoint.body ? {} : undefined);
  const answer = await stage.app.inject({
    method: endpoint.method,
    url: addressOf(endpoint, target),
    headers: { authorization: `Bearer ${token}`, ...keyFor(endpoint) },
    ...(body !== undefined && { payload: body as object }),
  });
  const { statusCode } = answer;
  expect(statusCode, answer.body).toBeLessThan(500 + Number(endpoint.file !== undefined));
  expect(answer.body, `${column} ${keyOf(endpoint)}`).not.toContain(account.surname);
  expect(answer.body, `${column} ${keyOf(endpoint)}`).not.toContain(`/v1/users/${target.userIds.payer}"`);
  if (column !== 'unlocked') {
    for (const secret of sealed) expect(answer.body, `${column} ${keyOf(endpoint)}`).not.toContain(secret);
  }
  // What a call may have changed is made again for the next one.
  if (mayHaveChanged(endpoint, answer)) opened.delete(column);
  if (statusCode !== 403) return [401, 404].includes(statusCode) ? String(statusCode) : 'in';
  return { '/problems/locked': 'code', '/problems/opened-by-team': 'team' }[answer.json().type as string] ?? '403';
}

describe('every endpoint, called with the sign-in of a Payment URL', () => {
  it('has exactly one row in the table', () => {
    expect(stage.app.endpoints.map(keyOf).sort()).toEqual(Object.keys(expected).sort());
  });

  it.each(Object.entries(expected))('%s answers each sign-in as in the table', async (key, row) => {
    const endpoint = stage.app.endpoints.find((candidate) => keyOf(candidate) === key);
    if (!endpoint) throw new Error(`${key} is not mounted`);
    const outcomes: string[] = [];
    for (const column of columns) outcomes.push(await outcomeOf(endpoint, column));
    expect(outcomes.join(' ')).toBe(row.split(/\s+/).join(' '));
  });
});
