import type { LoanInvoiceType } from '@kerb/domain/loans/loan-invoices.ts';
import type { ReminderName } from '@kerb/domain/loans/reminders.ts';
import type { GeneratedAlways, JSONColumnType } from 'kysely';

type LoanReminders = {
  agreementId: number;
  /** One row for each, ever: whoever writes it sends the reminder. */
  occasion: string;
  name: ReminderName;
  day: string;
  sentDate: string;
  recipients: JSONColumnType<string[]>;
};

type LoanInvoices = {
  id: GeneratedAlways<number>;
  agreementId: number;
  type: LoanInvoiceType;
  issueDate: string;
  dueDate: string | null;
  /** The lines as they were on that day, in cents. */
  balance: JSONColumnType<Record<string, unknown>>;
  total: string;
  createdDate: string;
  createdByUserId: number | null;
  sentDate: string | null;
  sentTo: JSONColumnType<string[]>;
};

type PayoutLetters = {
  id: GeneratedAlways<number>;
  agreementId: number;
  code: string;
  payoutDate: string;
  validUntil: string;
  total: string;
  /** Everything that the letter says, as it said it. */
  facts: JSONColumnType<Record<string, unknown>>;
  createdDate: string;
  createdByUserId: number | null;
};

/** What a running loan brings, in the same terms as schema.ts. */
export type LoanTables = { loanReminders: LoanReminders; loanInvoices: LoanInvoices; payoutLetters: PayoutLetters };
