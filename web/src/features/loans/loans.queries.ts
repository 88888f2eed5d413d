import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import {
  loanAccountEndpoints,
  type NewRepayment,
  type WritingOff,
} from '@kerb/domain/loan-books/loan-account.contract.ts';
import type { LoanInvoiceType } from '@kerb/domain/loans/loan-invoices.ts';
import {
  type LoanRequestAnswer,
  loanRequestEndpoints,
  type NewLoanRequest,
} from '@kerb/domain/loans/loan-requests.contract.ts';
import { loanEndpoints } from '@kerb/domain/loans/loans.contract.ts';
import { refreshCampaign } from '@kerb/web/features/campaigns/campaign-changes.ts';
import { campaignKeys } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { call, type Versioned } from '@kerb/web/platform/api-client.ts';
import { thenRefresh } from '@kerb/web/platform/change-then-refresh.ts';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';

const loanKey = (id: number) => campaignKeys.part(id, 'loan');

export const loanQueries = {
  /** Fetched again whenever the campaign has changed, because the loan is calculated from its fields. */
  of: ({ value: { id }, version }: Versioned<Agreement>) =>
    queryOptions({
      queryKey: [...loanKey(id), 'of', version],
      queryFn: ({ signal }) => call(loanEndpoints.get, { params: { id }, query: {}, signal }),
      placeholderData: keepPreviousData,
    }),
  /** The cost of repaying on that day. */
  on: ({ value: { id }, version }: Versioned<Agreement>, date: Day) =>
    queryOptions({
      queryKey: [...loanKey(id), 'on', version, date],
      queryFn: ({ signal }) => call(loanEndpoints.get, { params: { id }, query: { date }, signal }),
      placeholderData: keepPreviousData,
    }),
  /** The loan as the ledger has it. */
  account: ({ value: { id }, version }: Versioned<Agreement>) =>
    queryOptions({
      queryKey: [...loanKey(id), 'account', version],
      queryFn: ({ signal }) => call(loanAccountEndpoints.get, { params: { id }, query: {}, signal }),
      placeholderData: keepPreviousData,
    }),
  /** Requests of payers for more time. */
  requests: ({ value: { id }, version }: Versioned<Agreement>) =>
    queryOptions({
      queryKey: [...loanKey(id), 'requests', version],
      queryFn: ({ signal }) => call(loanRequestEndpoints.list, { params: { id }, signal }),
      placeholderData: keepPreviousData,
    }),
  contacts: ({ value: { id }, version }: Versioned<Agreement>) =>
    queryOptions({
      queryKey: [...loanKey(id), 'contacts', version],
      queryFn: ({ signal }) => call(loanEndpoints.invoiceContacts, { params: { id }, signal }),
      placeholderData: keepPreviousData,
    }),
  confirmed: (code: string) =>
    queryOptions({
      queryKey: ['payout-letter', code],
      queryFn: ({ signal }) => call(loanEndpoints.confirmPayout, { params: { code }, signal }),
      retry: false,
    }),
};

/** The loan's actions apart from saving its fields. Each one updates the screen with the server's new state. */
export function useLoanChanges(id: number) {
  const client = useQueryClient();
  const params = { id };
  const refresh = () => refreshCampaign(client, id);
  const afterwards = thenRefresh(() => void refresh());
  return {
    refresh,
    /** Requests with the same key record one repayment. */
    repay: (body: NewRepayment, idempotencyKey: string) =>
      call(loanAccountEndpoints.repay, { params, body, idempotencyKey }),
    writeOffRest: (body: WritingOff, idempotencyKey: string) =>
      call(loanAccountEndpoints.writeOffRest, { params, body, idempotencyKey }),
    askWriteOff: (body: WritingOff, idempotencyKey: string) =>
      call(loanAccountEndpoints.askWriteOff, { params, body, idempotencyKey }),
    reverseWriteOff: (body: WritingOff, idempotencyKey: string) =>
      call(loanAccountEndpoints.reverseWriteOff, { params, body, idempotencyKey }),
    askForTerms: (body: NewLoanRequest, idempotencyKey: string) =>
      call(loanRequestEndpoints.ask, { params, body, idempotencyKey }),
    answerTerms: (requestId: number, body: LoanRequestAnswer, idempotencyKey: string) =>
      call(loanRequestEndpoints.answer, { params: { id, requestId }, body, idempotencyKey }),
    resendApproval: () => afterwards(call(loanEndpoints.sendApprovedEmail, { params })),
    sendInvoice: (type: LoanInvoiceType) => afterwards(call(loanEndpoints.sendInvoice, { params, body: { type } })),
    generateInvoice: (type: LoanInvoiceType) =>
      afterwards(call(loanEndpoints.generateInvoice, { params, body: { type } })),
    issueLetter: (date: Day) => afterwards(call(loanEndpoints.issuePayoutLetter, { params, body: { date } })),
  };
}
