import type { OwedOrganisation, SomeFunds } from '@kerb/domain/batches/batches.contract.ts';
import { transferOf } from '@kerb/domain/batches/owed.ts';
import { type Day, dayIn, type Moment } from '@kerb/domain/kernel/dates.ts';
import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { paymentDayFrom } from '@kerb/domain/organisations/payment-schedule.ts';
import { isInBatch, isOwed, owedAmount, owedSince } from '@kerb/server/features/batches/owed-campaigns.ts';
import { type PaidOrganisation, paidOrganisations } from '@kerb/server/features/batches/paid-organisations.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type RawBuilder, sql } from 'kysely';

/** The funds that became owed to an organisation on one day of its time zone. */
type Row = {
  tenantId: number;
  owedSince: Day | null;
  fundManually: boolean;
  isInBatch: boolean;
  campaigns: number;
  amount: string;
  oldestDate: Moment | null;
};

export const owedByDay = (): RawBuilder<Row> => sql<Row>`
  select tenant_id, owed_since, fund_manually, is_in_batch, count(*) as campaigns, sum(amount) as amount,
    min(status_last_update) as oldest_date
  from (
    select a.tenant_id, ${owedSince} as owed_since, a.fund_manually, ${isInBatch} as is_in_batch,
      ${owedAmount} as amount, a.status_last_update
    from agreements a join tenants t on t.id = a.tenant_id
    where ${isOwed()}
  ) o group by tenant_id, owed_since, fund_manually, is_in_batch`;

type OwedDay = Omit<Row, 'amount'> & { amount: number; paymentDate: Day };

function fundsOf(days: readonly OwedDay[]): SomeFunds {
  return days.reduce(
    (sum, { campaigns, amount }) => ({ campaigns: sum.campaigns + campaigns, amount: sum.amount + amount }),
    { campaigns: 0, amount: 0 },
  );
}

function owedTo(organisation: PaidOrganisation, rows: readonly Row[], now: Moment): OwedOrganisation {
  const { id, name, timeZone, schedule } = organisation;
  const today = dayIn(timeZone, now);
  const days = rows.map((row) => ({
    ...row,
    amount: centsFromDecimal(row.amount),
    paymentDate: paymentDayFrom(schedule, row.owedSince ?? today),
  }));
  const { 'next-batch': open = [], 'in-batch': inBatch = [], manual = [] } = Object.groupBy(days, transferOf);
  const dates = rows.flatMap(({ oldestDate }) => oldestDate ?? []);
  return {
    tenant: id,
    tenantName: name,
    ...fundsOf(days),
    oldestDate: dates.toSorted()[0] ?? null,
    batchPaymentSchedule: schedule,
    nextPaymentDate: open.map(({ paymentDate }) => paymentDate).toSorted()[0] ?? null,
    due: fundsOf(open.filter(({ paymentDate }) => paymentDate <= today)),
    toCome: fundsOf(open.filter(({ paymentDate }) => paymentDate > today)),
    inBatch: fundsOf(inBatch),
    manual: fundsOf(manual),
    bankAccount: organisation.shownAccount,
    bankAccountName: organisation.account?.accountName ?? null,
    accountProblem: organisation.problem,
    accountWarning: organisation.warning,
    isFirstToAccount: organisation.isFirstToAccount,
  };
}

const byAmount = (a: OwedOrganisation, b: OwedOrganisation): number =>
  b.amount - a.amount || (a.tenantName.toLowerCase() < b.tenantName.toLowerCase() ? -1 : 1);

/** The funds currently owed to each organisation, by its schedule, and the total. */
export async function sumOwed({ db, clock, country }: Pick<Deps, 'db' | 'clock' | 'country'>) {
  const { rows } = await owedByDay().execute(db);
  const byTenant = Map.groupBy(rows, ({ tenantId }) => tenantId);
  const organisations = await paidOrganisations(db, country, [...byTenant.keys()]);
  const now = clock.now();
  const items = [...organisations.values()]
    .map((organisation) => owedTo(organisation, byTenant.get(organisation.id) ?? [], now))
    .toSorted(byAmount);
  const sumOf = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  return { items, total: sumOf(items.map(({ amount }) => amount)), due: sumOf(items.map(({ due }) => due.amount)) };
}
