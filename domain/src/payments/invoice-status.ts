export const invoiceStatuses = ['draft', 'issued', 'paid', 'voided'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];
export const invoiceStatusLabels: Record<InvoiceStatus, string> = {
  draft: 'Draft',
  issued: 'Issued',
  paid: 'Paid',
  voided: 'Voided',
};

/** What a line of an invoice is: of the sale, its tax, a fee, a repayment, interest or a discount. */
export const invoiceLineTypes = ['sale', 'tax', 'fee', 'repaymt', 'int', 'disc'] as const;
export type InvoiceLineType = (typeof invoiceLineTypes)[number];
