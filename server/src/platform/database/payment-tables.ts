import type { Account, LedgerEvent } from '@kerb/domain/payments/ledger.ts';
import type { PaymentKind, PaymentMethod, PaymentStatus } from '@kerb/domain/payments/payments.contract.ts';
import type { CardFunding, CardScheme } from '@kerb/domain/vocabulary/card-schemes.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import type { Generated, GeneratedAlways } from 'kysely';

type Payments = {
  id: Generated<number>;
  agreementId: number;
  kind: PaymentKind;
  financeOptionCode: FinanceOptionCode;
  status: PaymentStatus;
  method: PaymentMethod;
  reference: string;
  amount: string;
  surcharge: string;
  campaignBudget: string;
  discount: string;
  serviceFee: string;
  gatewayRef: string | null;
  cardScheme: CardScheme | null;
  cardFunding: CardFunding | null;
  cardLast4: string | null;
  receiptEmail: string | null;
  description: string | null;
  paymentDate: string;
  createdDate: string;
  createdByUserId: number | null;
  approvalDate: Generated<string | null>;
  voidDate: Generated<string | null>;
  voidReason: Generated<string | null>;
  voidRequestedDate: Generated<string | null>;
  refundReference: Generated<string | null>;
  /** By the real time, whatever a sandbox's clock says. */
  startedAt: Generated<string>;
};

type LedgerTransactions = {
  id: GeneratedAlways<number>;
  /** Null for a payout of the card gateway, which is of many campaigns. */
  agreementId: number | null;
  event: LedgerEvent;
  paymentId: number | null;
  invoiceId: number | null;
  reversesId: number | null;
  description: Generated<string | null>;
  date: string;
  userId: number | null;
};

type LedgerEntries = {
  id: GeneratedAlways<number>;
  transactionId: number;
  account: Account;
  amount: string;
  invoiceId: number | null;
};

/** What was paid and the books, in the same terms as schema.ts. */
export type PaymentTables = {
  payments: Payments;
  ledgerTransactions: LedgerTransactions;
  ledgerEntries: LedgerEntries;
  gatewayEvents: { id: string; reference: string; state: string; at: string; receivedDate: string };
};
