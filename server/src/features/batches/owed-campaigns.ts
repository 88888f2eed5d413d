import { owedWhen } from '@kerb/domain/batches/owed.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { type Cents, centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { type FundsPurpose, financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import type { Tx } from '@kerb/server/platform/database/database.ts';
import { type RawBuilder, sql } from 'kysely';

/** The domain's table as SQL conditions on a campaign `a`. Literals, not parameters, so that the index matches. */
export function isOwed(): RawBuilder<unknown> {
  const rules = financeOptionCodes.map((code) => {
    const { status, isPaidFirst } = owedWhen[code];
    const isPaid = isPaidFirst ? sql`and a.campaign_upfront_payment_ref <> ''` : sql``;
    return sql`(a.status = ${sql.lit(statusRank(status))} and a.finance_option_code = ${sql.lit(code)} ${isPaid})`;
  });
  return sql`a.campaign_agency_settlement_date is null and a.tenant_id <> ${platformTenantId}
    and (${sql.join(rules, sql` or `)})`;
}

export const owedAmount = sql<string>`coalesce(a.campaign_agency_settlement_amount, a.campaign_budget, 0)`;

/** The day, in the organisation's time zone, on which a campaign `a` of the organisation `t` became owed. */
export const owedSince = sql<Day | null>`(a.status_last_update at time zone t.default_time_zone)::date`;

export const isInBatch = sql<boolean>`exists (
  select 1 from batch_items i where i.agreement_id = a.id and not i.is_discarded)`;

/** A campaign `a` whose funds the domain gives to the next batch. */
export const isForNextBatch = (): RawBuilder<boolean> =>
  sql<boolean>`(${isOwed()} and not a.fund_manually and not ${isInBatch})`;

export type OwedCampaign = {
  id: number;
  tenantId: number;
  campaignBudgetFundsPurpose: FundsPurpose;
  owedSince: Day | null;
  amountCents: Cents;
  agreedCents: Cents | null;
};

type Row = Omit<OwedCampaign, 'amountCents' | 'agreedCents'> & { amount: string; agreed: string | null };

/** The campaigns that could go into a batch now, of some organisations or of all, locked until the transaction ends. */
export async function lockOwed(tx: Tx, tenantIds: readonly number[] | null): Promise<OwedCampaign[]> {
  const among = tenantIds === null ? sql`true` : sql`a.tenant_id = any(${tenantIds}::bigint[])`;
  const { rows } = await sql<Row>`
    select a.id, a.tenant_id, a.campaign_budget_funds_purpose, ${owedSince} as owed_since, ${owedAmount} as amount,
      a.campaign_agency_settlement_amount as agreed
    from agreements a join tenants t on t.id = a.tenant_id
    where ${isForNextBatch()} and ${among}
    order by a.id for update of a`.execute(tx);
  return rows.map(({ amount, agreed, ...row }) => ({
    ...row,
    amountCents: centsFromDecimal(amount),
    agreedCents: agreed === null ? null : centsFromDecimal(agreed),
  }));
}
