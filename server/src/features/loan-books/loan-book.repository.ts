import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import { addDays, type Day, dayIn } from '@kerb/domain/kernel/dates.ts';
import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { type Ageing, ageings } from '@kerb/domain/loan-books/ageings.ts';
import type {
  LoanBook,
  LoanBookFilters,
  LoanBookRow,
  LoanBookTotal,
} from '@kerb/domain/loan-books/loan-book.contract.ts';
import { arrearsGroupNames, arrearsGroups } from '@kerb/domain/loans/arrears.ts';
import { loanBookColumns } from '@kerb/domain/reports/loan-book-columns.ts';
import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';
import { campaignCells } from '@kerb/server/features/agreements/campaign-cells.ts';
import { lvrSql } from '@kerb/server/features/loan-books/loan-portfolio.ts';
import { csvLine } from '@kerb/server/platform/csv/cells.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { pageClause } from '@kerb/server/platform/database/lists.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type RawBuilder, sql } from 'kysely';

type Asked = LoanBookFilters & { page: number; perPage: number };
/** Each time zone of an organisation, and its current day. */
type Zone = { zone: string; today: Day };

const mostPerPage = 100;
const lastDay: Day = '9999-12-31';

async function zonesOf({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Zone[]> {
  const zones = await db.selectFrom('tenants').select('defaultTimeZone').distinct().execute();
  return zones.map(({ defaultTimeZone: zone }) => ({ zone, today: dayIn(zone, clock.now()) }));
}

const days = sql`(z.today - l.due_date)`;
const daysPastDue = sql`case when l.due_date < z.today then ${days} else 0 end`;
const ageingOf = sql`case when l.due_date >= z.today then 'not-due' ${sql.join(
  arrearsGroupNames
    .toReversed()
    .map((name) => sql`when ${days} >= ${sql.lit(arrearsGroups[name].from)} then ${sql.lit(name)}`),
  sql` `,
)} end`;

const todays = (zones: readonly Zone[]): RawBuilder<unknown> =>
  sql`(select * from unnest(${zones.map(({ zone }) => zone)}::text[], ${zones.map(({ today }) => today)}::date[]) z (zone, today)) z`;

/** The filters except the group. `a` is the campaign, if its share of the sale is asked for. */
function wanted({ tenant, dueFrom, dueTo, undated, lvr }: LoanBookFilters): RawBuilder<unknown> {
  const conditions = [
    ...(tenant === undefined ? [] : [sql`and l.tenant_id = ${tenant}`]),
    ...(dueFrom === undefined ? [] : [sql`and l.due_date >= ${dueFrom}::date`]),
    // A loan without a due day has 'infinity'.
    ...(dueFrom === undefined && dueTo === undefined ? [] : [sql`and l.due_date <= ${dueTo ?? lastDay}::date`]),
    ...(undated ? [sql`and l.due_date = 'infinity'`] : []),
    ...(lvr === undefined ? [] : [sql`and ${lvrSql} = ${lvr}`]),
  ];
  return sql.join(conditions, sql` `);
}

/** The loans of the filters. `z.today` is the organisation's day. */
const owedLoans = (zones: readonly Zone[], filters: LoanBookFilters): RawBuilder<unknown> => sql`
  from loan_accounts l join tenants t on t.id = l.tenant_id join ${todays(zones)} on z.zone = t.default_time_zone
  ${filters.lvr === undefined ? sql`` : sql`join agreements a on a.id = l.agreement_id`}
  where l.is_owed ${wanted(filters)}`;

/** The loans of a group. The first condition is for the index: the day differs between time zones by one at most. */
function ofAgeing(zones: readonly Zone[], ageing: Ageing | undefined): RawBuilder<unknown> {
  const today = zones[0]?.today;
  if (ageing === undefined || today === undefined) return sql``;
  if (ageing === 'not-due') return sql`and l.due_date >= ${addDays(today, -1)}::date and l.due_date >= z.today`;
  const { from, to } = arrearsGroups[ageing];
  const latest = sql`and l.due_date <= ${addDays(today, 1 - from)}::date and ${days} >= ${from}`;
  return to === null ? latest : sql`${latest} and l.due_date >= ${addDays(today, -1 - to)}::date and ${days} <= ${to}`;
}

type Amounts = { principal: string; fees: string; interest: string };
const owing = ({ principal, fees, interest }: Amounts) => {
  const amounts = {
    principal: centsFromDecimal(principal),
    fees: centsFromDecimal(fees),
    interest: centsFromDecimal(interest),
  };
  return { ...amounts, owed: amounts.principal + amounts.fees + amounts.interest };
};

export const totalsStatement = (zones: readonly Zone[], filters: LoanBookFilters) => sql<
  Amounts & { ageing: Ageing; loans: number }
>`
  select ${ageingOf} as ageing, count(*) as loans, sum(l.principal) as principal, sum(l.fees) as fees,
    sum(l.interest) as interest ${owedLoans(zones, filters)} group by 1`;

async function totalsOf(db: Database, zones: readonly Zone[], filters: LoanBookFilters): Promise<LoanBookTotal[]> {
  const { rows } = await totalsStatement(zones, filters).execute(db);
  return ageings.map((ageing) => {
    const { loans = 0, ...amounts } = rows.find((row) => row.ageing === ageing) ?? {};
    return { ageing, loans, ...owing({ principal: '0', fees: '0', interest: '0', ...amounts }) };
  });
}

/** What every loan owes, by how late it is. */
export const readLoanTotals = async (deps: Pick<Deps, 'db' | 'clock'>): Promise<LoanBookTotal[]> =>
  totalsOf(deps.db, await zonesOf(deps), {});

type Row = Amounts & {
  id: number;
  name: string;
  campaignBudgetFundsPurpose: FundsPurpose;
  tenantId: number;
  tenantName: string;
  accruedUntil: Day;
  dueDate: Day | null;
  daysPastDue: number;
  ageing: Ageing;
  answerBy: Day | null;
  isAnswerLate: boolean;
};

const viewOf = ({ id, tenantId, campaignBudgetFundsPurpose, ...row }: Row, { country }: Pick<Deps, 'country'>) =>
  ({
    agreement: id,
    flowNumber: flowNumber({ id, campaignBudgetFundsPurpose }, country.code),
    name: row.name,
    tenant: tenantId,
    tenantName: row.tenantName,
    ...owing(row),
    accruedUntil: row.accruedUntil,
    dueDate: row.dueDate,
    daysPastDue: row.daysPastDue,
    ageing: row.ageing,
    answerBy: row.answerBy,
    isAnswerLate: row.isAnswerLate,
  }) satisfies LoanBookRow;

/** A page of the loans that are owed, the longest past due first, and the totals of each group. */
export async function readLoanBook(deps: Pick<Deps, 'db' | 'clock' | 'country'>, asked: Asked): Promise<LoanBook> {
  const zones = await zonesOf(deps);
  const totals = await totalsOf(deps.db, zones, asked);
  const { rows } = await sql<Row>`
    select a.id, a.name, a.campaign_budget_funds_purpose, l.tenant_id, t.name as tenant_name, l.principal, l.fees,
      l.interest, l.accrued_until, case when isfinite(l.due_date) then l.due_date end as due_date,
      ${daysPastDue} as days_past_due, ${ageingOf} as ageing, r.answer_by,
      coalesce(r.answer_by < z.today, false) as is_answer_late
    from (
      select l.agreement_id ${owedLoans(zones, asked)} ${ofAgeing(zones, asked.ageing)}
      order by l.due_date, l.agreement_id ${pageClause(asked, mostPerPage)}) found
    join loan_accounts l on l.agreement_id = found.agreement_id join tenants t on t.id = l.tenant_id
    join ${todays(zones)} on z.zone = t.default_time_zone join agreements a on a.id = l.agreement_id
    left join loan_requests r on r.agreement_id = l.agreement_id and r.outcome is null and r.ended_date is null
    order by l.due_date, l.agreement_id`.execute(deps.db);
  const counted = totals.filter(({ ageing }) => asked.ageing === undefined || ageing === asked.ageing);
  return {
    items: rows.map((row) => viewOf(row, deps)),
    totalItems: counted.reduce((sum, { loans }) => sum + loans, 0),
    totals,
  };
}

/** The same loans as lines of a file. */
export async function loanBookLines(deps: Pick<Deps, 'db' | 'clock' | 'country'>, filters: LoanBookFilters) {
  const zones = await zonesOf(deps);
  const { flowNumber: flow, organisation, campaign } = campaignCells(deps.country);
  const line = csvLine(
    loanBookColumns,
    {
      ...{ flowNumber: flow, organisation, campaign },
      ...{ principal: sql`l.principal`, fees: sql`l.fees`, interest: sql`l.interest` },
      owed: sql`l.principal + l.fees + l.interest`,
      accruedUntil: sql`l.accrued_until`,
      due: sql`case when isfinite(l.due_date) then l.due_date end`,
      ...{ daysPastDue, ageing: ageingOf },
    },
    sql`t.default_time_zone`,
  );
  const select = sql<{ line: string }>`
    select ${line} as line
    from loan_accounts l join tenants t on t.id = l.tenant_id join ${todays(zones)} on z.zone = t.default_time_zone
    join agreements a on a.id = l.agreement_id
    where l.is_owed ${wanted(filters)}
      ${ofAgeing(zones, filters.ageing)}
    order by l.due_date, l.agreement_id`;
  return { select, count: null };
}
