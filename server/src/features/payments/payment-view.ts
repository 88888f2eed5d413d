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

/** The account and the reference for a payer's transfer; null if the platform has no account configured. */
export function depositInstructions(
  { config, country }: Settings,
  agreementId: number,
): (TransferInstructions & { payId: string | null }) | null {
  if (!config.bankAccount) return null;
  const { account } = config.bankAccount;
  const reference = paymentReference(country.code, agreementId);
  const numbers = formatAccountNumbers(account, country);
  return { accountName: account.accountName, ...numbers, payId: config.payId, reference };
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
