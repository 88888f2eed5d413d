import { type Day, dayIn } from '@kerb/domain/kernel/dates.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { lockAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { bringLoanInLine } from '@kerb/server/features/loan-books/bring-loan-in-line.ts';
import { wholeScope } from '@kerb/server/features/payments/payments.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { endsRun, forEachRow, rowsDone } from '@kerb/server/platform/jobs/for-each-row.ts';
import { byTheProduct, inTransaction, type Work } from '@kerb/server/platform/work.ts';
import { type RawBuilder, sql } from 'kysely';

/** A time zone and its current day. */
type Zone = { zone: string; today: Day };

async function zonesOf({ db, clock }: Deps): Promise<Zone[]> {
  const zones = await db.selectFrom('tenants').select('defaultTimeZone').distinct().execute();
  return zones.map(({ defaultTimeZone: zone }) => ({ zone, today: dayIn(zone, clock.now()) }));
}

const lotSize = 2_000;
/** After a long time without a server, a lot takes this many days of each loan. */
const mostDays = 31;

// Literals, not parameters, so that the partial index matches.
const charged = sql.raw(
  (['signed', 'executed', 'withdrawn', 'waiting-settlement'] as const).map(statusRank).join(', '),
);

/** Drawn loans that have no account yet: those of before the ledger had them, and those whose drawdown is today. */
export const unopenedStatement = ({ zone, today }: Zone, after: number, most: number) => sql<{ id: number }>`
  select a.id from agreements a join tenants t on t.id = a.tenant_id
  where a.campaign_finance_drawdown_date is not null and a.status in (${charged})
    and a.campaign_finance_drawdown_date <= ${today} and t.default_time_zone = ${zone} and a.id > ${after}
    and not exists (select from loan_accounts l where l.agreement_id = a.id)
  order by a.id limit ${most}`;

async function openLoan(work: Work, id: number): Promise<void> {
  const agreement = await lockAgreement(work.tx, wholeScope, id);
  if (!agreement || !(await bringLoanInLine(work, id))) return;
  await record(work, {
    activityCode: 'campaign_update',
    description: 'Fees and interest of the loan posted to the ledger',
    agreementId: id,
    tenantId: agreement.tenantId,
  });
}

const nameOf = ({ id }: { id: number }) => ({ kind: 'loan', id });

async function openLoans(deps: Deps, zone: Zone): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await unopenedStatement(zone, after, lotSize).execute(deps.db);
    await forEachRow(deps, rows, nameOf, ({ id }) => inTransaction(deps, byTheProduct, (work) => openLoan(work, id)));
    const last = rows.at(-1);
    if (!last || rows.length < lotSize) return;
    after = last.id;
  }
}

/** The next loans with days to post. */
const dueLot = ({ zone, today }: Zone, after: number, most: number) => sql<{ id: number }>`
  select l.agreement_id as id
  from loan_accounts l join agreements a on a.id = l.agreement_id join tenants t on t.id = a.tenant_id
  where l.is_open and l.accrued_until < ${today} and l.agreement_id > ${after} and t.default_time_zone = ${zone}
  order by l.agreement_id limit ${most}`;

/**
 * Locks the next loans with days to post. The campaigns are locked first, as by every other change of them. A campaign
 * that somebody else has locked is left out, and its turn comes later.
 */
export const lockLot = (zone: Zone, after: number, most: number) => sql<{ id: number }>`
  ${dueLot(zone, after, most)} for no key update of a skip locked`;

/** The whole cents of the exact interest, rounded half up: `centsOfParts` of the domain. */
export const centsOf = (parts: RawBuilder<unknown>) => sql`div((${parts}) * 2 + 3650000, 7300000)`;
/** The exact interest of a loan up to the beginning of a day. */
const partsUntil = (day: RawBuilder<unknown>) => sql`lot.interest_parts
  + lot.parts_a_day * greatest(0, ${day} - greatest(lot.charged_from, lot.accrued_until))`;

/**
 * Posts the interest of locked loans, one posting for each loan and day, in one statement. The interest of a day is the
 * whole cents by which the exact sum of all days grows, so the days add up to the agreement's formula. The principal of
 * these days is today's: a change of the principal brings the days before it in line itself.
 */
