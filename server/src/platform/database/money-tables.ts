import type { FinanceOptionCode } from '@kerb/domain/agreements/value-lists.ts';
import type { ApplicationStatus, FinancedOption } from '@kerb/domain/options/applications.ts';
import type { InvoiceLineType, InvoiceStatus } from '@kerb/domain/reports/invoice-status.ts';
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
