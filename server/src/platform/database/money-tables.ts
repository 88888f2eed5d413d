import type { BatchStatus } from '@kerb/domain/batches/batch-moves.ts';
import type { ApplicationStatus } from '@kerb/domain/options/applications.ts';
import type { InvoiceLineType, InvoiceStatus } from '@kerb/domain/payments/invoice-status.ts';
import type { LineState } from '@kerb/domain/statements/line-moves.ts';
import type { FinancedOption, FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import type { Generated } from 'kysely';

// The tables of paying, in the same terms as those of schema.ts: amounts, rates and shares are text.

export type TenantFinanceOptions = {
  tenantId: number;
  optionCode: FinanceOptionCode;
  active: Generated<boolean>;
  enabled: Generated<boolean>;
  offeredByDefault: Generated<boolean>;
  budgetOwnerFee: Generated<string | null>;
  budgetOwnerFeeName: Generated<string | null>;
  serviceFeePercent: Generated<string | null>;
  interestRate: Generated<string | null>;
  interestFreeOffered: Generated<boolean>;
  interestFreeDays: Generated<number | null>;
  interestFreeOfferExpiryDate: Generated<string | null>;
  lastUpdateDate: string;
};

export type CampaignFinanceOptions = {
  agreementId: number;
  optionCode: FinanceOptionCode;
  serviceFee: Generated<string | null>;
  discount: Generated<string | null>;
  interestFreeOffered: Generated<boolean>;
  createdDate: string;
  lastUpdateDate: string;
};

export type FinanceApplications = {
  id: Generated<number>;
  agreementId: number;
  optionCode: FinancedOption;
  status: ApplicationStatus;
  amount: string;
  createdDate: string;
  submitDate: Generated<string | null>;
  approvedDate: Generated<string | null>;
  endedDate: Generated<string | null>;
  lastUpdateDate: string;
};

export type Invoices = {
  id: Generated<number>;
  agreementId: number;
  type: string;
  status: Generated<InvoiceStatus>;
  issueDate: string | null;
  dueDate: string | null;
  voidDate: Generated<string | null>;
  amount: string;
  paidAmount: Generated<string>;
  paymentId: Generated<number | null>;
  surcharge: Generated<string>;
  voidReason: Generated<string | null>;
  createdDate: string;
  lastUpdateDate: string;
};

export type InvoiceLines = {
  invoiceId: number;
  displayOrder: number;
  type: InvoiceLineType;
  amount: string;
  description: string;
};

type BatchStep<Name extends string> = { [Key in `${Name}Date`]: Generated<string | null> } & {
  [Key in `${Name}ByUserId`]: Generated<number | null>;
};

export type Batches = BatchStep<'approved'> &
  BatchStep<'processing'> &
  BatchStep<'transferred'> &
  BatchStep<'discarded'> & {
    id: Generated<number>;
    status: BatchStatus;
    total: string;
    createdDate: string;
    createdByUserId: number;
    discardReason: Generated<string | null>;
    /** Written once, when the batch is approved; the database refuses any change. */
    fileName: Generated<string | null>;
    fileBytes: Generated<Buffer | null>;
    fileSha256: Generated<Buffer | null>;
  };

export type BatchItems = {
  batchId: number;
  agreementId: number;
  tenantId: number;
  amount: string;
  /** What was settled on before the batch, for the day that it is discarded. */
  previousAmount: string | null;
  accountName: string;
  bsbNumber: string | null;
  accountNumber: string;
  isFirstToAccount: boolean;
  isDiscarded: Generated<boolean>;
};

export type BankStatements = {
  id: Generated<number>;
  fileName: string;
  createdDate: string;
  createdByUserId: number;
};

export type BankStatementLines = {
  id: Generated<number>;
  statementId: number;
  lineNumber: number;
  date: string;
  amount: string;
  words: string;
  /** One movement has one, in whichever file it stands. */
  fingerprint: Buffer;
  state: LineState;
  paymentId: Generated<number | null>;
  payoutId: Generated<number | null>;
  ignoreReason: Generated<string | null>;
  stateDate: string;
  stateByUserId: Generated<number | null>;
};
