import { rolesWith } from '@kerb/domain/access/access-scope.ts';
import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import { type BatchStatus, decideStillApproved } from '@kerb/domain/batches/batch-moves.ts';
import type { Batch, BatchItem, BatchSummary } from '@kerb/domain/batches/batches.contract.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { type Cents, centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { formatBankAccount } from '@kerb/domain/organisations/bank-accounts.ts';
import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { pageClause, readPage } from '@kerb/server/platform/database/lists.ts';
import { type RawBuilder, sql } from 'kysely';

const mostPerPage = 100;
const steps = ['created', 'approved', 'processing', 'transferred', 'discarded'] as const;
type StepName = (typeof steps)[number];

type AskedRow = { actId: number; userId: number; userName: string; date: Moment; reason: string };
type Shown = 'href' | 'isLapsed' | 'total' | 'file' | 'fileDownloadedDate' | 'discardAsked' | StepName;
type SummaryRow = Omit<BatchSummary, Shown> & {
  total: string;
  fileName: string | null;
  fileSha256: string;
  fileSize: number;
  fileDownloadedDate: Moment | null;
  lapsedDate: Moment | null;
  makerMay: boolean;
  approverMay: boolean;
  discardAsked: AskedRow | null;
} & Record<`${StepName}Date`, Moment | null> &
  Record<`${StepName}ByUserId`, number | null> &
  Record<`${StepName}ByName`, string | null>;

const stepColumns = sql.join(
  steps.map((step) => {
    const [date, user] = [sql.ref(`b.${step}_date`), sql.ref(`b.${step}_by_user_id`)];
    const name = sql`(select u.first_name || ' ' || u.surname from users u where u.id = ${user})`;
    return sql`${date}, ${user}, ${name} as ${sql.ref(`${step}_by_name`)}`;
  }),
);

/** Whether the person has the permission now. */
const mayNow = (column: string, permission: 'batch.make' | 'batch.approve') => sql`
  exists (select from users u where u.id = ${sql.ref(column)} and u.disabled_date is null
    and u.role = any(${rolesWith(permission)}::text[]))`;

const selectSummaries = (rest: RawBuilder<unknown>) => sql<SummaryRow>`
  select b.id, b.status, b.total, b.discard_reason, ${stepColumns}, b.file_name,
    encode(b.file_sha256, 'hex') as file_sha256, length(b.file_bytes) as file_size,
    b.file_first_downloaded_date as file_downloaded_date, b.lapsed_date,
    ${mayNow('b.created_by_user_id', 'batch.make')} as maker_may,
    ${mayNow('b.approved_by_user_id', 'batch.approve')} as approver_may, (
      select json_build_object('actId', p.id, 'userId', u.id, 'userName', u.first_name || ' ' || u.surname,
        'date', to_char(p.asked_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reason', p.reason)
      from pending_acts p join users u on u.id = p.asked_by_user_id
      where p.kind = 'discard-batch' and p.subject_id = b.id and p.outcome is null) as discard_asked,
    i.organisations, i.campaigns, i.first_payments
  from batches b cross join lateral (
    select count(*) as campaigns, count(distinct i.tenant_id) as organisations,
      count(distinct i.tenant_id) filter (where i.is_first_to_account) as first_payments
    from batch_items i where i.batch_id = b.id) i
  ${rest}`;

function summaryOf(row: SummaryRow): BatchSummary {
  const step = (name: StepName) => {
    const [date, user] = [row[`${name}Date`], row[`${name}ByUserId`]];
    return date === null || user === null ? null : { date, user, userName: row[`${name}ByName`] ?? '' };
  };
  const asked = row.discardAsked;
  const { id, status, discardReason, organisations, campaigns, firstPayments, fileName, fileSha256, fileSize } = row;
  return {
    ...{ id, href: `/v1/batch-payments/${id}`, status, total: centsFromDecimal(row.total) },
    ...{ organisations, campaigns, firstPayments, discardReason },
    ...(status === 'approved' && !decideStillApproved(row).ok && { isLapsed: true }),
    created: must(step('created'), `creation of batch ${id}`),
    approved: step('approved'),
    processing: step('processing'),
    transferred: step('transferred'),
    discarded: step('discarded'),
    file: fileName === null ? null : { name: fileName, sha256: fileSha256, size: fileSize },
    fileDownloadedDate: row.fileDownloadedDate,
    discardAsked: asked && {
      act: asked.actId,
      user: asked.userId,
      userName: asked.userName,
      date: asked.date,
      reason: asked.reason,
    },
  };
}

