import { shared } from '@kerb/server/platform/http/openapi/shared-words.ts';

/** What each operation of the public document does beside its summary, by operationId. */
export const operationWords: Record<string, string> = {
  session_read: 'Use it to check a token: the answer says for which organisation the program acts.',
  campaigns_list:
    'Pages of at most 500 campaigns. All filters must match. Only `textQuery` is limited to 10,000 results. With ' +
    '`updatedSince` the campaigns are in the order of their changes, and `nextCursor` goes on there, also later. ' +
    'A campaign that changes again comes again, and none is missed.',
  campaigns_get: 'Fields that the program may not see are absent.',
  campaigns_create:
    'Creates a draft with the defaults of the organisation. Send it to its payers when it is complete. An `externalRef` ' +
    'that another campaign has is refused with 409, and `existing` names that campaign.',
  campaigns_save: 'Only the fields that are sent are changed. Read-only fields may be sent back unchanged.',
  campaigns_setStatus:
    'Refused with 409 if the campaign cannot have that status next. Messages are sent as the status asks.',
  campaignsSecondModel_get: 'The same campaign with eight statuses, its budget and its application.',
  liveUpdates_events:
    'With `Accept: text/event-stream` the answer does not end. A webhook is the better choice for a server.',
  liveUpdates_changed:
    'Only campaigns that the caller may see. With `Accept: text/event-stream` the answer does not end.',
  payers_list: 'Also says whether each payer got, opened and answered the messages.',
  payers_add: 'The payer gets no message until the campaign is sent to them.',
  payers_remove: 'Their Payment URL ends. A payer who has signed cannot be removed.',
  payers_send:
    'By email, and by text message if the payer has a mobile number. Sending is rate limited for each payer.',
  payers_preview: 'The same texts as would be sent now, with the sender of the organisation.',
  payers_nudge: 'A payer is reminded at most once in three days. `validation` says who was left out, and why.',
  payers_sendAll: 'The answer counts the payers that were reached. `validation` says who was left out, and why.',
  signatories_list: 'State the campaign, the finance application or your own reference.',
  signatories_get: 'A payer with the details that the agreement needs.',
  signatories_create: 'A payer with all details in one request.',
  signatories_save: 'Only the fields that are sent are changed. Changed details end an earlier check of identity.',
  signatories_remove: 'Their Payment URL ends. A payer who has signed cannot be removed.',
  signatories_sendAgreement: 'After the signature a copy of the agreement, before it the link to sign.',
  paymentOptions_list: 'With `available`, for the team: the options that the organisation could offer.',
  paymentOptions_offer: 'The payers see the option at once.',
  paymentOptions_save: 'A change of the offer ends signatures on the earlier terms.',
  paymentOptions_withdraw: 'Not possible for the option that the payers have chosen.',
  paymentOptions_quote: 'The quote is not binding until the payers choose the option.',
  paymentOptions_costs: 'Includes fees and interest for a usual and for the longest time.',
  paymentOptions_ofTenant: 'With the defaults that a new campaign starts with.',
  loans_get: 'With `date` also the balance on that day.',
  loans_terms: 'The text that the payers read and sign, as HTML and in sections.',
  loans_downloadInvoice: 'A PDF. Before the first invoice it is a preview of today.',
  loanAccounts_get: 'With `date` the balance on that day. Repayments are divided into fees, interest and principal.',
  loanAccounts_statement: 'Without days, from the start of the loan until today.',
  loanAccounts_statementPdf: 'A PDF of the same statement.',
  payments_details: 'Includes the surcharge for each kind of card.',
  payments_list: 'Also payments that failed, were voided or are being refunded.',
  payments_invoices: 'Each with its lines and what is still to be paid.',
  accounting_invoices:
    'With its lines and tax. An invoice that changes, for example because it is paid, comes again. `nextCursor` goes ' +
    'on there, also later.',
  accounting_payments: 'A payment that is approved or voided comes again. `nextCursor` goes on there, also later.',
  accounting_exportInvoices:
    'All invoices, or those issued from a day to a day. Fees without GST, GST and the rest add up to the amount. Needs ' +
    'the scope `exports` too.',
  accounting_exportPayments:
    'All payments, or those from a day to a day. The GST is that of the invoices that the payment paid in full. ' +
    'Needs the scope `exports` too.',
  accounting_remittances:
    'Twelve months, as the ledger has them. A batch payment is in the month in which it was transferred. `before` goes ' +
    'on there. With `updatedSince` the months are in the order of their changes: a month comes again if a payment is ' +
    'made, or is sent back by the bank. `nextCursor` goes on there, also later.',
  accounting_exportRemittances:
    'State a month or a batch payment. One record for each invoice or loan drawdown that was paid. A payment that ' +
    'the bank sent back has amounts below zero. Fees without GST, GST and the amount paid add up to the gross ' +
    'amount. It needs the scope `exports` too.',
  accounting_remittancePdf: 'The same as a PDF. Needs the scope `exports` too.',
  moneyOfACampaign_money: 'Read from the ledger. The sums always agree with each other.',
  receipts_confirmation: 'A PDF of all payments of the campaign.',
  receipts_invoice: 'A PDF.',
  dashboard_filter: 'The campaigns that somebody works on, without pages.',
  dashboard_funded: 'Amounts of the organisations that the program may see.',
  dashboard_team: 'Campaigns by the day on which they were sent. An admin names an organisation.',
  needs_counts: 'Each group is counted up to 99.',
  needs_list: 'At most a hundred campaigns, those first that have waited longest.',
  search_search: 'A few of each kind, for a field in which a person types.',
  properties_list:
    'The newest first. With `updatedSince` the properties of one organisation are in the order of their changes, and ' +
    '`nextCursor` goes on there, also later.',
  properties_get: 'The property with its address and rooms.',
  properties_save: 'Only the fields that are sent are changed.',
  properties_suggest: 'For a field in which a person types an address.',
  properties_add: 'The campaign gets the address as its name.',
  properties_similar: 'Ask before you create a campaign, so that there are not two for one sale.',
  propertyPhotos_read: 'A WebP picture. `v` is the version for caches.',
  propertyPhotos_set: 'Upload the picture first, with `assetTransform` `photo`.',
  propertyPhotos_remove: 'The pages of the payers show none from then on.',
  documents_upload:
    'At most 8 MB. The file is examined and encrypted. It is deleted after a day unless it is attached to a campaign.',
  documents_download: 'The file as it was uploaded, with its own media type.',
  documents_thumbnail: 'A small WebP picture. Only pictures have one.',
  documents_list: 'Only the documents that the program may see. State the campaign or your own reference.',
  documents_get: 'The document without its content.',
  documents_attach: 'The purpose decides who sees the document.',
  documents_refile: 'Only the fields that are sent are changed.',
  documents_remove: 'A document that is evidence of a signature cannot be removed.',
  organisations_list:
    'A program sees the one that it acts for. With `updatedSince` the organisations are in the order of their changes, ' +
    '`removed` names deleted ones, and `nextCursor` goes on there, also later.',
  organisations_get: 'The organisation with the options that it offers.',
  organisationSettings_read: 'Settings are changed by people only.',
  organisationSettings_logo: 'A picture. `v` is the version for caches.',
  events_list:
    'The same bodies as webhooks get, in the order in which the changes were made, none missed and none twice. Keep ' +
    '`nextCursor` and ask again with it: the last page has one too. `tenantId` is needed by people with several ' +
    'organisations.',
  ownWebsite_button: 'The element and the script that show it on a website are on the developer page.',
  ownWebsite_makeButton:
    'The organisation shows it on its own website. An earlier button of the campaign stops working. The token is public: ' +
    'it reveals the state alone, and opens nothing by itself.',
  ownWebsite_endButton: 'The website shows the button no longer. Without a button nothing happens.',
  webhooks_list:
    'Also those that are switched off. With `updatedSince` they are in the order of their changes, `removed` names ' +
    'deleted ones, and `nextCursor` goes on there, also later.',
  webhooks_create: 'The address must be https and public. An organisation has at most ten webhooks.',
  webhooks_get: 'The webhook without its secret.',
  webhooks_save: 'Only the fields that are sent are changed.',
  webhooks_delete: 'Its deliveries can no longer be read or sent again.',
  webhooks_rotate:
    'For one day deliveries have two signatures, so that the receiver can change its secret without a gap.',
  webhooks_test: 'An event of the type `ping`. It is in the log of deliveries.',
  webhooks_deliveries:
    'The newest first, for 30 days. With `updatedSince` they are in the order of their changes: a delivery comes again ' +
    'with each attempt. `nextCursor` goes on there, also later.',
  webhooks_resend: 'Whether it had arrived or not.',
  webhooks_replay: 'For a receiver that was away. Events of the last 30 days can be sent again.',
  timeZones_list: 'The time zones that an organisation may have.',
  team_list:
    'People only. Programs are not in the list. With `updatedSince` the members are in the order of their changes, ' +
    '`removed` names those who left, and `nextCursor` goes on there, also later.',
  people_picture: 'A JPEG. `v` is the version for caches.',
};

