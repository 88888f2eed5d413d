import type { OwedBooks, OwedFacts } from '@kerb/domain/batches/owed.ts';
import { type Day, dayIn, type Moment } from '@kerb/domain/kernel/dates.ts';
import { type Cents, centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { payableFrom } from '@kerb/domain/loans/payable-from.ts';
import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import type { Tx } from '@kerb/server/platform/database/database.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { type RawBuilder, sql } from 'kysely';

/** Books `b` of a campaign with funds that its organisation is owed. As in the index, so that the index is used. */
export const isOwed: RawBuilder<boolean> = sql<boolean>`
  (b.organisation < 0 or b.transit < 0) and b.tenant_id <> ${sql.lit(platformTenantId)}`;

/** The day, in the organisation's time zone, since which the books `b` of the organisation `t` owe something. */
export const owedSince = sql<Day>`(b.owed_since at time zone t.default_time_zone)::date`;

/** Whether the campaign of the books `b` is in a batch that is neither discarded nor transferred. */
export const isInBatch = sql<boolean>`exists (
  select 1 from batch_items i where i.agreement_id = b.agreement_id and not i.is_discarded and not i.is_transferred)`;

/** The same, looked up for each campaign: for one organisation that is faster than to read the items of all batches. */
export const isInBatchEach = sql<boolean>`coalesce((
  select true from batch_items i where i.agreement_id = b.agreement_id and not i.is_discarded and not i.is_transferred
  limit 1), false)`;

type Row = {
  id: number;
  tenantId: number;
  organisation: string;
  transit: string;
  payer: string;
  refunds: string;
  owedSince: Day;
  fundManually: boolean;
  isInBatch: boolean;
  financeOptionCode: FinanceOptionCode | null;
  campaignFinanceSignatureDate: Day | null;
  campaignAgencySettlementAmount: string | null;
};

export type OwedCampaign = Omit<Row, keyof OwedBooks | 'campaignAgencySettlementAmount'> & {
  books: OwedBooks;
  /** The amount in its last batch. */
  lastAmount: Cents | null;
};

const campaignOf = ({ organisation, transit, payer, refunds, ...row }: Row): OwedCampaign => ({
  ...row,
  books: {
    organisation: centsFromDecimal(organisation),
    transit: centsFromDecimal(transit),
    payer: centsFromDecimal(payer),
    refunds: centsFromDecimal(refunds),
  },
  lastAmount: row.campaignAgencySettlementAmount === null ? null : centsFromDecimal(row.campaignAgencySettlementAmount),
});

/**
 * The campaigns with funds that are kept, of some organisations or of all, locked until the transaction ends. Their
 * balances are read after the lock: a statement that waits for a lock sees the balances from before the wait.
 */
export async function lockOwed(tx: Tx, tenantIds: readonly number[] | null): Promise<OwedCampaign[]> {
  const among = tenantIds === null ? sql`true` : sql`b.tenant_id = any(${tenantIds}::bigint[])`;
  const { rows: locked } = await sql<{ id: number }>`
    select a.id from agreements a
    where a.id in (select b.agreement_id from campaign_books b where ${isOwed} and b.organisation < 0 and ${among})
    order by a.id for update of a`.execute(tx);
  const { rows } = await sql<Row>`
    select a.id, a.tenant_id, b.organisation, b.transit, b.payer, b.refunds, ${owedSince} as owed_since,
      a.fund_manually, ${isInBatch} as is_in_batch, a.finance_option_code, a.campaign_finance_signature_date,
      a.campaign_agency_settlement_amount
    from agreements a join tenants t on t.id = a.tenant_id join campaign_books b on b.agreement_id = a.id
    where a.id = any(${locked.map(({ id }) => id)}::bigint[]) and ${isOwed} order by a.id`.execute(tx);
  return rows.map(campaignOf);
}

type Campaign = Pick<OwedCampaign, 'fundManually' | 'financeOptionCode' | 'campaignFinanceSignatureDate'>;

/** The facts by which the domain decides whether a campaign's funds may be paid out. */
export function owedFactsOf(
  campaign: Campaign & { books: OwedBooks },
  isInBatch: boolean,
  { timeZone, now, country }: { timeZone: string; now: Moment; country: Work['deps']['country'] },
): OwedFacts {
  const { books, fundManually } = campaign;
  return { books, fundManually, isInBatch, payableFrom: payableFrom(campaign, country), today: dayIn(timeZone, now) };
}

/** The day from which funds wait for a payment day: since they are owed, or may be paid, if that is later. */
export const waitsFrom = (owedSince: Day, { payableFrom: from }: Pick<OwedFacts, 'payableFrom'>): Day =>
  from !== null && from > owedSince ? from : owedSince;

/** The facts of one campaign. `isInBatch` is false for the batch that is being approved. */
export const factsOf = ({ now, deps }: Work, agreement: AgreementRecord, isInBatch: boolean): OwedFacts =>
  owedFactsOf(agreement, isInBatch, { timeZone: agreement.tenantTimeZone, now, country: deps.country });

export async function isInSomeBatch(tx: Tx, agreementId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('batchItems')
    .select('batchId')
    .where('agreementId', '=', agreementId)
    .where('isDiscarded', '=', false)
    .where('isTransferred', '=', false)
    .executeTakeFirst();
  return found !== undefined;
}