export async function listBatches(db: Database, query: { page: number; perPage: number }) {
  const select = selectSummaries(sql`order by b.id desc ${pageClause(query, mostPerPage)}`);
  const { rows, totalItems } = await readPage(db, { select, counted: sql`from batches` });
  return { items: rows.map(summaryOf), totalItems };
}

export type ItemRow = {
  agreementId: number;
  tenantId: number;
  tenantName: string;
  campaignName: string;
  campaignBudgetFundsPurpose: FundsPurpose;
  amount: string;
  previousAmount: string | null;
  accountName: string;
  bsbNumber: string | null;
  accountNumber: string;
  isFirstToAccount: boolean;
  returnedDate: Moment | null;
  returnedByUserId: number | null;
  returnedByName: string | null;
  returnReason: string | null;
  isOnStatement: boolean;
};

/** By organisation, then by campaign: the bank file's order. */
export async function itemsOf(db: Database | Tx, batchId: number): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select i.agreement_id, i.tenant_id, t.name as tenant_name, a.name as campaign_name, a.campaign_budget_funds_purpose,
      i.amount, i.previous_amount, i.account_name, i.bsb_number, i.account_number,
      i.is_first_to_account, i.returned_date, i.returned_by_user_id, i.return_reason,
      (select u.first_name || ' ' || u.surname from users u where u.id = i.returned_by_user_id) as returned_by_name,
      exists (select from bank_statement_lines l where l.batch_id = i.batch_id and l.amount < 0
        and coalesce(l.batch_agreement_id, i.agreement_id) = i.agreement_id) as is_on_statement
    from batch_items i join tenants t on t.id = i.tenant_id join agreements a on a.id = i.agreement_id
    where i.batch_id = ${batchId} order by lower(t.name), t.id, a.id`.execute(db);
  return rows;
}

type Numbered = Pick<ItemRow, 'agreementId' | 'campaignBudgetFundsPurpose'>;
export const flowNumberOf = (item: Numbered, country: CountryRules): string =>
  flowNumber({ id: item.agreementId, campaignBudgetFundsPurpose: item.campaignBudgetFundsPurpose }, country.code);

function bouncedOf({ returnedDate: date, returnedByUserId: user, ...row }: ItemRow): BatchItem['bounced'] {
  if (date === null || user === null) return null;
  return { date, user, userName: row.returnedByName ?? '', reason: row.returnReason ?? '' };
}

const itemView = (row: ItemRow, country: CountryRules): BatchItem => ({
  agreement: row.agreementId,
  tenant: row.tenantId,
  tenantName: row.tenantName,
  flowNumber: flowNumberOf(row, country),
  name: row.campaignName,
  amount: centsFromDecimal(row.amount),
  accountName: row.accountName,
  bankAccount: formatBankAccount(row, country),
  isFirstToAccount: row.isFirstToAccount,
  bounced: bouncedOf(row),
  isOnStatement: row.isOnStatement,
});

/** A batch without the fields that depend on its reader, or on the bank accounts. */
export type FoundBatch = Omit<Batch, 'approvalRefusal' | 'lending'>;

export async function findBatch(db: Database | Tx, country: CountryRules, id: number): Promise<FoundBatch | null> {
  const { rows } = await selectSummaries(sql`where b.id = ${id}`).execute(db);
  if (!rows[0]) return null;
  const items = await itemsOf(db, id);
  return { ...summaryOf(rows[0]), items: items.map((item) => itemView(item, country)) };
}

export type LockedBatch = {
  id: number;
  status: BatchStatus;
  totalCents: Cents;
  createdByUserId: number;
  fileDownloadedDate: Moment | null;
  lapsedDate: Moment | null;
} & Record<'approvedByUserId' | 'processingByUserId' | 'transferredByUserId' | 'discardedByUserId', number | null>;

/** Locks a batch until the transaction ends. Every step of a batch starts here. */
export async function lockBatch(tx: Tx, id: number): Promise<LockedBatch | null> {
  const row = await tx
    .selectFrom('batches')
    .select(['id', 'status', 'total', 'createdByUserId', 'approvedByUserId', 'processingByUserId'])
    .select(['transferredByUserId', 'discardedByUserId', 'fileFirstDownloadedDate as fileDownloadedDate', 'lapsedDate'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ? { ...row, totalCents: centsFromDecimal(row.total) } : null;
}
