// Printed by `npm run docs` from the public OpenAPI document; do not edit.

import type { OperationRow } from '../call.ts';

export const operations: Record<string, Record<string, OperationRow>> = {
  session: {
    read: {"method":"GET","path":"/v1/session","parameters":[],"body":"none","answer":"json","hasKey":false},
  },
  campaigns: {
    list: {"method":"GET","path":"/v1/agreements","parameters":["page","perPage","tenantId","propertyId","agentUserId","signatoryUserId","status","finance","sortBy","sortDesc","actionSuggested","textQuery","ids","externalRef","updatedSince","cursor"],"body":"none","answer":"json","hasKey":false},
    create: {"method":"POST","path":"/v1/agreements","parameters":[],"body":"json","answer":"json","hasKey":true},
    get: {"method":"GET","path":"/v1/agreements/{id}","parameters":["id"],"body":"none","answer":"json","hasKey":false},
    save: {"method":"PUT","path":"/v1/agreements/{id}","parameters":["id"],"body":"json","answer":"json","hasKey":false},
    setStatus: {"method":"POST","path":"/v1/agreements/{id}/set-status","parameters":["id"],"body":"json","answer":"json","hasKey":true},
  },
  campaignsSecondModel: {
    get: {"method":"GET","path":"/v2/campaigns/{id}","parameters":["id"],"body":"none","answer":"json","hasKey":false},
  },
  liveUpdates: {
    events: {"method":"GET","path":"/v1/agreements/{id}/events","parameters":["id"],"body":"none","answer":"json","hasKey":false},
    changed: {"method":"GET","path":"/v1/agreements/events","parameters":["seconds"],"body":"none","answer":"json","hasKey":false},
  },
  payers: {
    list: {"method":"GET","path":"/v2/campaigns/{id}/vendors","parameters":["id","externalRef"],"body":"none","answer":"json","hasKey":false},
    add: {"method":"POST","path":"/v2/campaigns/{id}/vendors","parameters":["id"],"body":"json","answer":"json","hasKey":true},
    remove: {"method":"DELETE","path":"/v2/campaigns/{id}/vendors/{vendorId}","parameters":["id","vendorId"],"body":"none","answer":"none","hasKey":false},
    send: {"method":"POST","path":"/v2/campaigns/{id}/vendors/{vendorId}/send-campaign","parameters":["id","vendorId"],"body":"none","answer":"json","hasKey":true},
    preview: {"method":"POST","path":"/v2/campaigns/{id}/preview-messages","parameters":["id"],"body":"json","answer":"json","hasKey":false},
    nudge: {"method":"POST","path":"/v2/campaigns/{id}/nudge-payers","parameters":["id"],"body":"json","answer":"json","hasKey":true},
    sendAll: {"method":"POST","path":"/v2/campaigns/{id}/send-campaign","parameters":["id"],"body":"json","answer":"json","hasKey":true},
  },
  signatories: {
    list: {"method":"GET","path":"/v1/signatories","parameters":["financeApplicationId","agreementId","externalRef","tenantId","perPage","updatedSince","cursor"],"body":"none","answer":"json","hasKey":false},
    create: {"method":"POST","path":"/v1/signatories","parameters":[],"body":"json","answer":"json","hasKey":true},
    get: {"method":"GET","path":"/v1/signatories/{id}","parameters":["id"],"body":"none","answer":"json","hasKey":false},
    save: {"method":"PUT","path":"/v1/signatories/{id}","parameters":["id"],"body":"json","answer":"json","hasKey":false},
    remove: {"method":"DELETE","path":"/v1/signatories/{id}","parameters":["id"],"body":"none","answer":"none","hasKey":false},
    sendAgreement: {"method":"POST","path":"/v1/signatories/{id}/send-agreement","parameters":["id"],"body":"none","answer":"json","hasKey":true},
  },
  paymentOptions: {
    list: {"method":"GET","path":"/v1/agreements/{id}/finance-options","parameters":["id"],"body":"none","answer":"json","hasKey":false},
    offer: {"method":"POST","path":"/v1/agreements/{id}/finance-options","parameters":["id"],"body":"json","answer":"json","hasKey":true},
    save: {"method":"PUT","path":"/v1/agreements/{id}/finance-options/{optionCode}","parameters":["id","optionCode"],"body":"json","answer":"json","hasKey":false},
    withdraw: {"method":"DELETE","path":"/v1/agreements/{id}/finance-options/{optionCode}","parameters":["id","optionCode"],"body":"none","answer":"json","hasKey":false},
    quote: {"method":"POST","path":"/v1/agreements/{id}/quote","parameters":["id"],"body":"json","answer":"json","hasKey":false},
    costs: {"method":"GET","path":"/v1/agreements/{id}/costs","parameters":["id"],"body":"none","answer":"json","hasKey":false},
    ofTenant: {"method":"GET","path":"/v1/tenants/{tenantId}/finance-options","parameters":["tenantId"],"body":"none","answer":"json","hasKey":false},
  },
  loans: {
    get: {"method":"GET","path":"/v1/agreements/{id}/loan","parameters":["id","date"],"body":"none","answer":"json","hasKey":false},
    terms: {"method":"GET","path":"/v1/agreements/{id}/finance-terms","parameters":["id"],"body":"none","answer":"json","hasKey":false},
    downloadInvoice: {"method":"GET","path":"/loan/{id}/download-loan-invoice","parameters":["id"],"body":"none","answer":"file","hasKey":false},
  },
  payments: {
    details: {"method":"GET","path":"/v1/agreements/{id}/payment-details","parameters":["id"],"body":"none","answer":"json","hasKey":false},
    list: {"method":"GET","path":"/v1/agreements/{id}/payments","parameters":["id"],"body":"none","answer":"json","hasKey":false},
    invoices: {"method":"GET","path":"/v1/agreements/{id}/invoices","parameters":["id"],"body":"none","answer":"json","hasKey":false},
  },
  accounting: {
    invoices: {"method":"GET","path":"/v1/invoices","parameters":["tenantId","agreementId","updatedSince","cursor","perPage"],"body":"none","answer":"json","hasKey":false},
    payments: {"method":"GET","path":"/v1/payments","parameters":["tenantId","agreementId","updatedSince","cursor","perPage"],"body":"none","answer":"json","hasKey":false},
    exportInvoices: {"method":"GET","path":"/v1/exports/invoices","parameters":["tenantId","from","to"],"body":"none","answer":"file","hasKey":false},
    exportPayments: {"method":"GET","path":"/v1/exports/payments","parameters":["tenantId","from","to"],"body":"none","answer":"file","hasKey":false},
    remittances: {"method":"GET","path":"/v1/remittances","parameters":["tenantId","before","updatedSince","cursor"],"body":"none","answer":"json","hasKey":false},
    exportRemittances: {"method":"GET","path":"/v1/exports/remittances","parameters":["tenantId","month","batch"],"body":"none","answer":"file","hasKey":false},
    remittancePdf: {"method":"GET","path":"/v1/exports/remittances/pdf","parameters":["tenantId","month","batch"],"body":"none","answer":"file","hasKey":false},
  },
  moneyOfACampaign: {
    money: {"method":"GET","path":"/v1/agreements/{id}/money","parameters":["id"],"body":"none","answer":"json","hasKey":false},
  },
  loanAccounts: {
    get: {"method":"GET","path":"/v1/agreements/{id}/loan-account","parameters":["id","date"],"body":"none","answer":"json","hasKey":false},
    statement: {"method":"GET","path":"/v1/agreements/{id}/loan-statement","parameters":["id","from","to"],"body":"none","answer":"json","hasKey":false},
    statementPdf: {"method":"GET","path":"/v1/agreements/{id}/loan-statement/pdf","parameters":["id","from","to"],"body":"none","answer":"file","hasKey":false},
  },
  receipts: {
    confirmation: {"method":"GET","path":"/v2/agreements/{id}/payment-confirmation","parameters":["id"],"body":"none","answer":"file","hasKey":false},
    invoice: {"method":"GET","path":"/v1/invoices/{id}/pdf","parameters":["id"],"body":"none","answer":"file","hasKey":false},
  },
  dashboard: {
    filter: {"method":"GET","path":"/v1/dashboard/agency/filter","parameters":["tenantId","textQuery"],"body":"none","answer":"json","hasKey":false},
    funded: {"method":"GET","path":"/v1/dashboard/agency/funded","parameters":["tenantId"],"body":"none","answer":"json","hasKey":false},
    team: {"method":"GET","path":"/v1/dashboard/agency/team","parameters":["tenantId","period"],"body":"none","answer":"json","hasKey":false},
  },
  needs: {
    counts: {"method":"GET","path":"/v1/needs","parameters":[],"body":"none","answer":"json","hasKey":false},
    list: {"method":"GET","path":"/v1/needs/{need}","parameters":["need"],"body":"none","answer":"json","hasKey":false},
  },
  search: {
    search: {"method":"GET","path":"/v1/search","parameters":["text"],"body":"none","answer":"json","hasKey":false},
  },
  properties: {
    list: {"method":"GET","path":"/v1/properties","parameters":["page","perPage","address","tenantId","updatedSince","cursor"],"body":"none","answer":"json","hasKey":false},
    get: {"method":"GET","path":"/v1/properties/{id}","parameters":["id"],"body":"none","answer":"json","hasKey":false},
    save: {"method":"PUT","path":"/v1/properties/{id}","parameters":["id"],"body":"json","answer":"json","hasKey":false},
    suggest: {"method":"GET","path":"/v1/property-suggestions","parameters":["partialAddress"],"body":"none","answer":"json","hasKey":false},
    add: {"method":"POST","path":"/v1/agreements/{id}/property","parameters":["id"],"body":"json","answer":"json","hasKey":true},
    similar: {"method":"GET","path":"/v1/agreements/{id}/similar","parameters":["id","address","street","address2","address3","city","postalCode"],"body":"none","answer":"json","hasKey":false},
  },
  propertyPhotos: {
    read: {"method":"GET","path":"/v1/agreements/{id}/property-photo","parameters":["id","width","v"],"body":"none","answer":"file","hasKey":false},
    set: {"method":"PUT","path":"/v1/agreements/{id}/property-photo","parameters":["id"],"body":"json","answer":"json","hasKey":false},
    remove: {"method":"DELETE","path":"/v1/agreements/{id}/property-photo","parameters":["id"],"body":"none","answer":"none","hasKey":false},
  },
  documents: {
    upload: {"method":"POST","path":"/v1/assets","parameters":[],"body":"multipart","answer":"json","hasKey":true},
    download: {"method":"GET","path":"/v1/assets/{id}/content","parameters":["id"],"body":"none","answer":"file","hasKey":false},
    thumbnail: {"method":"GET","path":"/v1/assets/{id}/thumbnail","parameters":["id"],"body":"none","answer":"file","hasKey":false},
    list: {"method":"GET","path":"/v1/attachments","parameters":["agreementId","purpose","externalRef","tenantId","perPage","updatedSince","cursor"],"body":"none","answer":"json","hasKey":false},
    attach: {"method":"POST","path":"/v1/attachments","parameters":[],"body":"json","answer":"json","hasKey":true},
    get: {"method":"GET","path":"/v1/attachments/{id}","parameters":["id"],"body":"none","answer":"json","hasKey":false},
    refile: {"method":"PUT","path":"/v1/attachments/{id}","parameters":["id"],"body":"json","answer":"json","hasKey":false},
    remove: {"method":"DELETE","path":"/v1/attachments/{id}","parameters":["id"],"body":"none","answer":"none","hasKey":false},
  },
  organisations: {
    list: {"method":"GET","path":"/v1/tenants","parameters":["page","perPage","sortBy","sortDesc","textQuery","updatedSince","cursor"],"body":"none","answer":"json","hasKey":false},
    get: {"method":"GET","path":"/v1/tenants/{tenantId}","parameters":["tenantId"],"body":"none","answer":"json","hasKey":false},
  },
  organisationSettings: {
    read: {"method":"GET","path":"/v1/tenants/{tenantId}/settings","parameters":["tenantId"],"body":"none","answer":"json","hasKey":false},
    logo: {"method":"GET","path":"/v1/tenants/{tenantId}/logo","parameters":["tenantId","draft","size","v"],"body":"none","answer":"file","hasKey":false},
  },
  ownWebsite: {
    button: {"method":"GET","path":"/v1/agreements/{id}/pay-button","parameters":["id"],"body":"none","answer":"json","hasKey":false},
    makeButton: {"method":"POST","path":"/v1/agreements/{id}/pay-button","parameters":["id"],"body":"none","answer":"json","hasKey":true},
    endButton: {"method":"DELETE","path":"/v1/agreements/{id}/pay-button","parameters":["id"],"body":"none","answer":"none","hasKey":false},
  },
  webhooks: {
    list: {"method":"GET","path":"/v1/tenants/{tenantId}/webhooks","parameters":["tenantId","updatedSince","cursor"],"body":"none","answer":"json","hasKey":false},
    create: {"method":"POST","path":"/v1/tenants/{tenantId}/webhooks","parameters":["tenantId"],"body":"json","answer":"json","hasKey":true},
    get: {"method":"GET","path":"/v1/webhooks/{webhookId}","parameters":["webhookId"],"body":"none","answer":"json","hasKey":false},
    save: {"method":"PUT","path":"/v1/webhooks/{webhookId}","parameters":["webhookId"],"body":"json","answer":"json","hasKey":false},
    delete: {"method":"DELETE","path":"/v1/webhooks/{webhookId}","parameters":["webhookId"],"body":"none","answer":"none","hasKey":false},
    rotate: {"method":"POST","path":"/v1/webhooks/{webhookId}/rotate-secret","parameters":["webhookId"],"body":"none","answer":"json","hasKey":true},
    test: {"method":"POST","path":"/v1/webhooks/{webhookId}/test","parameters":["webhookId"],"body":"none","answer":"json","hasKey":true},
    deliveries: {"method":"GET","path":"/v1/webhooks/{webhookId}/deliveries","parameters":["webhookId","page","perPage","state","updatedSince","cursor"],"body":"none","answer":"json","hasKey":false},
    resend: {"method":"POST","path":"/v1/webhook-deliveries/{deliveryId}/resend","parameters":["deliveryId"],"body":"none","answer":"json","hasKey":true},
    replay: {"method":"POST","path":"/v1/webhooks/{webhookId}/replay","parameters":["webhookId"],"body":"json","answer":"json","hasKey":true},
  },
  events: {
    list: {"method":"GET","path":"/v1/events","parameters":["tenantId","since","cursor","perPage","type"],"body":"none","answer":"json","hasKey":false},
  },
  timeZones: {
    list: {"method":"GET","path":"/v1/time-zones","parameters":["page","perPage"],"body":"none","answer":"json","hasKey":false},
  },
  team: {
    list: {"method":"GET","path":"/v1/tenants/{tenantId}/users","parameters":["tenantId","updatedSince","cursor","perPage"],"body":"none","answer":"json","hasKey":false},
  },
  people: {
    picture: {"method":"GET","path":"/v1/users/{id}/picture","parameters":["id"],"body":"none","answer":"file","hasKey":false},
  },
};