/** What each parameter means, by name, or by operationId and name. */
export const parameterWords: Record<string, string> = {
  id: 'The id of the campaign.',
  'properties_get.id': 'The id of the property.',
  'properties_save.id': 'The id of the property.',
  'signatories_get.id': shared.payerId,
  'signatories_save.id': shared.payerId,
  'signatories_remove.id': shared.payerId,
  'signatories_sendAgreement.id': shared.payerId,
  'documents_download.id': 'The id of the file.',
  'documents_thumbnail.id': 'The id of the file.',
  'documents_get.id': 'The id of the document.',
  'documents_refile.id': 'The id of the document.',
  'documents_remove.id': 'The id of the document.',
  'receipts_invoice.id': 'The id of the invoice.',
  'people_picture.id': shared.accountId,
  need: 'The name of the group.',
  'search_search.text': 'The beginning of a word of an address or a name, or a Flow No.',
  tenantId: shared.organisationId,
  vendorId: shared.payerId,
  optionCode: shared.paymentOption,
  webhookId: 'The id of the webhook.',
  deliveryId: 'The id of the delivery.',
  page: 'The number of the page, from 1.',
  perPage: 'How many records a page has. More than the endpoint allows counts as the most that it allows.',
  propertyId: 'Only campaigns of this property.',
  period: 'How long before today the campaigns were sent: 30 days, 3 months or 12 months.',
  agentUserId: 'Only campaigns of this team member.',
  signatoryUserId: 'Only campaigns with this payer.',
  'liveUpdates_changed.seconds': 'How many seconds back, up to 60. After a longer time `isMore` is true.',
  ids: 'Only these campaigns: at most 100 ids with commas between them.',
  status: 'Only campaigns with one of these statuses.',
  finance: 'Only campaigns with one of these payment options.',
  sortBy: 'The field by which the list is sorted.',
  sortDesc: '`1` sorts downwards.',
  actionSuggested: '`1` for only campaigns that are marked for action.',
  updatedSince: 'Reads the list in the order of changes, from this moment on.',
  cursor: 'Goes on where an answer ended: its `nextCursor`.',
  since: 'Only events from this moment on. A cursor goes before it.',
  type: 'Only these events.',
  externalRef: 'Only the record with this reference of yours.',
  textQuery: 'Only records in which these words occur.',
  financeApplicationId: 'The id of the finance application.',
  agreementId: 'The id of the campaign. Can be sent with `updatedSince` and `cursor`.',
  date: 'The balance on this day.',
  month: 'The month, such as `2026-11`.',
  batch: shared.batchNumber,
  before: 'Only months before this one.',
  from: shared.firstDay,
  to: shared.lastDay,
  address: 'The address, or its beginning.',
  street: 'The street without the number.',
  address2: 'The second line of the address.',
  address3: shared.thirdLine,
  city: shared.suburb,
  postalCode: shared.postcode,
  partialAddress: 'The beginning of an address.',
  width: 'The width in pixels.',
  v: 'The version of the picture, for caches. Any text.',
  purpose: 'Only documents with this purpose.',
  draft: '`1` for the logo that waits for approval.',
  size: 'Which size of the logo.',
  state: 'Only deliveries in this state.',
};

