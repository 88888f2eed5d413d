import type { CountryCode } from '@kerb/domain/countries/country.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';

export const loanInvoiceFileName = (country: CountryCode, agreementId: number): string =>
  `Loan-Invoice_${country}${agreementId}.pdf`;

export const payoutFileName = (country: CountryCode, agreementId: number, day: Day): string =>
  `Payout-Letter_${country}${agreementId}_${day}.pdf`;

export const loanStatementFileName = (country: CountryCode, agreementId: number, to: Day): string =>
  `Loan-Statement_${country}${agreementId}_${to}.pdf`;

export const variationFileName = (country: CountryCode, agreementId: number, day: Day): string =>
  `Variation_${country}${agreementId}_${day}.pdf`;