export const accrualStatement = (ids: readonly number[], { today }: Zone, now: string) => sql`
  with lot as materialized (
    select l.agreement_id as id, l.charged_from, l.accrued_until, l.interest_parts,
      least(${today}::date, l.accrued_until + ${mostDays}::integer) as until,
      (b.agreed + b.loans) * 100 * l.rate_basis_points as parts_a_day
    from loan_accounts l join campaign_books b on b.agreement_id = l.agreement_id
    where l.agreement_id = any(${ids}::bigint[]) and l.is_open and l.accrued_until < ${today}),
  days as materialized (
    select lot.id, d.day::date as day,
      ${centsOf(partsUntil(sql`(d.day::date + 1)`))} - ${centsOf(partsUntil(sql`d.day::date`))} as cents
    from lot cross join lateral generate_series(lot.accrued_until, lot.until - 1, interval '1 day') d (day)),
  made as (
    insert into ledger_transactions (agreement_id, event, key, date, day)
    select id, 'interest', 'interest:' || id || ':' || day, ${now}, day from days where cents > 0 order by id, day
    returning id, agreement_id, day),
  entered as (
    insert into ledger_entries (transaction_id, account, amount)
    select m.id, x.account, x.amount from made m join days d on d.id = m.agreement_id and d.day = m.day
    cross join lateral (values ('accrued', d.cents / 100), ('interest', -d.cents / 100)) x (account, amount)
    order by m.id)
  update loan_accounts l set accrued_until = lot.until, interest_parts = ${partsUntil(sql`lot.until`)},
    interest = l.interest + (${centsOf(partsUntil(sql`lot.until`))} - ${centsOf(sql`lot.interest_parts`)}) / 100
  from lot where l.agreement_id = lot.id`;

/** Returns whether a loan has moved on. */
async function postDays({ tx, now }: Pick<Work, 'tx' | 'now'>, zone: Zone, ids: readonly number[]): Promise<boolean> {
  const { numAffectedRows = 0n } = await accrualStatement(ids, zone, now).execute(tx);
  return numAffectedRows > 0n;
}

type Lot = { ids: readonly number[]; isAnyPosted: boolean };

/** Posts the days of one lot, all or none. */
const postLot = (deps: Deps, zone: Zone, after: number): Promise<Lot> =>
  inTransaction(deps, byTheProduct, async ({ tx, now }) => {
    const { rows } = await lockLot(zone, after, lotSize).execute(tx);
    const ids = rows.map(({ id }) => id);
    // A second statement, which sees the loans as they are once they are locked.
    return { ids, isAnyPosted: ids.length > 0 && (await postDays({ tx, now }, zone, ids)) };
  });

/** After a lot that failed: each of its loans for itself, so that one of them does not stop the others. */
async function postOneByOne(deps: Deps, zone: Zone, after: number): Promise<Lot> {
  const { rows } = await dueLot(zone, after, lotSize).execute(deps.db);
  let isAnyPosted = false;
  const post = async (id: number) => {
    await inTransaction(deps, byTheProduct, async ({ tx, now }) => {
      await sql`select from agreements where id = ${id} for no key update`.execute(tx);
      isAnyPosted = (await postDays({ tx, now }, zone, [id])) || isAnyPosted;
    });
  };
  await forEachRow(deps, rows, nameOf, ({ id }) => post(id));
  return { ids: rows.map(({ id }) => id), isAnyPosted };
}

async function postLotOrEach(deps: Deps, zone: Zone, after: number): Promise<Lot> {
  try {
    const lot = await postLot(deps, zone, after);
    await rowsDone(deps, 'loan', lot.ids);
    return lot;
  } catch (error) {
    if (endsRun(error)) throw error;
    deps.log.warn({ err: error }, 'a lot of loans failed; each of its loans is processed for itself');
    return postOneByOne(deps, zone, after);
  }
}

/** One pass over the open accounts of a zone. Returns whether any day was posted: then there may be more. */
async function pass(deps: Deps, zone: Zone): Promise<boolean> {
  let isAny = false;
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after;
    const lot = await postLotOrEach(deps, zone, from);
    isAny ||= lot.isAnyPosted;
    after = lot.ids.at(-1) ?? null;
  }
  return isAny;
}

/**
 * Posts the interest of every day that has ended, for every drawn loan. However often and on however many servers it
 * runs, a loan has each day once: its account says which day is next, and the key of the posting is unique.
 */
export async function accrueInterest(deps: Deps): Promise<void> {
  for (const zone of await zonesOf(deps)) {
    await openLoans(deps, zone);
    while (await pass(deps, zone));
  }
}
