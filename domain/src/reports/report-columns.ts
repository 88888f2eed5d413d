import { tenantUserTypes } from '@kerb/domain/access/actor.ts';
import { organisationTypeLabels } from '@kerb/domain/organisations/organisations.contract.ts';
import { invoiceStatusLabels } from '@kerb/domain/payments/invoice-status.ts';
import { campaignColumns, campaignColumnsOf } from '@kerb/domain/reports/campaign-columns.ts';
import type { CsvColumns } from '@kerb/domain/reports/csv.ts';
import type { ReportName } from '@kerb/domain/reports/reports.ts';
import { personLabels } from '@kerb/domain/vocabulary/person-labels.ts';

const typeLabels = Object.fromEntries(
  tenantUserTypes.map((type) => [type, type.replace(/^./, (a) => a.toUpperCase())]),
);

/** The columns of each report. server/src/features/reports says where they come from in the database. */
// biome-ignore format: a table
export const reportColumns = {
  'agency-campaigns': campaignColumnsOf(
    'flowNumber', 'organisation', 'campaign', 'status', 'statusDate', 'purpose', 'option', 'budget', 'additional',
    'borrowed', 'upfront', 'upfrontDate', 'serviceFee', 'securityFee', 'budgetOwnerFee', 'interestRate', 'created',
    'fundingRequest', 'sent', 'submitted', 'approved', 'signed', 'drawdown', 'loanStart', 'loanEnd', 'repaid',
    'auction', 'settlement', 'withdrawn', 'soldPrice', 'agent', 'agentEmail', 'payers', 'actionSuggested',
  ),
  'agency-campaigns-summary': {
    organisation:     campaignColumns.organisation,
    month:            { header: 'Month',                     is: 'month'  },
    raised:           { header: 'Raised',                    is: 'plain'  },
    raisedAmount:     { header: 'Raised Amount',             is: 'plain'  },
    sent:             { header: 'Sent',                      is: 'plain'  },
    sentAmount:       { header: 'Sent Amount',               is: 'plain'  },
    approved:         { header: 'Approved',                  is: 'plain'  },
    approvedAmount:   { header: 'Approved Amount',           is: 'plain'  },
    funded:           { header: 'Funded',                    is: 'plain'  },
    fundedAmount:     { header: 'Funded Amount',             is: 'plain'  },
    declined:         { header: 'Declined',                  is: 'plain'  },
    declinedAmount:   { header: 'Declined Amount',           is: 'plain'  },
    cancelled:        { header: 'Cancelled',                 is: 'plain'  },
    cancelledAmount:  { header: 'Cancelled Amount',          is: 'plain'  },
  },
  'sent-campaigns': {
    ...campaignColumnsOf('flowNumber', 'organisation', 'campaign', 'sent'),
    daysSinceSent:    { header: 'Days Since Sent',           is: 'plain'  },
    sentTo:           { header: 'Sent To',                   is: 'text'   },
    ...campaignColumnsOf('status', 'statusDate', 'option', 'budget', 'fundingRequest', 'agent', 'agentEmail'),
  },
  invoices: {
    number:           { header: 'Invoice No.',               is: 'plain'  },
    ...campaignColumnsOf('flowNumber', 'organisation', 'campaign'),
    type:             { header: 'Type',                      is: 'text'   },
    status:           { header: 'Status',                    is: 'label', labels: invoiceStatusLabels },
    issued:           { header: 'Issue Date',                is: 'day'    },
    due:              { header: 'Due Date',                  is: 'day'    },
    voided:           { header: 'Void Date',                 is: 'day'    },
    amount:           { header: 'Amount',                    is: 'plain'  },
    paid:             { header: 'Paid Amount',               is: 'plain'  },
    unpaid:           { header: 'Unpaid Amount',             is: 'plain'  },
  },
  organisations: {
    number:           { header: 'Organisation No.',          is: 'plain'  },
    name:             { header: 'Name',                      is: 'text'   },
    type:             { header: 'Type',                      is: 'label', labels: organisationTypeLabels },
    identifier:       { header: 'Identifier',                is: 'text'   },
    timeZone:         { header: 'Time Zone',                 is: 'text'   },
    deposits:         { header: 'Deposits Enabled',          is: 'flag'   },
    addingProperty:   { header: 'Allow Adding Property',     is: 'flag'   },
    members:          { header: 'Team Members',              is: 'plain'  },
    campaigns:        { header: 'Campaigns',                 is: 'plain'  },
    lastCampaign:     { header: 'Last Campaign Created',     is: 'moment' },
    created:          campaignColumns.created,
  },
  'personal-data': {
    ...campaignColumnsOf('flowNumber', 'organisation', 'campaign', 'status'),
    payer:            { header: 'Payer',                     is: 'text'   },
    details:          { header: 'Details Held',              is: 'flag'   },
    documents:        { header: 'ID Documents Held',         is: 'flag'   },
    ended:            { header: 'Ended Date',                is: 'moment' },
    keptUntil:        { header: 'Kept Until',                is: 'day'    },
    due:              { header: 'Due for Disposal',          is: 'flag'   },
  },
  'team-members': {
    organisation:     campaignColumns.organisation,
    firstName:        { header: personLabels.firstName,                is: 'text'   },
    surname:          { header: personLabels.surname,                   is: 'text'   },
    email:            { header: personLabels.emailAddress,                     is: 'text'   },
    mobile:           { header: personLabels.mobilePhone,                    is: 'text'   },
    jobTitle:         { header: personLabels.jobTitle,                 is: 'text'   },
    type:             { header: 'Type',                      is: 'label', labels: typeLabels },
    allAgentNotices:  { header: 'Receives All Agent Notices', is: 'flag'  },
    billingNotices:   { header: 'Receives Billing Notices',  is: 'flag'   },
    active:           { header: 'Active',                    is: 'flag'   },
    lastSignIn:       { header: 'Last Signed In',            is: 'moment' },
    created:          campaignColumns.created,
  },
} as const satisfies Record<ReportName, CsvColumns>;
