import { type AgreementStatus, agreementStatuses, statusRank } from '@kerb/domain/agreements/agreement-status.ts';
import type { FinanceOptionCode, FundsPurpose } from '@kerb/domain/agreements/value-lists.ts';
import type { CountryCode } from '@kerb/domain/countries/country.ts';
import { type Cents, centsFromDecimal, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { paidBy } from '@kerb/domain/payments/amount-due.ts';
import { payableIn } from '@kerb/domain/payments/may-pay.ts';
import { type Candidate, nameWords, referencedIds } from '@kerb/domain/statements/propose-matches.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { type RawBuilder, sql } from 'kysely';

export type CampaignCandidate = Candidate & { name: string; tenantId: number; tenantName: string };

type Row = Omit<CampaignCandidate, 'status' | 'campaignBudget' | 'terms' | 'paidCents' | 'payers'> & {
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
};

const statusOf = new Map<number, AgreementStatus>(agreementStatuses.map((status) => [statusRank(status), status]));
const cents = (decimal: string | null): Cents | null => (decimal === null ? null : centsFromDecimal(decimal));

function candidateOf({ isOffered, offeredFee, serviceFee, discount, paid, ...row }: Row): CampaignCandidate {
  const isFeeOnly = !paidBy[row.financeOptionCode ?? 'pn']?.includesBudget;
  const terms = { serviceFee: cents(offeredFee ?? (isFeeOnly ? serviceFee : null)), discount: cents(discount) };
  return {
    ...row,
    status: statusOf.get(row.status)!,
    campaignBudget: cents(row.campaignBudget),
    terms: isOffered ? terms : null,
    paidCents: centsFromDecimal(paid),
  };
}

const option = sql`coalesce(a.finance_option_code, 'pn')`;
const kind = sql`case when a.finance_option_code = 'pos' then 'service-fee' else 'upfront' end`;
const paid = sql`coalesce((select sum(p.amount) from payments p
  where p.agreement_id = a.id and p.status = 'approved' and p.kind = ${kind}), 0)`;

/** The campaigns of some ids, with all that matching asks of them, in one query. */
async function select(db: Database | Tx, ids: RawBuilder<unknown>): Promise<CampaignCandidate[]> {
  const { rows } = await sql<Row>`
    select a.id, a.name, a.tenant_id, t.name as tenant_name, a.status, a.finance_option_code, a.campaign_budget,
      a.campaign_budget_funds_purpose, a.campaign_upfront_payment_ref, a.service_fee_payment_ref, a.service_fee,
      o.agreement_id is not null as is_offered, o.service_fee as offered_fee, o.discount, ${paid} as paid,
      coalesce((select jsonb_agg(jsonb_build_object('firstName', s.first_name, 'surname', s.surname))
        from signatories s where s.agreement_id = a.id), '[]') as payers
    from agreements a join tenants t on t.id = a.tenant_id
    left join campaign_finance_options o on o.agreement_id = a.id and o.option_code = ${option}
    where a.id in (${ids})`.execute(db);
  return rows.map(candidateOf);
}

export const candidateById = async (db: Database | Tx, id: number): Promise<CampaignCandidate | null> =>
  (await select(db, sql`${id}`))[0] ?? null;

/** So many campaigns may owe the same amount, or have a payer of the same name, that more would say nothing. */
const mostOfEach = 200;
const ranks = [...new Set(Object.values(payableIn).flat())].map(statusRank);

const open = sql`a.status = any(${ranks}) and case when a.finance_option_code = 'pos'
  then a.service_fee_payment_ref is null
  else a.campaign_upfront_payment_ref is null and ${option} = 'pn' end`;

/** As the domain sums it up: what of this is no match, the domain leaves out again. */
const left = sql`case when a.finance_option_code = 'pos' then coalesce(o.service_fee, a.service_fee, 0)
  else coalesce(o.service_fee, 0) + a.campaign_budget - least(coalesce(o.discount, 0), a.campaign_budget) end
  - ${paid}`;

type Line = { amountCents: Cents; words: string };

/** Whatever any of these lines may pay: by reference, by amount, by name, in one query for all of them. */
export function candidatesFor(
  db: Database | Tx,
  lines: readonly Line[],
  country: CountryCode,
): Promise<CampaignCandidate[]> {
  const coming = lines.filter(({ amountCents }) => amountCents > 0);
  if (coming.length === 0) return Promise.resolve([]);
  const ids = [...new Set(coming.flatMap(({ words }) => referencedIds(words, country)))];
  const amounts = [...new Set(coming.map(({ amountCents }) => decimalFromCents(amountCents)))];
  const names = [...new Set(coming.flatMap(({ words }) => nameWords(words)))];
  return select(
    db,
    sql`
      select id from agreements where id = any(${ids}::bigint[])
      union
      (select a.id from agreements a
        join campaign_finance_options o on o.agreement_id = a.id and o.option_code = ${option}
        where ${open} and ${left} = any(${amounts}::numeric[]) order by a.id desc limit ${mostOfEach})
      union
      (select a.id from signatories s join agreements a on a.id = s.agreement_id
        where upper(s.surname) = any(${names}::text[]) and ${open} order by a.id desc limit ${mostOfEach})`,
  );
}
