import { tenantUserTypes } from '@kerb/domain/access/actor.ts';
import { organisationTypeLabels } from '@kerb/domain/organisations/organisations.contract.ts';
import { invoiceStatusLabels } from '@kerb/domain/payments/invoice-status.ts';
import type { CsvColumns } from '@kerb/domain/reports/csv.ts';
import type { ReportName } from '@kerb/domain/reports/reports.ts';
import { agreementStatuses, statusLabel } from '@kerb/domain/vocabulary/agreement-status.ts';
import { financeOptionLabels, fundsPurposeLabels } from '@kerb/domain/vocabulary/value-lists.ts';

/** Added to the rank of a deposit's status, because its label for waiting-info differs. */
export const depositStatusOffset = agreementStatuses.length;
/** The status labels by stored rank; a deposit's by rank plus the offset. */
export const statusLabels: Record<number, string> = Object.fromEntries(
  agreementStatuses.flatMap((status, rank) => [
    [rank, statusLabel(status, 'marketing')],
    [rank + depositStatusOffset, statusLabel(status, 'deposit')],
  ]),
);

const typeLabels = Object.fromEntries(
  tenantUserTypes.map((type) => [type, type.replace(/^./, (a) => a.toUpperCase())]),
);

/** The columns of each report. server/src/features/reports says where they come from in the database. */
// biome-ignore format: a table
export const reportColumns = {
  'agency-campaigns': {
    flowNumber:       { header: 'Flow No.',                  is: 'plain'  },
    organisation:     { header: 'Organisation',              is: 'text'   },
    campaign:         { header: 'Campaign',                  is: 'text'   },
    status:           { header: 'Status',                    is: 'label', labels: statusLabels },
    statusDate:       { header: 'Status Last Update',        is: 'moment' },
    purpose:          { header: 'Funds Purpose',             is: 'label', labels: fundsPurposeLabels },
    option:           { header: 'Payment Option',            is: 'label', labels: financeOptionLabels },
    budget:           { header: 'Campaign Budget',           is: 'plain'  },
    additional:       { header: 'Additional Amount',         is: 'plain'  },
    borrowed:         { header: 'Borrowed Amount',           is: 'plain'  },
    upfront:          { header: 'Upfront Amount',            is: 'plain'  },
    upfrontDate:      { header: 'Upfront Payment Date',      is: 'day'    },
    serviceFee:       { header: 'Service Fee',               is: 'plain'  },
    securityFee:      { header: 'Security Registration Fee', is: 'plain'  },
    budgetOwnerFee:   { header: 'Budget Owner Fee',          is: 'plain'  },
    interestRate:     { header: 'Interest Rate %',           is: 'plain'  },
    created:          { header: 'Created Date',              is: 'moment' },
    fundingRequest:   { header: 'Funding Request Date',      is: 'day'    },
    sent:             { header: 'Sent Date',                 is: 'moment' },
    submitted:        { header: 'Submitted Date',            is: 'moment' },
    approved:         { header: 'Approved Date',             is: 'moment' },
    signed:           { header: 'Signature Date',            is: 'day'    },
    drawdown:         { header: 'Drawdown Date',             is: 'day'    },
    loanStart:        { header: 'Loan Start Date',           is: 'day'    },
    loanEnd:          { header: 'Loan End Date',             is: 'day'    },
    repaid:           { header: 'Repaid Date',               is: 'day'    },
    auction:          { header: 'Auction Date',              is: 'day'    },
    settlement:       { header: 'Settlement Date',           is: 'day'    },
    withdrawn:        { header: 'Withdrawn Date',            is: 'day'    },
    soldPrice:        { header: 'Sold Price',                is: 'plain'  },
    agent:            { header: 'Agent',                     is: 'text'   },
    agentEmail:       { header: 'Agent Email',               is: 'text'   },
    payers:           { header: 'Payers',                    is: 'text'   },
    actionSuggested:  { header: 'Action Suggested',          is: 'flag'   },
  },
  'agency-campaigns-summary': {
    organisation:     { header: 'Organisation',              is: 'text'   },
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
    flowNumber:       { header: 'Flow No.',                  is: 'plain'  },
    organisation:     { header: 'Organisation',              is: 'text'   },
    campaign:         { header: 'Campaign',                  is: 'text'   },
    sent:             { header: 'Sent Date',                 is: 'moment' },
    daysSinceSent:    { header: 'Days Since Sent',           is: 'plain'  },
    sentTo:           { header: 'Sent To',                   is: 'text'   },
    status:           { header: 'Status',                    is: 'label', labels: statusLabels },
    statusDate:       { header: 'Status Last Update',        is: 'moment' },
    option:           { header: 'Payment Option',            is: 'label', labels: financeOptionLabels },
    budget:           { header: 'Campaign Budget',           is: 'plain'  },
    fundingRequest:   { header: 'Funding Request Date',      is: 'day'    },
    agent:            { header: 'Agent',                     is: 'text'   },
    agentEmail:       { header: 'Agent Email',               is: 'text'   },
  },
  invoices: {
    number:           { header: 'Invoice No.',               is: 'plain'  },
    flowNumber:       { header: 'Flow No.',                  is: 'plain'  },
    organisation:     { header: 'Organisation',              is: 'text'   },
    campaign:         { header: 'Campaign',                  is: 'text'   },
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
    created:          { header: 'Created Date',              is: 'moment' },
  },
  'personal-data': {
    flowNumber:       { header: 'Flow No.',                  is: 'plain'  },
    organisation:     { header: 'Organisation',              is: 'text'   },
    campaign:         { header: 'Campaign',                  is: 'text'   },
    status:           { header: 'Status',                    is: 'label', labels: statusLabels },
    payer:            { header: 'Payer',                     is: 'text'   },
    details:          { header: 'Details Held',              is: 'flag'   },
    documents:        { header: 'ID Documents Held',         is: 'flag'   },
    ended:            { header: 'Ended Date',                is: 'moment' },
    keptUntil:        { header: 'Kept Until',                is: 'day'    },
    due:              { header: 'Due for Disposal',          is: 'flag'   },
  },
  'team-members': {
    organisation:     { header: 'Organisation',              is: 'text'   },
    firstName:        { header: 'First Name',                is: 'text'   },
    surname:          { header: 'Surname',                   is: 'text'   },
    email:            { header: 'Email',                     is: 'text'   },
    mobile:           { header: 'Mobile',                    is: 'text'   },
    jobTitle:         { header: 'Job Title',                 is: 'text'   },
    type:             { header: 'Type',                      is: 'label', labels: typeLabels },
    allAgentNotices:  { header: 'Receives All Agent Notices', is: 'flag'  },
    billingNotices:   { header: 'Receives Billing Notices',  is: 'flag'   },
    active:           { header: 'Active',                    is: 'flag'   },
    lastSignIn:       { header: 'Last Signed In',            is: 'moment' },
    created:          { header: 'Created Date',              is: 'moment' },
  },
} as const satisfies Record<ReportName, CsvColumns>;
