import { cameBy } from '@kerb/domain/agreements/badges.ts';
import type { fullRow } from '@kerb/domain/agreements/full-list.contract.ts';
import { hiddenFields } from '@kerb/domain/agreements/save.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { Order } from '@kerb/server/features/agreements/list/listing.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { keptPlan } from '@kerb/server/platform/database/kept-plans.ts';
import { CompiledQuery, type RawBuilder } from 'kysely';
import type * as z from 'zod/mini';

/** How a column is written in JSON, if it is not null. */
// biome-ignore format: a table
const forms = {
  number: (column: string) => `${column}::text`,
  text:   (column: string) => `to_json(${column})::text`,
  code:   (column: string) => `'"' || ${column} || '"'`,
  day:    (column: string) => `'"' || ${column}::text || '"'`,
  moment: (column: string) => `'"' || to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"'`,
  json:   (column: string) => `${column}::text`,
  flag:   (column: string) => `case when ${column} then 'true' else 'false' end`,
};

const statusName = `(array[${agreementStatuses.map((status) => `'${status}'`).join(', ')}])[a.status + 1]`;
const paymentState = "coalesce(b.payment_state, 'none')";

const ways = Object.entries(cameBy).map(([method, way]) => `when '${method}' then '${way}'`);
const came = `case a.campaign_upfront_payment_method ${ways.join(' ')} end`;
const chosen = 'a.campaign_budget_upfront_payment_method_intent';
/** As `payingOf` says. */
const isAsItCame = `${chosen} is null or ${chosen} = ${came} or ${paymentState} = 'paid'`;
const paymentWay = `(case when ${isAsItCame} then ${came} else ${chosen} end)`;

type Field = {
  name: keyof z.output<typeof fullRow>;
  form: keyof typeof forms | 'tenant';
  column: string;
  isNever?: 'null';
};

/** The fields of a list row, in the order in which they are sent. Those that a payer may not see are left out. */
// biome-ignore format: a table
const fields: Field[] = [
  { name: 'id',                            form: 'number', column: 'a.id', isNever: 'null' },
  { name: 'href',                          form: 'code',   column: "'/v1/agreements/' || a.id", isNever: 'null' },
  { name: 'name',                          form: 'text',   column: 'a.name', isNever: 'null' },
  { name: 'status',                        form: 'code',   column: statusName, isNever: 'null' },
  { name: 'statusLastUpdate',              form: 'moment', column: 'a.status_last_update' },
  { name: 'tenant',                        form: 'tenant', column: 'a.tenant_id', isNever: 'null' },
  { name: 'tenantName',                    form: 'text',   column: 't.name', isNever: 'null' },
  { name: 'tenantTimeZone',                form: 'text',   column: 't.default_time_zone', isNever: 'null' },
  { name: 'agentUserName',                 form: 'text',   column: "nullif(trim(concat(g.first_name, ' ', g.surname)), '')" },
  { name: 'financeOptionCode',             form: 'code',   column: 'a.finance_option_code' },
  { name: 'campaignBudget',                form: 'number', column: 'a.campaign_budget' },
  { name: 'campaignBudgetFundsPurpose',    form: 'code',   column: 'a.campaign_budget_funds_purpose', isNever: 'null' },
  { name: 'campaignPlannedStartDate',      form: 'day',    column: 'a.campaign_planned_start_date' },
  { name: 'sentDate',                      form: 'moment', column: 'a.sent_date' },
  { name: 'applicationSubmitDate',         form: 'moment', column: 'a.application_submit_date' },
  { name: 'applicationApprovedDate',       form: 'moment', column: 'a.application_approved_date' },
  { name: 'auctionDate',                   form: 'day',    column: 'a.auction_date' },
  { name: 'propertySettlementDate',        form: 'day',    column: 'a.property_settlement_date' },
  { name: 'propertyWithdrawnFromSaleDate', form: 'day',    column: 'a.property_withdrawn_from_sale_date' },
  { name: 'lastUpdateDate',                form: 'moment', column: 'a.last_update_date', isNever: 'null' },
  { name: 'paymentState',                  form: 'code',   column: paymentState, isNever: 'null' },
  { name: 'paymentWay',                    form: 'code',   column: paymentWay },
  { name: 'actionSuggested',               form: 'flag',   column: 'a.action_suggested', isNever: 'null' },
  { name: 'externalRef',                   form: 'text',   column: 'x.external_ref' },
  { name: 'metadata',                      form: 'json',   column: "coalesce(x.metadata, '{}')", isNever: 'null' },
];
const hiddenFromPayers = new Set<string>([...hiddenFields('vendor'), 'externalRef', 'metadata']);

function jsonValue({ form, column }: Field): string {
  if (form === 'tenant') return `'{"href":"/v1/tenants/' || ${column} || '"}'`;
  return forms[form](column);
}

function json(row: readonly Field[]): string {
  const parts = row.map((field, place) => {
    const value = field.isNever ? jsonValue(field) : `coalesce(${jsonValue(field)}, 'null')`;
    return `'${place === 0 ? '{' : ','}"${field.name}":' || ${value}`;
  });
  return `${parts.join(' || ')} || '}'`;
}

const teamJson = json(fields);
const payerJson = json(fields.filter(({ name }) => !hiddenFromPayers.has(name)));
/**
 * Each record of a row is looked up once. `offset 0` keeps PostgreSQL from joining whole tables: it would do so where
 * it expects more rows than a page has.
 */
const rowSource = `agreements a on a.id = l.id
  left join lateral (
    select external_ref, metadata from external_refs where agreement_id = a.id offset 0) x on true
  cross join lateral (select name, default_time_zone from tenants where id = a.tenant_id offset 0) t
  left join lateral (select first_name, surname from users where id = a.agent_user_id offset 0) g on true
  left join lateral (select payment_state from campaign_books where agreement_id = a.id offset 0) b on true`;

type Rows = {
  /** Common table expressions; `page` has the listings to send. */
  pages: RawBuilder<unknown>;
  order: Order;
  isVendor: boolean;
  /** An SQL expression that the same statement also reads: the total, or the tallies. */
  total?: string;
  /** Whether a connection keeps the plan: for the first page of a list without a search. */
  isPlanKept?: boolean;
};

/**
 * The rows of a page as one JSON text, sent as it is: the database writes JSON faster than we could read the columns.
 * Only the part that differs between calls is compiled each time.
 */
export function rowsStatement(db: Database, { pages, order, isVendor, total = 'null', isPlanKept = false }: Rows) {
  const { sql: text, parameters } = pages.compile(db);
  const items = `string_agg(${isVendor ? payerJson : teamJson}, ',' order by ${order.forwards})`;
  const select = `select coalesce('[' || ${items} || ']', '[]') as items, ${total} as total`;
  const statement = `with ${text} ${select} from page l join ${rowSource}`;
  return CompiledQuery.raw(isPlanKept ? `${keptPlan} ${statement}` : statement, [...parameters]);
}

export async function readRows<Total = number>(db: Database, rows: Rows): Promise<{ items: string; total: Total }> {
  const answer = await db.executeQuery<{ items: string; total: Total }>(rowsStatement(db, rows));
  return must(answer.rows[0], 'row of a page');
}
