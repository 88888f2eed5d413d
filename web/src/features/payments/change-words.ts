import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import type { ChangeRequest, MoneyPlan } from '@kerb/domain/payments/change-after-payment.contract.ts';
import { type AgreementStatus, statusLabel } from '@kerb/domain/vocabulary/agreement-status.ts';
import { financeOptionLabels } from '@kerb/domain/vocabulary/value-lists.ts';
import { longDay } from '@kerb/web/design/dates.ts';
import { moneyText } from '@kerb/web/design/money.tsx';

type Change = ChangeRequest['change'];

/** The label of the button that carries out the change: what it does. */
export function changeLabel(agreement: Agreement, { campaignBudget, financeOptionCode, serviceFee }: Change): string {
  const isOtherBudget = campaignBudget !== undefined && campaignBudget !== agreement.campaignBudget;
  const isOtherOption = financeOptionCode !== undefined && financeOptionCode !== agreement.financeOptionCode;
  if (isOtherBudget && isOtherOption) return 'Change budget and option';
  if (isOtherBudget) return `Change the budget to ${moneyText(campaignBudget)}`;
  if (isOtherOption) return `Change to ${financeOptionLabels[financeOptionCode]}`;
  return serviceFee === undefined ? 'Recalculate' : `Change the service fee to ${moneyText(serviceFee)}`;
}

/** Approved means paid if the campaign is paid upfront. */
function statusWords(agreement: Agreement, status: AgreementStatus, { after }: MoneyPlan): string {
  if (status === 'approved' && after.paymentState === 'paid') return 'Paid';
  return statusLabel(status, agreement.campaignBudgetFundsPurpose);
}

function invoiceWords({ amount, paidAmount, dueDate }: NonNullable<MoneyPlan['newInvoice']>): string {
  const issued = `A new invoice for ${moneyText(amount)} is issued.`;
  if (paidAmount === amount) return `${issued} The money that was received pays it.`;
  const rest = paidAmount === 0 ? 'It is' : `${moneyText(amount - paidAmount)} of it is`;
  return `${issued} ${rest} due by ${longDay(dueDate)}.`;
}

/** What else the change does: which invoices end and begin, and the status afterwards. */
export function consequences(agreement: Agreement, plan: MoneyPlan): string[] {
  const { newInvoice, voidedInvoices, status } = plan;
  return [
    ...voidedInvoices.map(({ id, amount }) => `Invoice ${id} for ${moneyText(amount)} is voided.`),
    ...(newInvoice ? [invoiceWords(newInvoice)] : []),
    ...(status.before === status.after
      ? []
      : [`The status of the campaign becomes ${statusWords(agreement, status.after, plan)}.`]),
    ...(plan.endsSignatures
      ? ['The agreement has changed, so it must be signed again. Earlier signatures no longer count.']
      : []),
    'The payers and the team are told by email.',
  ];
}
