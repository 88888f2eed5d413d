import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import type { BatchStatus } from '@kerb/domain/batches/batch-moves.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { addDays, type Day } from '@kerb/domain/kernel/dates.ts';
import { type Cents, centsFromDecimal, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { longestWay, type PaidOut } from '@kerb/domain/statements/propose-transfers.ts';
import type { LineTransfer } from '@kerb/domain/statements/statements.contract.ts';
import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

type Row = {
  batchId: number;
  status: BatchStatus;
  agreementId: number | null;
  amount: string;
  day: Day;
  isBounced: boolean;
  campaignName: string;
  campaignBudgetFundsPurpose: FundsPurpose;
  tenantId: number;
  tenantName: string;
};
export type FoundTransfer = PaidOut & Omit<Row, 'amount'>;

const found = ({ amount, ...row }: Row): FoundTransfer => ({ ...row, amountCents: centsFromDecimal(amount) });

/** One row for each batch `b` and one for each of its payments, as the bank may show them. */
const paidOut = sql`
  select b.id as batch_id, b.status, b.processing_date::date as day, p.*, a.name as campaign_name,
    a.campaign_budget_funds_purpose, a.tenant_id, t.name as tenant_name
  from batches b cross join lateral (
    select null::bigint as agreement_id, b.total as amount, false as is_bounced
    union all select i.agreement_id, i.amount, i.returned_date is not null from batch_items i where i.batch_id = b.id) p
  left join agreements a on a.id = p.agreement_id left join tenants t on t.id = a.tenant_id
  where b.status in ('processing', 'transferred')`;

type Line = { amountCents: Cents; date: Day };

/** What batches paid, or got back, in the amounts of these lines, and no line is matched with yet. */
export async function transfersFor(db: Database | Tx, lines: readonly Line[]): Promise<FoundTransfer[]> {
  const [first] = lines.map(({ date }) => date).toSorted();
  if (first === undefined) return [];
  const amounts = (sign: number) =>
    lines
      .filter(({ amountCents }) => Math.sign(amountCents) === sign)
      .map((line) => decimalFromCents(Math.abs(line.amountCents)));
  const taken = (sign: number) => sql`exists (select from bank_statement_lines l where l.batch_id = b.id
    and sign(l.amount) = ${sql.lit(sign)} and (l.batch_agreement_id is null or p.agreement_id is null
      or l.batch_agreement_id = p.agreement_id))`;
  const { rows } = await sql<Row>`${paidOut} and b.processing_date > ${addDays(first, -longestWay.back - 1)}::date
    and ((p.amount = any(${amounts(-1)}::numeric[]) and not ${taken(-1)})
      or (p.amount = any(${amounts(1)}::numeric[]) and b.status = 'transferred' and not ${taken(1)}))
    and (p.agreement_id is null or p.amount <> b.total or ${amounts(1).length > 0})
    order by b.id desc, p.agreement_id nulls first limit 1000`.execute(db);
  return rows.map(found);
}

/** The transfers that these lines are matched with, by batch and campaign. */
export async function matchedTransfers(db: Database | Tx, batchIds: readonly number[]): Promise<FoundTransfer[]> {
  if (batchIds.length === 0) return [];
  const { rows } = await sql<Row>`${paidOut} and b.id = any(${batchIds}::bigint[])`.execute(db);
  return rows.map(found);
}

export const transferView = (row: FoundTransfer, country: CountryRules): LineTransfer => ({
  batch: row.batchId,
  status: row.status,
  amount: row.amountCents,
  isBounced: row.isBounced,
  campaign:
    row.agreementId === null
      ? null
      : {
          agreement: row.agreementId,
          tenant: row.tenantId,
          tenantName: row.tenantName,
          flowNumber: flowNumber(
            { id: row.agreementId, campaignBudgetFundsPurpose: row.campaignBudgetFundsPurpose },
            country.code,
          ),
          name: row.campaignName,
        },
});
