import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import { type Cents, divideRounded } from '@kerb/domain/kernel/money.ts';
import type { AmountDue } from '@kerb/domain/payments/amount-due.ts';
import type { InvoiceLineType, InvoiceStatus } from '@kerb/domain/payments/invoice-status.ts';

type PaidInvoice = { status: InvoiceStatus; amount: Cents; paidAmount: Cents };
export type InvoiceLine = { type: InvoiceLineType; amount: Cents; description: string };

/** The tax that an amount includes, to the cent. */
export const taxWithin = (amountCents: Cents, gstBasisPoints: number): Cents =>
  Number(divideRounded(BigInt(amountCents) * BigInt(gstBasisPoints), BigInt(10_000 + gstBasisPoints)));

export type Billed = Pick<AmountDue, 'campaignBudget' | 'discount' | 'serviceFee'> & { surcharge: Cents };
export type BillWords = { budget: string; serviceFee: string; surcharge: string };
type Tax = { gstBasisPoints: number };

/**
 * The lines of an invoice. The budget is passed on to the organisation, which invoices its own tax. The platform
 * invoices the tax within the service fee and the surcharge.
 */
export function invoiceLines(billed: Billed, words: BillWords, { gstBasisPoints }: Tax): InvoiceLine[] {
  const { campaignBudget, discount, serviceFee, surcharge } = billed;
  const feeTax = taxWithin(serviceFee, gstBasisPoints);
  const surchargeTax = taxWithin(surcharge, gstBasisPoints);
  const lines: InvoiceLine[] = [
    { type: 'sale', amount: campaignBudget, description: words.budget },
    { type: 'disc', amount: -discount, description: 'Discount' },
    { type: 'fee', amount: serviceFee - feeTax, description: words.serviceFee },
    { type: 'fee', amount: surcharge - surchargeTax, description: words.surcharge },
    { type: 'tax', amount: feeTax + surchargeTax, description: `GST ${gstBasisPoints / 100}%` },
  ];
  return lines.filter(({ amount }) => amount !== 0);
}

export const invoiceAmount = (lines: readonly Pick<InvoiceLine, 'amount'>[]): Cents =>
  lines.reduce((sum, { amount }) => sum + amount, 0);

/** What an invoice still asks for. A draft and a voided invoice ask for nothing. */
export const unpaidAmount = ({ status, amount, paidAmount }: PaidInvoice): Cents =>
  status === 'issued' || status === 'paid' ? amount - paidAmount : 0;

/** The status of a valid invoice by what was paid on it. */
export const statusByPaid = ({ amount, paidAmount }: Omit<PaidInvoice, 'status'>): InvoiceStatus =>
  paidAmount === amount ? 'paid' : 'issued';

/**
 * An invoice with payments cannot be voided: refund the payment first. Nor can the rest of a bill that is partly paid:
 * the campaign would then count as paid.
 */
export function decideVoidInvoice(
  invoice: { status: InvoiceStatus; paidAmount: Cents },
  campaign: { hasMoney: boolean },
): Decision<null> {
  if (invoice.status === 'voided') return refuse('already-voided', 'This invoice has already been voided.');
  if (invoice.paidAmount > 0)
    return refuse('invoice-paid', 'Money has been paid on this invoice. Void the payment first.');
  if (campaign.hasMoney) {
    return refuse(
      'still-due',
      'This invoice asks for the rest of a bill that is partly paid. Change the budget instead.',
    );
  }
  return allow(null);
}
