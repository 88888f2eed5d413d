import type { OwedOrganisation, SomeFunds, WaitingFunds } from '@kerb/domain/batches/batches.contract.ts';
import {
  largestPaymentCents,
  type Transfer,
  transferOf,
  type WaitingReason,
  waitingReasons,
} from '@kerb/domain/batches/owed.ts';
import { addDays, type Day, dayIn, type Moment } from '@kerb/domain/kernel/dates.ts';
import { type Cents, centsFromDecimal, dollarsFromCents } from '@kerb/domain/kernel/money.ts';
import { paymentDayFrom } from '@kerb/domain/organisations/payment-schedule.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import { flowNumberOf } from '@kerb/server/features/batches/batches.repository.ts';
import {
  isInBatch,
  isInBatchEach,
  isOwed,
  owedFactsOf,
  owedSince,
  waitsFrom,
} from '@kerb/server/features/batches/owed-campaigns.ts';
import { type PaidOrganisation, paidOrganisations } from '@kerb/server/features/batches/paid-organisations.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type RawBuilder, sql } from 'kysely';

/** No country's days to cancel a loan last longer. Older signatures need no date. */
const longestDaysToCancel = 31;
const mostLinks = 20;
const most = dollarsFromCents(largestPaymentCents);

/** Funds of an organisation with the same facts. */
type Row = {
  tenantId: number;
  owedSince: Day;
  fundManually: boolean;
  isInBatch: boolean;
  isDue: boolean;
  isRefunding: boolean;
  isTooLarge: boolean;
  financeOptionCode: FinanceOptionCode | null;
  campaignFinanceSignatureDate: Day | null;
  campaigns: number;
  amount: string;
  oldestDate: Moment;
  /** The campaigns, where something may make them wait. The driver reads an array of ids as text. */
  ids: string[] | null;
};

/** What is owed, grouped by the facts that decide its transfer, so that the domain decides for each group. */
export function owedByFacts(today: Day, tenantId: number | null = null): RawBuilder<Row> {
  const among = tenantId === null ? sql`true` : sql`b.tenant_id = ${tenantId}`;
  const inBatch = tenantId === null ? isInBatch : isInBatchEach;
  const signed = sql`case when a.campaign_finance_signature_date > ${addDays(today, -longestDaysToCancel)}::date
    then a.campaign_finance_signature_date end`;
  return sql<Row>`
    select tenant_id, owed_since, fund_manually, is_in_batch, is_due, is_refunding, is_too_large, finance_option_code,
      campaign_finance_signature_date, count(*) as campaigns, sum(amount) as amount, min(moment) as oldest_date,
      array_agg(agreement_id order by agreement_id) filter (
        where is_due or is_refunding or is_too_large or campaign_finance_signature_date is not null) as ids
    from (
      select b.tenant_id, b.agreement_id, ${owedSince} as owed_since, a.fund_manually, ${inBatch} as is_in_batch,
        b.payer > 0 as is_due, b.refunds < 0 as is_refunding, b.organisation < ${sql.lit(-most)} as is_too_large,
        a.finance_option_code, ${signed} as campaign_finance_signature_date, -(b.organisation + b.transit) as amount, b.owed_since as moment
      from campaign_books b join agreements a on a.id = b.agreement_id join tenants t on t.id = b.tenant_id
      where ${isOwed} and ${among}
    ) o group by tenant_id, owed_since, fund_manually, is_in_batch, is_due, is_refunding, is_too_large,
      finance_option_code, campaign_finance_signature_date`;
}

const idsOf = ({ ids }: Row): number[] => (ids ?? []).map(Number);

type Funds = { campaigns: number; amount: Cents; paymentDate: Day; payableFrom: Day | null; ids: readonly number[] };
/** Funds with the same facts, and how they are transferred. */
export type OwedGroup = Funds & { transfer: Transfer };
type FlowNumbers = ReadonlyMap<number, string>;

const fundsOf = (all: readonly Funds[]): SomeFunds => ({
  campaigns: all.reduce((sum, { campaigns }) => sum + campaigns, 0),
  amount: all.reduce((sum, { amount }) => sum + amount, 0),
});

function waitingOf(reason: WaitingReason, all: readonly Funds[], flowNumbers: FlowNumbers): WaitingFunds[] {
  if (all.length === 0) return [];
  const days = reason === 'cooling-off' ? all.flatMap(({ payableFrom }) => payableFrom ?? []).toSorted() : [];
  const ids = all.flatMap((funds) => funds.ids).toSorted((a, b) => a - b);
  const agreements = ids.slice(0, mostLinks).map((id) => ({ agreement: id, flowNumber: flowNumbers.get(id) ?? '' }));
  return [{ reason, ...fundsOf(all), payableFrom: days[0] ?? null, agreements }];
}

