import { invoiceStatusLabels } from '@kerb/domain/payments/invoice-status.ts';
import { paymentKindLabels, paymentStatusLabels } from '@kerb/domain/payments/payment-labels.ts';
import { paymentMethodLabels } from '@kerb/domain/payments/payments.contract.ts';
import type { AccountingFile } from '@kerb/domain/reports/accounting-files.ts';
import { campaignColumnsOf } from '@kerb/domain/reports/campaign-columns.ts';
import type { CsvColumns } from '@kerb/domain/reports/csv.ts';

/** The spreadsheets for an organisation's books. Fees without tax, the tax and the rest add up to the amount. */
// biome-ignore format: a table
export const accountingColumns = {
  invoices: {
    number:      { header: 'Invoice No.',       is: 'plain'  },
    ...campaignColumnsOf('flowNumber', 'organisation', 'campaign'),
    reference:   { header: 'Your Reference',    is: 'text'   },
    type:        { header: 'Type',              is: 'text'   },
    status:      { header: 'Status',            is: 'label', labels: invoiceStatusLabels },
    issued:      { header: 'Issue Date',        is: 'day'    },
    due:         { header: 'Due Date',          is: 'day'    },
    voided:      { header: 'Void Date',         is: 'day'    },
    fees:        { header: 'Fees without GST',  is: 'plain'  },
    tax:         { header: 'GST',               is: 'plain'  },
    other:       { header: 'Amounts free of GST', is: 'plain' },
    amount:      { header: 'Amount',            is: 'plain'  },
    paid:        { header: 'Paid Amount',       is: 'plain'  },
    unpaid:      { header: 'Unpaid Amount',     is: 'plain'  },
  },
  payments: {
    number:      { header: 'Payment No.',       is: 'plain'  },
    ...campaignColumnsOf('flowNumber', 'organisation', 'campaign'),
    reference:   { header: 'Your Reference',    is: 'text'   },
    kind:        { header: 'Kind',              is: 'label', labels: paymentKindLabels },
    status:      { header: 'Status',            is: 'label', labels: paymentStatusLabels },
    method:      { header: 'Method',            is: 'label', labels: paymentMethodLabels },
    paid:        { header: 'Payment Date',      is: 'day'    },
    voided:      { header: 'Void Date',         is: 'moment' },
    amount:      { header: 'Amount',            is: 'plain'  },
    surcharge:   { header: 'Card Surcharge',    is: 'plain'  },
    total:       { header: 'Total Paid',        is: 'plain'  },
    refunded:    { header: 'Refunded Amount',   is: 'plain'  },
    refundFee:   { header: 'Refund Fee within', is: 'plain'  },
    fee:         { header: 'Service Fee within', is: 'plain' },
    tax:         { header: 'GST within',        is: 'plain'  },
  },
} as const satisfies Record<AccountingFile, CsvColumns>;
