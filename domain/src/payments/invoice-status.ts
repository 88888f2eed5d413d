export const invoiceStatuses = ['draft', 'issued', 'paid', 'voided'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];
export const invoiceStatusLabels: Record<InvoiceStatus, string> = {
  draft: 'Draft',
  issued: 'Issued',
  paid: 'Paid',
  voided: 'Voided',
};

/** The kinds of invoice line: sale, tax, fee, repayment, interest or discount. */
export const invoiceLineTypes = ['sale', 'tax', 'fee', 'repaymt', 'int', 'disc'] as const;
export type InvoiceLineType = (typeof invoiceLineTypes)[number];