/** What each group of operations is about. */
export const tagWords: Record<string, string> = {
  'Own website': 'What an organisation shows on its own website.',
  Session: 'Who the caller is.',
  Campaigns:
    'A campaign is the marketing of one sale: its budget, payers, documents and money. Paths call it agreement.',
  'Campaigns, second model': 'Campaigns with fewer statuses.',
  'Live updates': 'What happens to a campaign, at once.',
  Payers: 'The people who pay for a campaign. Paths also call them vendors.',
  Signatories: 'Payers with the details that the agreement needs.',
  'Payment options': 'Pay Upfront, Pay On Success and Pay Later for one campaign.',
  Loans: 'The loan of a campaign.',
  'Loan accounts': 'A loan as the ledger has it: balance, repayments and statement.',
  Payments: 'Payments and invoices of a campaign.',
  Accounting: 'Payments, invoices and remittance advices of all campaigns, for the books of an organisation.',
  'Money of a campaign': 'What was paid, is due and is held.',
  Receipts: 'Papers about payments.',
  Dashboard: 'Figures of an organisation.',
  Needs: 'What waits for staff today.',
  Search: 'Campaigns, people and organisations by a few letters.',
  Properties: 'The properties that are sold.',
  'Property photos': 'The photo of a property on the pages of its payers.',
  Documents: 'Files, and the documents of a campaign.',
  Organisations: 'Agencies and suppliers. Paths call them tenants.',
  'Organisation settings': 'The settings of an organisation.',
  Events: 'What happened to the campaigns of an organisation.',
  Webhooks: 'Where events are sent, and what was sent.',
  'Time zones': 'The time zones that an organisation may have.',
  Team: 'The people of an organisation.',
  People: 'Accounts of people.',
  'Integration credentials': 'Programs that act for an organisation, and their tokens.',
};
