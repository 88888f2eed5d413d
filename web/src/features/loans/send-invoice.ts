import { invoiceNotSent, type LoanInvoiceType } from '@kerb/domain/loans/loan-invoices.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useLoanChanges } from '@kerb/web/features/loans/loans.queries.ts';

/** Sends a loan invoice, and shows the outcome. */
export function useSendInvoice(id: number) {
  const { sendInvoice } = useLoanChanges(id);
  return async (type: LoanInvoiceType): Promise<void> => {
    try {
      const { success } = await withProgress('Sending Loan Invoice ...', () => sendInvoice(type));
      if (!success) throw new Error('the loan invoice was not sent');
      toast.success('Sent');
    } catch (error) {
      toast.error(error);
      toast.error(invoiceNotSent);
    }
  };
}
