import { statusRank } from '@kerb/domain/agreements/agreement-status.ts';
import { financeOptionCodes } from '@kerb/domain/agreements/value-lists.ts';
import type { OwedOrganisation } from '@kerb/domain/batches/batches.contract.ts';
import { owedWhen } from '@kerb/domain/batches/owed.ts';
import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type RawBuilder, sql } from 'kysely';

type Row = Omit<OwedOrganisation, 'amount'> & { amount: string };

/** The domain's table as conditions on a campaign `a`. Written out, not bound: only so does its index match. */
function isOwed(): RawBuilder<unknown> {
  const rules = financeOptionCodes.map((code) => {
    const { status, isPaidFirst } = owedWhen[code];
    const isPaid = isPaidFirst ? sql`and a.campaign_upfront_payment_ref <> ''` : sql``;
    return sql`(a.status = ${sql.lit(statusRank(status))} and a.finance_option_code = ${sql.lit(code)} ${isPaid})`;
  });
  return sql`a.campaign_agency_settlement_date is null and (${sql.join(rules, sql` or `)})`;
}

/** The most first. The platform owes nothing to its own organisation. */
export const owedByOrganisation = (): RawBuilder<Row> => sql<Row>`
  select t.id as tenant, t.name as tenant_name, o.campaigns, o.amount, o.oldest_date
  from (
    select a.tenant_id, count(*) as campaigns, min(a.status_last_update) as oldest_date,
      sum(coalesce(a.campaign_agency_settlement_amount, a.campaign_budget, 0)) as amount
    from agreements a
    where ${isOwed()} and a.tenant_id <> ${platformTenantId}
    group by a.tenant_id
  ) o join tenants t on t.id = o.tenant_id
  order by o.amount desc, lower(t.name), t.id`;

/** What is owed to each organisation now, and to all of them together. */
export async function sumOwed({ db }: Deps) {
  const { rows } = await owedByOrganisation().execute(db);
  const items = rows.map((row) => ({ ...row, amount: centsFromDecimal(row.amount) }));
  return { items, total: items.reduce((total, { amount }) => total + amount, 0) };
}
