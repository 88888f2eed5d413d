import type { BankFileWriter, GivenAccount } from '@kerb/domain/countries/bank-file.ts';
import type { TermsText } from '@kerb/domain/countries/terms-text.ts';
import type { DaysOff } from '@kerb/domain/countries/working-days.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';

export type NamedZone = { identifier: string; name: string };

/** What only the server needs of a country: long texts, files for banks, and lists that it sends to the web. */
export type ServerCountry = {
  /** The terms in force. Signed agreements keep their earlier terms word for word. */
  terms: Partial<Record<FinanceOptionCode, TermsText>>;
  /** The bank files for paying organisations, by their name in the configuration. The first is the default. */
  bankFiles: Record<string, BankFileWriter>;
  /** The account of a sandbox: a number that passes its checks and belongs to nobody. */
  sandboxAccount: GivenAccount;
  /** The time zones of organisations by population, with islands and external territories last. */
  timeZones: readonly NamedZone[];
  /** For how many working days after signing the law lets a borrower cancel. Their loan is not paid out before. */
  cancellationWorkingDays: number;
  daysOff: DaysOff;
  /** Within how many days after the request the law asks for an answer to a borrower in hardship. */
  hardship: { answerWithin: number; counts: 'days' | 'working-days' };
  /** The tax rate of journal lines without tax: its name in Xero, and its code in MYOB. */
  journalTax: { xero: string; myob: string };
};