type Place = { now: Moment; country: Deps['country'] };

const groupsOf = ({ timeZone, schedule }: PaidOrganisation, rows: readonly Row[], place: Place): OwedGroup[] =>
  rows.map((row) => {
    // Only these facts of the balances decide how funds are transferred.
    const books = {
      organisation: row.isTooLarge ? -largestPaymentCents - 1 : -1,
      transit: 0,
      payer: row.isDue ? 1 : 0,
      refunds: row.isRefunding ? -1 : 0,
    };
    const facts = owedFactsOf({ ...row, books }, row.isInBatch, { timeZone, ...place });
    return {
      transfer: transferOf(facts),
      campaigns: row.campaigns,
      amount: centsFromDecimal(row.amount),
      paymentDate: paymentDayFrom(schedule, waitsFrom(row.owedSince, facts)),
      payableFrom: facts.payableFrom,
      ids: idsOf(row),
    };
  });

/** What one organisation is owed: the rows of the database, and the groups by which they are paid. */
export type OwedFunds = { organisation: PaidOrganisation; rows: readonly Row[]; groups: readonly OwedGroup[] };

type Shown = { now: Moment; flowNumbers: FlowNumbers };

function owedTo({ organisation, rows, groups }: OwedFunds, { now, flowNumbers }: Shown): OwedOrganisation {
  const { id, name, timeZone, schedule } = organisation;
  const by = Object.groupBy(groups, ({ transfer }) => transfer);
  const open = by['next-batch'] ?? [];
  const today = dayIn(timeZone, now);
  return {
    tenant: id,
    tenantName: name,
    ...fundsOf(groups),
    oldestDate: rows.map(({ oldestDate }) => oldestDate).toSorted()[0] ?? null,
    batchPaymentSchedule: schedule,
    nextPaymentDate: open.map(({ paymentDate }) => paymentDate).toSorted()[0] ?? null,
    due: fundsOf(open.filter(({ paymentDate }) => paymentDate <= today)),
    toCome: fundsOf(open.filter(({ paymentDate }) => paymentDate > today)),
    inBatch: fundsOf(by['in-batch'] ?? []),
    manual: fundsOf(by.manual ?? []),
    waiting: waitingReasons.flatMap((reason) => waitingOf(reason, by[reason] ?? [], flowNumbers)),
    bankAccount: organisation.shownAccount,
    bankAccountName: organisation.account?.accountName ?? null,
    accountProblem: organisation.problem,
    accountWarning: organisation.warning,
    accountChangesDate: organisation.accountChangesDate,
    isFirstToAccount: organisation.isFirstToAccount,
  };
}

const byAmount = (a: OwedOrganisation, b: OwedOrganisation): number =>
  b.amount - a.amount || (a.tenantName.toLowerCase() < b.tenantName.toLowerCase() ? -1 : 1);

async function flowNumbersOf(db: Database, rows: readonly Row[], country: Deps['country']): Promise<FlowNumbers> {
  const ids = rows.flatMap(idsOf);
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom('agreements')
    .select(['id as agreementId', 'campaignBudgetFundsPurpose'])
    .where('id', 'in', ids)
    .execute();
  return new Map(found.map((each) => [each.agreementId, flowNumberOf(each, country)]));
}

type Settings = Pick<Deps, 'db' | 'clock' | 'country'>;

/** The funds currently owed to one organisation or to each. */
export async function readOwed({ db, clock, country }: Settings, tenantId?: number): Promise<OwedFunds[]> {
  const now = clock.now();
  const { rows } = await owedByFacts(dayIn(country.defaultTimeZone, now), tenantId).execute(db);
  const byTenant = Map.groupBy(rows, (row) => row.tenantId);
  const organisations = await paidOrganisations(db, country, [...byTenant.keys()]);
  return [...organisations.values()].map((organisation) => {
    const own = byTenant.get(organisation.id) ?? [];
    return { organisation, rows: own, groups: groupsOf(organisation, own, { now, country }) };
  });
}

/** The same by the schedule of each organisation, and the total. */
export async function sumOwed(settings: Settings, tenantId?: number) {
  const owed = await readOwed(settings, tenantId);
  const { db, clock, country } = settings;
  const flowNumbers = await flowNumbersOf(
    db,
    owed.flatMap(({ rows }) => rows),
    country,
  );
  const items = owed.map((each) => owedTo(each, { now: clock.now(), flowNumbers })).toSorted(byAmount);
  const sumOf = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  return { items, total: sumOf(items.map(({ amount }) => amount)), due: sumOf(items.map(({ due }) => due.amount)) };
}
