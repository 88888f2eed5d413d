import type { Transfer } from '@kerb/domain/batches/owed.ts';
import type { ExpectedCash } from '@kerb/domain/dashboard/cash-forecast.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { OwedGroup } from '@kerb/server/features/batches/sum-owed.ts';
import { loansByDueDay } from '@kerb/server/features/loan-books/loan-portfolio.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { type RawBuilder, sql } from 'kysely';

type Row = { day: Day | null; campaigns: number; amount: string };

/** Loans that are approved and not signed. The ledger has nothing of them yet, so their amounts are the campaign's. */
export const drawdownStatement: RawBuilder<Row> = sql<Row>`
  select coalesce(a.campaign_finance_drawdown_date, a.campaign_planned_start_date) as day, count(*) as campaigns,
    coalesce(sum(a.campaign_budget + coalesce(a.campaign_additional_amount, 0)), 0) as amount
  from agreements a
  where a.status = ${sql.lit(statusRank('approved'))} and a.finance_option_code <> 'pn'
    and a.tenant_id <> ${sql.lit(platformTenantId)}
  group by 1`;

/** What valid invoices still ask for, by the first due day of each campaign. */
export const invoiceStatement: RawBuilder<Row> = sql<Row>`
  select i.day, count(*) as campaigns, sum(b.payer) as amount
  from campaign_books b left join lateral (
    select min(i.due_date) as day from invoices i
    where i.agreement_id = b.agreement_id and i.status = 'issued') i on true
  where b.payer > 0 group by 1`;

const cashOf =
  (line: ExpectedCash['line']) =>
  ({ day, campaigns, amount }: Row): ExpectedCash => ({ line, day, campaigns, amount: centsFromDecimal(amount) });

/** Funds wait for a person or for the payer; nobody knows how long. */
const withoutDay: ReadonlySet<Transfer> = new Set<Transfer>(['manual', 'due', 'refunding', 'too-large']);

const cashOfOwed =
  (today: Day) =>
  ({ transfer, campaigns, amount, paymentDate }: OwedGroup): ExpectedCash => {
    if (transfer === 'in-batch') return { line: 'batches', day: today, campaigns, amount };
    return { line: 'organisations', day: withoutDay.has(transfer) ? null : paymentDate, campaigns, amount };
  };

/** All money that is expected: from the ledger and the loan accounts, and approved loans. */
export async function expectedCash(db: Database, groups: readonly OwedGroup[], today: Day): Promise<ExpectedCash[]> {
  const drawdowns = await drawdownStatement.execute(db);
  const invoices = await invoiceStatement.execute(db);
  const loans = await loansByDueDay(db);
  return [
    ...drawdowns.rows.map(cashOf('drawdowns')),
    ...invoices.rows.map(cashOf('invoices')),
    ...groups.map(cashOfOwed(today)),
    ...loans.map(({ day, loans: campaigns, owed, ahead }) => ({
      ...{ line: 'loans' as const, day, campaigns },
      ...{ amount: owed + ahead, ahead },
    })),
  ];
}
