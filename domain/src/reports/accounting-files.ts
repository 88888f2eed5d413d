/** The spreadsheets for an organisation's own books. */
export const accountingLabels = { invoices: 'Invoices', payments: 'Payments' } as const;
export type AccountingFile = keyof typeof accountingLabels;
export const accountingFiles = Object.keys(accountingLabels) as AccountingFile[];

/** 'Harbour Estate KerbPay Invoices.csv' */
export const accountingFileName = (brand: string, organisation: string | null, file: AccountingFile): string =>
  `${organisation ? `${organisation} ` : ''}${brand} ${accountingLabels[file]}.csv`;
