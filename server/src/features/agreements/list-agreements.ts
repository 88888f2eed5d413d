import type { Sight } from '@kerb/domain/access/sight.ts';
import {
  type AgreementStatus,
  agreementStatuses,
  statusLabel,
  statusOfRank,
  statusRank,
} from '@kerb/domain/agreements/agreement-status.ts';
import type { AgreementRow, listQuery } from '@kerb/domain/agreements/agreements.contract.ts';
import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { inSight } from '@kerb/server/features/agreements/agreements.repository.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { containing, pageClause } from '@kerb/server/platform/database/lists.ts';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';

type Query = z.output<typeof listQuery>;
const mostPerPage = 500;

type Row = Omit<AgreementRow, 'href' | 'status' | 'tenant' | 'campaignBudget'> & {
  status: number;
  tenantId: number;
  campaignBudget: string | null;
};

/** What a list row is read from, and how it becomes one. */
const rowColumns = sql`
  a.id, a.name, a.status, a.status_last_update, a.tenant_id, t.name as tenant_name, a.finance_option_code,
  nullif(trim(concat(g.first_name, ' ', g.surname)), '') as agent_user_name, a.campaign_budget,
  a.campaign_budget_funds_purpose, a.campaign_planned_start_date, a.sent_date, a.application_approved_date,
  a.application_submit_date, a.auction_date, a.property_settlement_date, a.property_withdrawn_from_sale_date,
  a.campaign_budget_upfront_payment_method_intent, a.campaign_upfront_payment_method, a.campaign_upfront_payment_ref,
  a.service_fee_payment_ref, a.last_update_date, a.action_suggested`;
const rowSource = sql`
  agreements a join tenants t on t.id = a.tenant_id left join users g on g.id = a.agent_user_id`;

function rowOf({ actionSuggested, ...row }: Row, isVendor: boolean): AgreementRow {
  return {
    ...row,
    href: `/v1/agreements/${row.id}`,
    status: statusOfRank(row.status),
    tenant: row.tenantId,
    campaignBudget: row.campaignBudget === null ? null : centsFromDecimal(row.campaignBudget),
    ...(!isVendor && { actionSuggested: actionSuggested ?? false }),
  };
}

/** A word finds a campaign by its title, its agent or the word on its status badge. */
export function matches(text: string): RawBuilder<boolean> {
  const named = agreementStatuses.filter((status) =>
    (['marketing', 'deposit'] as const).some((purpose) =>
      statusLabel(status, purpose).toLowerCase().includes(text.toLowerCase()),
    ),
  );
  return sql`(a.name ilike ${containing(text)} or concat(g.first_name, ' ', g.surname) ilike ${containing(text)}
    or a.status = any(${named.map(statusRank)}::smallint[]))`;
}

function filters(query: Query, { asPayer }: Sight): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (query.tenantId !== undefined) conditions.push(sql`a.tenant_id = ${query.tenantId}`);
  if (query.propertyId !== undefined) conditions.push(sql`a.property_id = ${query.propertyId}`);
  if (query.agentUserId !== undefined) conditions.push(sql`a.agent_user_id = ${query.agentUserId}`);
  if (query.signatoryUserId !== undefined) {
    conditions.push(
      sql`exists (select from signatories p where p.agreement_id = a.id and p.user_id = ${query.signatoryUserId})`,
    );
  }
  if (query.status) conditions.push(sql`a.status = any(${query.status.map(statusRank)}::smallint[])`);
  if (query.finance) conditions.push(sql`a.finance_option_code = any(${query.finance}::text[])`);
  // Nor does a payer find out by asking what they are not shown.
  if (query.actionSuggested && !asPayer) conditions.push(sql`a.action_suggested`);
  if (query.textQuery) conditions.push(matches(query.textQuery));
  return conditions;
}

// biome-ignore format: a table
const orders: Record<Query['sortBy'], { descending: RawBuilder<unknown>; ascending: RawBuilder<unknown> }> = {
  status:                   { descending: sql`a.status desc, a.id desc`, ascending: sql`a.status, a.id desc` },
  id:                       { descending: sql`a.id desc`, ascending: sql`a.id` },
  campaignPlannedStartDate: { descending: sql`a.campaign_planned_start_date desc nulls last, a.id desc`, ascending: sql`a.campaign_planned_start_date nulls last, a.id desc` },
  sentDate:                 { descending: sql`a.sent_date desc nulls last, a.id desc`, ascending: sql`a.sent_date nulls last, a.id desc` },
};

export async function listAgreements(db: Database, sight: Sight, query: Query) {
  const condition = sql.join([inSight(sight), ...filters(query, sight)], sql` and `);
  const order = orders[query.sortBy][query.sortDesc ? 'descending' : 'ascending'];
  const { rows } = await sql<Row>`
    select ${rowColumns} from ${rowSource} where ${condition} order by ${order}
    ${pageClause(query, mostPerPage)}`.execute(db);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) as count from ${rowSource} where ${condition}`.execute(db);
  return { items: rows.map((row) => rowOf(row, sight.asPayer)), totalItems: counted[0]?.count ?? 0 };
}

type InProgress = {
  tenantId?: number | undefined;
  textQuery?: string | undefined;
  statuses: readonly AgreementStatus[];
};

/** The dashboard's campaigns: those of the bars, or whatever a search finds. */
export async function listInProgress(db: Database, sight: Sight, { tenantId, textQuery, statuses }: InProgress) {
  const conditions = [inSight(sight)];
  if (tenantId !== undefined) conditions.push(sql`a.tenant_id = ${tenantId}`);
  conditions.push(textQuery ? matches(textQuery) : sql`a.status = any(${statuses.map(statusRank)}::smallint[])`);
  const { rows } = await sql<Row>`
    select ${rowColumns} from ${rowSource} where ${sql.join(conditions, sql` and `)}
    order by a.status desc, a.id desc limit ${mostPerPage}`.execute(db);
  return rows.map((row) => rowOf(row, sight.asPayer));
}
