import { flowNumbersIn } from '@kerb/domain/agreements/flow-number.ts';
import type { CountryCode } from '@kerb/domain/countries/country.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { type Cents, centsFromDecimal, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { paidBy } from '@kerb/domain/payments/amount-due.ts';
import { payableIn } from '@kerb/domain/payments/may-pay.ts';
import type { BilledKind } from '@kerb/domain/payments/payments.contract.ts';
import { type Candidate, namesIn } from '@kerb/domain/statements/propose-matches.ts';
import { statusOfRank, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FinanceOptionCode, FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { type RawBuilder, sql } from 'kysely';

export type CampaignCandidate = Candidate & { name: string; tenantId: number; tenantName: string };

type Row = Omit<
  CampaignCandidate,
  'status' | 'campaignBudget' | 'terms' | 'paidCents' | 'payers' | 'deposits' | 'loan'
> & {
  status: number;
  campaignBudget: string | null;
  campaignBudgetFundsPurpose: FundsPurpose;
  financeOptionCode: FinanceOptionCode | null;
  isOffered: boolean;
  offeredFee: string | null;
  serviceFee: string | null;
  discount: string | null;
  paid: string;
  payers: { firstName: string; surname: string }[];
  deposits: { id: number; date: Day; amount: string }[];
  loan: { owed: string; interest: { day: Day; amount: string }[] } | null;
};

const cents = (decimal: string | null): Cents | null => (decimal === null ? null : centsFromDecimal(decimal));

function candidateOf({ isOffered, offeredFee, serviceFee, discount, paid, ...row }: Row): CampaignCandidate {
  const isFeeOnly = !paidBy[row.financeOptionCode ?? 'pn']?.includesBudget;
  const terms = { serviceFee: cents(offeredFee ?? (isFeeOnly ? serviceFee : null)), discount: cents(discount) };
  return {
    ...row,
    status: statusOfRank(row.status),
    campaignBudget: cents(row.campaignBudget),
    terms: isOffered ? terms : null,
    paidCents: centsFromDecimal(paid),
    loan: row.loan && {
      owed: centsFromDecimal(row.loan.owed),
      interest: row.loan.interest.map(({ day, amount }) => ({ day, amount: centsFromDecimal(amount) })),
    },
    deposits: row.deposits.map(({ id, date, amount }) => ({ id, date, amountCents: centsFromDecimal(amount) })),
  };
}

const option = sql`coalesce(a.finance_option_code, 'pn')`;
/** The payer's money of a campaign `a` with its balances `b`, without the surcharges of its cards. */
const paid = sql`coalesce(b.settled - b.received - b.held
  - (select coalesce(sum(p.surcharge), 0) from payments p
      where p.agreement_id = a.id and p.status = 'approved' and p.void_requested_date is null), 0)`;

/** Bank transfers `p` that were recorded by hand, and that no statement line is matched with. */
const isRecordedDeposit = sql`p.method = 'direct-deposit' and p.status = 'approved'
  and not exists (select from bank_statement_lines l where l.payment_id = p.id)`;
const depositAmount = sql`p.amount + p.surcharge`;

/** A statement is imported within this many days of its lines. For an older line the proposal owes a little less. */
const latestDays = 62;

/** What a drawn loan owes, with the interest of the last days, if it is not repaid. */
const owedLoan = sql`
  case when a.campaign_finance_repaid_date is null and exists (select from loan_accounts l where l.agreement_id = a.id)
    and b.agreed + b.loans + b.charges + b.accrued > 0
  then jsonb_build_object('owed', (b.agreed + b.loans + b.charges + b.accrued)::text,
    'interest', coalesce((select jsonb_agg(jsonb_build_object('day', i.day, 'amount', i.amount::text)) from (
      select t.day, sum(e.amount) as amount from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      where t.agreement_id = a.id and t.event in ('interest', 'interest-change') and e.account = 'accrued'
      group by t.day having sum(e.amount) > 0 order by t.day desc limit ${sql.raw(String(latestDays))}) i), '[]')) end`;

/** The campaigns with these ids, with everything that matching needs, in one query. */
async function select(db: Database | Tx, ids: RawBuilder<unknown>): Promise<CampaignCandidate[]> {
  const { rows } = await sql<Row>`
    select a.id, a.name, a.tenant_id, t.name as tenant_name, a.status, a.finance_option_code, a.campaign_budget,
      a.campaign_budget_funds_purpose, coalesce(b.payment_state, 'none') as payment_state, a.service_fee,
      o.agreement_id is not null as is_offered, o.service_fee as offered_fee, o.discount, ${paid} as paid,
      ${owedLoan} as loan,
      coalesce((select jsonb_agg(jsonb_build_object('firstName', s.first_name, 'surname', s.surname))
        from signatories s where s.agreement_id = a.id), '[]') as payers,
      coalesce((select jsonb_agg(
          jsonb_build_object('id', p.id, 'date', p.payment_date, 'amount', (${depositAmount})::text)
          order by p.payment_date, p.id)
        from payments p where p.agreement_id = a.id and ${isRecordedDeposit}), '[]') as deposits
    from agreements a join tenants t on t.id = a.tenant_id left join campaign_books b on b.agreement_id = a.id
    left join campaign_finance_options o on o.agreement_id = a.id and o.option_code = ${option}
    where a.id in (${ids})`.execute(db);
  return rows.map(candidateOf);
}

export const candidateById = async (db: Database | Tx, id: number): Promise<CampaignCandidate | null> =>
  (await select(db, sql`${id}`))[0] ?? null;

/** More campaigns than this with the same amount or the same payer's name would not help to match. */
const mostOfEach = 200;

// Literals, not parameters, so that the partial indexes match.
const ranksOf = (kind: BilledKind) => sql.raw(payableIn[kind].map(statusRank).join(', '));
const owingBudget = sql`a.campaign_upfront_payment_ref is null
  and (a.finance_option_code is null or a.finance_option_code = 'pn') and a.status in (${ranksOf('upfront')})`;
const owingFee = sql`a.service_fee_payment_ref is null and a.finance_option_code = 'pos'
  and a.status in (${ranksOf('service-fee')})`;
const mostRecent = sql`order by a.id desc limit ${sql.raw(String(mostOfEach))}`;

/** Some campaigns whose budget is unpaid, newest first. */
export const campaignsOwingBudget = (db: Database, most: number): Promise<CampaignCandidate[]> =>
  select(
    db,
    sql`select a.id from agreements a where ${owingBudget} and a.campaign_budget > 0
      and exists (select from signatories s where s.agreement_id = a.id) order by a.id desc limit ${most}`,
  );

/** What the domain's `amountDue` says of a campaign `a` and its offer `o`. */
const budget = sql`coalesce(a.campaign_budget, 0)`;
const due = sql`coalesce(o.service_fee, case when o.option_code = 'pos' then a.service_fee end, 0)
  + case when o.option_code = 'pn' then ${budget} - least(coalesce(o.discount, 0), ${budget}) else 0 end`;

/** By the open amount: a budget, a fee, the rest after money was received, or an amount by the campaign's own terms. */
function byAmount(amounts: readonly string[]): RawBuilder<unknown> {
  const theirs = sql`any(${amounts}::numeric[])`;
  return sql`
    (select a.id from agreements a where ${owingBudget} and a.campaign_budget = ${theirs} ${mostRecent})
    union
    (select a.id from agreements a where ${owingFee} and a.service_fee = ${theirs} ${mostRecent})
    union
    (select a.id from campaign_books b join agreements a on a.id = b.agreement_id
      join campaign_finance_options o on o.agreement_id = a.id and o.option_code = ${option}
      where (b.payment_state in ('part', 'refunding') or b.held < 0)
        and ((${owingBudget}) or (${owingFee})) and ${due} - ${paid} = ${theirs} ${mostRecent})
    union
    (select a.id from campaign_finance_options o join agreements a on a.id = o.agreement_id
      where o.option_code in ('pn', 'pos') and (o.service_fee is not null or o.discount is not null)
        and ((o.option_code = 'pn' and ${owingBudget}) or (o.option_code = 'pos' and ${owingFee}))
        and ${due} = ${theirs} ${mostRecent})`;
}

// Names first: there are always fewer payers of one name than campaigns with an open amount.
const byName = (names: readonly string[], amounts: readonly string[]): RawBuilder<unknown> => sql`
  (with named as materialized (
      select agreement_id from signatories where replace(folded(surname), ' ', '') = any(${names}::text[]))
    select a.id from named n join agreements a on a.id = n.agreement_id
    where (${owingBudget}) or (${owingFee}) or exists (select from payments p
      where p.agreement_id = a.id and ${depositAmount} = any(${amounts}::numeric[]) and ${isRecordedDeposit})
    ${mostRecent})`;

type Line = { amountCents: Cents; words: string };

/**
 * A superset of the campaigns that these lines may pay, by reference, by amount and by name. The domain removes those
 * that do not match.
 */
export function idsFor(lines: readonly Line[], country: CountryCode): RawBuilder<unknown> {
  const ids = [...new Set(lines.flatMap(({ words }) => flowNumbersIn(words, country)))];
  const amounts = [...new Set(lines.map(({ amountCents }) => decimalFromCents(amountCents)))];
  const names = [...new Set(lines.flatMap(({ words }) => namesIn(words)))];
  return sql`
    select id from agreements where id = any(${ids}::bigint[])
    union ${byAmount(amounts)} union ${byName(names, amounts)}`;
}

export function candidatesFor(
  db: Database | Tx,
  lines: readonly Line[],
  country: CountryCode,
): Promise<CampaignCandidate[]> {
  const coming = lines.filter(({ amountCents }) => amountCents > 0);
  return coming.length === 0 ? Promise.resolve([]) : select(db, idsFor(coming, country));
}
