import { accountingEndpoints } from '@kerb/domain/payments/accounting.contract.ts';
import { type AccountingFile, accountingFileName } from '@kerb/domain/reports/accounting-files.ts';
import { exportCsv } from '@kerb/web/features/campaign-lists/export-csv.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';

const endpoints = {
  invoices: accountingEndpoints.exportInvoices,
  payments: accountingEndpoints.exportPayments,
} as const;

/** All invoices or payments of an organisation's campaigns that the reader sees. */
export const exportAccounting = (file: AccountingFile, tenantId: number): Promise<void> =>
  exportCsv(endpoints[file], { query: { tenantId } }, accountingFileName(countryRules().brand, null, file));
