import type { Day } from '@kerb/domain/kernel/dates.ts';
import { type Cents, centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { type BookedReceipt, type Divided, inOrder } from '@kerb/domain/loan-books/repayments.ts';
import type { PaymentMethod } from '@kerb/domain/payments/payments.contract.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

/** A repayment or a written-off rest, and what the ledger has of it. */
export type PostedReceipt = BookedReceipt & {
  /** False once a repayment was voided. */
  isValid: boolean;
  divided: Divided;
} & (
    | { kind: 'repayment'; paymentId: number; method: PaymentMethod; cash: Cents }
    | { kind: 'write-off'; line: string }
  );

type DividedRow = { fees: string; interest: string; principal: string };
type PaymentRow = DividedRow & {
  recovered: string;
  id: number;
  day: Day;
  amount: string;
  isValid: boolean;
  method: PaymentMethod;
  cash: string;
};
type WriteOffRow = DividedRow & { line: string; day: Day; amount: string };

const dividedOf = ({ fees, interest, principal, recovered = '0' }: DividedRow & { recovered?: string }): Divided => ({
  fees: centsFromDecimal(fees),
  interest: centsFromDecimal(interest),
  principal: centsFromDecimal(principal),
  recovered: centsFromDecimal(recovered),
});

const divided = sql`
  coalesce(-sum(e.amount) filter (where e.account = 'charges'), 0) as fees,
  coalesce(-sum(e.amount) filter (where e.account = 'accrued'), 0) as interest,
  coalesce(-sum(e.amount) filter (where e.account in ('loans', 'agreed')), 0) as principal`;

/** Every repayment of a loan, also the voided ones, and every rest that was written off, in their order. */
export async function receiptsOf(db: Database | Tx, agreementId: number): Promise<PostedReceipt[]> {
  const payments = await sql<PaymentRow>`
    select p.id, p.payment_date as day, p.amount, p.status = 'approved' as is_valid, p.method, l.*
    from payments p cross join lateral (
      select ${divided}, coalesce(-sum(e.amount) filter (where e.account = 'writeoffs'), 0) as recovered,
        coalesce(sum(e.amount) filter (where e.account in ('trust', 'bank', 'elsewhere')), 0) as cash
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id where t.payment_id = p.id) l
    where p.agreement_id = ${agreementId} and p.kind = 'repayment'`.execute(db);
  const writeOffs = await sql<WriteOffRow>`
    select t.line, min(t.day) as day, ${divided},
      coalesce(sum(e.amount) filter (where e.account = 'writeoffs'), 0) as amount
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.agreement_id = ${agreementId} and t.event = 'write-off' group by t.line`.execute(db);
  const receipts: PostedReceipt[] = [
    ...payments.rows.map(
      ({ id, day, amount, isValid, method, cash, ...row }): PostedReceipt => ({
        ...{ kind: 'repayment', key: `P${id}`, at: id, paymentId: id, day, isValid, method },
        ...{ amount: centsFromDecimal(amount), cash: centsFromDecimal(cash), divided: dividedOf(row) },
      }),
    ),
    ...writeOffs.rows.map(
      ({ line, day, amount, ...row }): PostedReceipt => ({
        ...{ kind: 'write-off', key: line, at: Number(line.slice(1)), line, day, isValid: true },
        ...{ amount: centsFromDecimal(amount), divided: dividedOf(row) },
      }),
    ),
  ];
  return receipts.toSorted(inOrder);
}
