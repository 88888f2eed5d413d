import type { BankAccount } from '@kerb/domain/countries/bank-account-scheme.ts';
import { formatAccountNumbers } from '@kerb/domain/organisations/bank-accounts.ts';
import { unpaidAmount } from '@kerb/domain/payments/invoices.ts';
import type { Invoice, PartRefund, Payment } from '@kerb/domain/payments/payments.contract.ts';
import { paymentReference } from '@kerb/domain/payments/request-payment.ts';
import type { TransferInstructions } from '@kerb/domain/payments/transfer-facts.ts';
import type { InvoiceRecord } from '@kerb/server/features/payments/invoices.repository.ts';
import { type PaymentRecord, paymentNumber } from '@kerb/server/features/payments/payments.repository.ts';
import type { RefundRecord } from '@kerb/server/features/payments/refunds.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';

export const paymentView = (payment: PaymentRecord): Payment => ({
  id: payment.id,
  href: `/v1/payments/${payment.id}`,
  agreement: payment.agreementId,
  kind: payment.kind,
  paymentNumber: paymentNumber(payment),
  status: payment.status,
  paymentDate: payment.paymentDate,
  approvalDate: payment.approvalDate,
  voidDate: payment.voidDate,
  voidReason: payment.voidReason,
  isBeingVoided: payment.status === 'approved' && payment.voidRequestedDate !== null,
  amount: payment.amount,
  serviceFee: payment.serviceFee,
  surcharge: payment.surcharge,
  refundedAmount: payment.refunded,
  refundFee: payment.refundFee,
  paymentMethod: payment.method,
  description: payment.description,
  paymentGatewayRef: payment.gatewayRef,
  cardToken: null,
  card: payment.card,
  receiptEmail: payment.receiptEmail,
  paidByName: payment.paidByName,
});

export const refundView = ({
  id,
  requestedDate,
  status,
  amount,
  fee,
  reason,
  requestedByName,
}: RefundRecord): PartRefund => ({
  ...{ id, date: requestedDate, status, amount, fee, reason, requestedByName },
});

type Settings = Pick<Deps, 'config' | 'country'>;

type Instructions = TransferInstructions & { payId: string | null };

function instructionsFor(
  { country }: Settings,
  agreementId: number,
  { account, payId }: { account: BankAccount; payId: string | null },
): Instructions {
  const reference = paymentReference(country.code, agreementId);
  const numbers = formatAccountNumbers(account, country);
  return { accountName: account.accountName, ...numbers, payId, reference };
}

/**
 * The account and the reference for a payer's transfer: upfront payments, deposits and fees. Null if the platform has
 * no account configured.
 */
export function depositInstructions(settings: Settings, agreementId: number): Instructions | null {
  const { bankAccount, payId } = settings.config;
  if (!bankAccount) return null;
  return instructionsFor(settings, agreementId, { account: bankAccount.account, payId });
}

/** As above, for the repayment of a loan: our money goes to the operating account, if there is one. */
export function repaymentInstructions(settings: Settings, agreementId: number): Instructions | null {
  const { operatingAccount, operatingPayId } = settings.config;
  if (!operatingAccount) return depositInstructions(settings, agreementId);
  return instructionsFor(settings, agreementId, { account: operatingAccount, payId: operatingPayId });
}

export const invoiceView = (settings: Settings, invoice: InvoiceRecord, hasUnapprovedPayments: boolean): Invoice => ({
  id: invoice.id,
  href: `/v1/invoices/${invoice.id}`,
  agreement: invoice.agreementId,
  type: invoice.type,
  status: invoice.status,
  issueDate: invoice.issueDate,
  dueDate: invoice.dueDate,
  voidDate: invoice.voidDate,
  amount: invoice.amount,
  paidAmount: invoice.paidAmount,
  unpaidAmount: unpaidAmount(invoice),
  hasUnapprovedPayments,
  lines: invoice.lines,
  directDepositInstructions: invoice.status === 'issued' ? depositInstructions(settings, invoice.agreementId) : null,
});
