import { createServer } from 'node:http';
import { openStatuses, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import pg from 'pg';

const ranks = openStatuses.map(statusRank).toSorted((a, b) => a - b);
const [first = 0, last = 0] = [ranks[0], ranks.at(-1)];
const among = `status between ${first} and ${last}`;

/** The same rows and fields as All Campaigns as it opens, written as JSON by PostgreSQL itself. */
const page = `
  select coalesce(json_agg(r), '[]')::text from (
    select a.id, '/v1/agreements/' || a.id as href, a.name, a.status, a.status_last_update as "statusLastUpdate",
      a.tenant_id as tenant, t.name as "tenantName", t.default_time_zone as "tenantTimeZone",
      g.first_name || ' ' || g.surname as "agentUserName", a.finance_option_code as "financeOptionCode",
      a.campaign_budget as "campaignBudget", a.campaign_budget_funds_purpose as "campaignBudgetFundsPurpose",
      a.campaign_planned_start_date as "campaignPlannedStartDate", a.sent_date as "sentDate",
      a.application_submit_date as "applicationSubmitDate", a.application_approved_date as "applicationApprovedDate",
      a.auction_date as "auctionDate", a.property_settlement_date as "propertySettlementDate",
      a.property_withdrawn_from_sale_date as "propertyWithdrawnFromSaleDate", a.last_update_date as "lastUpdateDate",
      coalesce(b.payment_state, 'none') as "paymentState", a.campaign_upfront_payment_method as "paymentWay",
      a.action_suggested as "actionSuggested"
    from (select id, status from agreement_listings where ${among} order by status desc, id desc limit 100) l
    join agreements a on a.id = l.id
    join tenants t on t.id = a.tenant_id
    left join users g on g.id = a.agent_user_id
    left join campaign_books b on b.agreement_id = a.id
    order by l.status desc, l.id desc) r`;

const total = `select coalesce(sum(count), 0)::text from agreement_tallies where tenant_id is null and ${among}`;

/**
 * The leanest server that we can think of for this one page: no framework, no sign-in, no rules, no other page. It runs
 * two statements, which PostgreSQL keeps planned, and sends their text on.
 */
export function startLeanServer(connectionString: string, port: number): void {
  if (ranks.length !== last - first + 1) throw new Error('the open statuses are not one range any more');
  const pool = new pg.Pool({ connectionString, max: 10 });
  const read = async (name: string, text: string): Promise<string> => {
    const { rows } = await pool.query<[string]>({ name, text, rowMode: 'array' });
    return rows[0]?.[0] ?? '';
  };
  const server = createServer(async (_request, response) => {
    const [items, totalItems] = [await read('page', page), await read('total', total)];
    const body = Buffer.from(`{"items":${items},"totalItems":${totalItems}}`);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
  });
  server.listen(port, '127.0.0.1', () => process.send?.('ready'));
}

if (import.meta.main) {
  const { LEAN_DATABASE_URL = '', PORT } = process.env;
  startLeanServer(LEAN_DATABASE_URL, Number(PORT));
}
