import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { OwnAccount } from '@kerb/domain/payments/own-accounts.ts';
import { type AgreementStatus, statusOfRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import { sql } from 'kysely';
import { cents, type World } from './world.ts';

type PaymentFacts = {
  id: number;
  status: 'pending' | 'approved' | 'voided';
  method: 'card' | 'direct-deposit' | 'manual';
  total: Cents;
  isBeingVoided: boolean;
  wasApproved: boolean;
  reference: string;
  refundReference: string | null;
};

/** A part of a payment that goes back. The amount includes the fee that is kept. */
type RefundFacts = {
  paymentId: number;
  method: PaymentFacts['method'];
  reference: string;
  status: 'requested' | 'made' | 'refused' | 'failed';
  amount: Cents;
  fee: Cents;
};

/** What a sequence knows of a campaign: enough to choose steps that make sense. */
export type CampaignFacts = {
  id: number;
  status: AgreementStatus;
  option: FinanceOptionCode | null;
  budget: Cents;
  additional: Cents;
  signedOn: string | null;
  repaidOn: string | null;
  /** The first and the last day of the loan, as stored. */
  startsOn: string | null;
  endsOn: string | null;
  payments: PaymentFacts[];
  refunds: RefundFacts[];
  invoices: { id: number; status: string }[];
};

type Row = {
  id: number;
  status: number;
  financeOptionCode: FinanceOptionCode | null;
  campaignBudget: string | null;
  campaignAdditionalAmount: string | null;
  campaignFinanceSignatureDate: string | null;
  campaignFinanceRepaidDate: string | null;
  campaignFinanceLoanStartDate: string | null;
  loanEndDate: string | null;
};

const factsOf = (row: Row) => ({
  id: row.id,
  status: statusOfRank(row.status),
  option: row.financeOptionCode,
  budget: cents(row.campaignBudget ?? 0),
  additional: cents(row.campaignAdditionalAmount ?? 0),
  signedOn: row.campaignFinanceSignatureDate,
  repaidOn: row.campaignFinanceRepaidDate,
  startsOn: row.campaignFinanceLoanStartDate,
  endsOn: row.loanEndDate,
});

export async function readCampaigns({ stage, tenantId }: World): Promise<CampaignFacts[]> {
  const { rows } = await sql<Row>`
    select id, status, finance_option_code, campaign_budget, campaign_additional_amount,
      campaign_finance_signature_date::text, campaign_finance_repaid_date::text,
      campaign_finance_loan_start_date::text, loan_end_date::text
    from agreements where tenant_id = ${tenantId} order by id`.execute(stage.db);
  const payments = await sql<Omit<PaymentFacts, 'total'> & { agreementId: number; total: string }>`
    select agreement_id, id, status, method, amount + surcharge as total, approval_date is not null as was_approved,
      status = 'approved' and void_requested_date is not null as is_being_voided, reference, refund_reference
    from payments where agreement_id in (select id from agreements where tenant_id = ${tenantId})
    order by id`.execute(stage.db);
  const invoices = await sql<{ agreementId: number; id: number; status: string }>`
    select agreement_id, id, status from invoices
    where agreement_id in (select id from agreements where tenant_id = ${tenantId}) order by id`.execute(stage.db);
  const refunds = await sql<Omit<RefundFacts, 'amount' | 'fee'> & { agreementId: number; amount: string; fee: string }>`
    select r.agreement_id, r.payment_id, p.method, r.reference, r.status, r.amount, r.fee
    from part_refunds r join payments p on p.id = r.payment_id
    where r.agreement_id in (select id from agreements where tenant_id = ${tenantId}) order by r.id`.execute(stage.db);
  return rows.map((row) => ({
    ...factsOf(row),
    refunds: refunds.rows
      .filter(({ agreementId }) => agreementId === row.id)
      .map(({ agreementId: _, amount, fee, ...refund }) => ({ ...refund, amount: cents(amount), fee: cents(fee) })),
    payments: payments.rows
      .filter(({ agreementId }) => agreementId === row.id)
      .map(({ agreementId: _, total, ...payment }) => ({ ...payment, total: cents(total) })),
    invoices: invoices.rows.filter(({ agreementId }) => agreementId === row.id),
  }));
}

export type BatchFacts = { id: number; status: string; total: Cents; createdByUserId: number };

export async function readBatches({ stage, tenantId }: World): Promise<BatchFacts[]> {
  const { rows } = await sql<Omit<BatchFacts, 'total'> & { total: string }>`
    select id, status, total, created_by_user_id from batches
    where id in (select batch_id from batch_items where tenant_id = ${tenantId}) order by id`.execute(stage.db);
  return rows.map(({ total, ...batch }) => ({ ...batch, total: cents(total) }));
}

export type LineFacts = {
  id: number;
  /** The number of the arrival at the bank account that it shows. */
  serial: number;
  amount: Cents;
  state: string;
  paymentId: number | null;
  /** Its payment was recorded by hand before. */
  isLinked: boolean;
  isPayout: boolean;
  /** The account whose statement has it. */
  account: OwnAccount;
  /** Whether its payment repays a loan. */
  isRepayment: boolean;
};

/** The statement lines of this world have its number in their words. */
export async function readLines({ stage, tenantId }: World): Promise<LineFacts[]> {
  const { rows } = await sql<Omit<LineFacts, 'amount' | 'serial'> & { amount: string; words: string }>`
    select l.id, l.words, l.amount, l.state, l.payment_id, l.is_linked, l.payout_id is not null as is_payout, s.account,
      coalesce(p.kind = 'repayment', false) as is_repayment
    from bank_statement_lines l join bank_statements s on s.id = l.statement_id
    left join payments p on p.id = l.payment_id
    where l.words like ${`%W${tenantId}W%`} order by l.id`.execute(stage.db);
  return rows.map(({ amount, words, ...line }) => {
    const serial = Number(/ (\d+)$/.exec(words)?.[1]);
    return { ...line, serial, amount: cents(amount) };
  });
}
