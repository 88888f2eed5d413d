import { type AccessScope, accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import type { SpanQuery } from '@kerb/domain/payments/accounting.contract.ts';
import { accountingColumns } from '@kerb/domain/reports/accounting-columns.ts';
import { type AccountingFile, accountingFileName } from '@kerb/domain/reports/accounting-files.ts';
import { campaignCells } from '@kerb/server/features/agreements/campaign-cells.ts';
import { externalJoin } from '@kerb/server/features/agreements/external-refs.ts';
import { inScope } from '@kerb/server/features/agreements/scope-sql.ts';
import { refundedOf } from '@kerb/server/features/payments/payments.repository.ts';
import { csvLine } from '@kerb/server/platform/csv/cells.ts';
import { type CsvFile, streamCsv } from '@kerb/server/platform/csv/stream-csv.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { notPermitted, outOfScope } from '@kerb/server/platform/problems/problem.ts';
import type { FastifyReply } from 'fastify';
import { type RawBuilder, sql } from 'kysely';

type Source = Pick<CsvFile, 'select' | 'count'>;
type Asked = { scope: AccessScope; query: SpanQuery };

/** The caller's campaigns, of one organisation if they say which, and the days that they ask for. */
function isMeant({ scope, query: { tenantId, from, to } }: Asked, date: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${inScope(scope)}
    ${tenantId === undefined ? sql`` : sql`and a.tenant_id = ${tenantId}`}
    ${from === undefined ? sql`` : sql`and ${date} >= ${from}::date`}
    ${to === undefined ? sql`` : sql`and ${date} <= ${to}::date`}`;
}

const ofCampaign = ({ country }: Pick<Deps, 'country'>) => {
  const { flowNumber, organisation, campaign } = campaignCells(country);
  return { flowNumber, organisation, campaign, reference: sql`x.external_ref` };
};
const joined = (table: string) => sql`
  from ${sql.table(table)} m join agreements a on a.id = m.agreement_id join tenants t on t.id = a.tenant_id
  ${externalJoin('campaign', sql`a.id`)}`;
const counted = (table: string, condition: RawBuilder<boolean>) => sql<{ count: number }>`
  select count(*) as count from ${sql.table(table)} m join agreements a on a.id = m.agreement_id where ${condition}`;

function invoicesOf(deps: Pick<Deps, 'country'>, asked: Asked): Source {
  const condition = isMeant(asked, sql`m.issue_date`);
  const cells = {
    ...ofCampaign(deps),
    ...{ number: sql`m.id`, type: sql`m.type`, status: sql`m.status` },
    ...{ issued: sql`m.issue_date`, due: sql`m.due_date`, voided: sql`m.void_date` },
    ...{ fees: sql`l.fees`, tax: sql`l.tax`, other: sql`m.amount - l.fees - l.tax` },
    ...{ amount: sql`m.amount`, paid: sql`m.paid_amount` },
    // As `unpaidAmount` says: a draft and a voided invoice ask for nothing.
    unpaid: sql`case when m.status in ('issued', 'paid') then m.amount - m.paid_amount else 0.00 end`,
  };
  return {
    select: sql<{ line: string }>`
      select ${csvLine(accountingColumns.invoices, cells, sql`t.default_time_zone`)} as line
      ${joined('invoices')}
      cross join lateral (
        select coalesce(sum(amount) filter (where type = 'fee'), 0.00) as fees,
          coalesce(sum(amount) filter (where type = 'tax'), 0.00) as tax
        from invoice_lines where invoice_id = m.id) l
      where ${condition} order by m.id desc`,
    count: counted('invoices', condition),
  };
}

function paymentsOf(deps: Pick<Deps, 'country'>, asked: Asked): Source {
  const condition = isMeant(asked, sql`m.payment_date`);
  const cells = {
    ...ofCampaign(deps),
    ...{ number: sql`('P' || m.id)`, kind: sql`m.kind`, status: sql`m.status`, method: sql`m.method` },
    ...{ paid: sql`m.payment_date`, voided: sql`m.void_date` },
    ...{ amount: sql`m.amount`, surcharge: sql`m.surcharge`, total: sql`m.amount + m.surcharge` },
    ...{ refunded: sql`r.refunded`, refundFee: sql`r.refund_fee` },
    ...{ fee: sql`m.service_fee`, tax: sql`l.tax` },
  };
  return {
    select: sql<{ line: string }>`
      select ${csvLine(accountingColumns.payments, cells, sql`t.default_time_zone`)} as line
      ${joined('payments')}
      cross join lateral (
        select coalesce(-sum(e.amount), 0.00) as tax from ledger_transactions g
        join ledger_entries e on e.transaction_id = g.id and e.account = 'tax'
        where g.payment_id = m.id) l
      cross join lateral (${refundedOf(sql`m.id`)}) r
      where ${condition} order by m.id desc`,
    count: counted('payments', condition),
  };
}

const sources: Record<AccountingFile, (deps: Pick<Deps, 'country'>, asked: Asked) => Source> = {
  invoices: invoicesOf,
  payments: paymentsOf,
};
export const accountingSource = (deps: Pick<Deps, 'country'>, file: AccountingFile, asked: Asked): Source =>
  sources[file](deps, asked);

async function organisationOf({ db }: Deps, scope: AccessScope, tenantId: number | undefined): Promise<string | null> {
  if (tenantId === undefined) return null;
  const isSeen = scope.everything || [...scope.tenantIds, ...scope.ownTenantIds].includes(tenantId);
  if (!isSeen) throw outOfScope(scope, tenantId, 'organisation');
  const tenant = await db.selectFrom('tenants').select('name').where('id', '=', tenantId).executeTakeFirst();
  return tenant?.name ?? null;
}

/** A spreadsheet needs the right to export as well as the right to read payments. */
export async function exportAccounting(
  deps: Deps,
  file: AccountingFile,
  { scope, query, reply }: Asked & { reply: FastifyReply },
): Promise<undefined> {
  if (!accessScopeOf(scope.actor, 'agreement.export')) throw notPermitted();
  const organisation = await organisationOf(deps, scope, query.tenantId);
  return streamCsv(
    deps,
    { scope, reply },
    {
      what: `${file} for bookkeeping`,
      fileName: accountingFileName(deps.country.brand, organisation, file),
      columns: accountingColumns[file],
      ...accountingSource(deps, file, { scope, query }),
    },
  );
}
