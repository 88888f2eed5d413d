import type { SecurityEvent, SecurityFilter, SecuritySummary } from '@kerb/domain/audit/security.contract.ts';
import {
  alarmMinutes,
  alarmRule,
  type SecurityAlarm,
  securityAlarmNames,
  type Tally,
  type Unusual,
  unusualIn,
} from '@kerb/domain/audit/security-alarms.ts';
import { securityPeriods } from '@kerb/domain/audit/security-events.ts';
import { addMinutes, type Moment } from '@kerb/domain/kernel/dates.ts';
import { marksOfAddress, peopleOf } from '@kerb/server/features/audit/known-accounts.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type RawBuilder, sql } from 'kysely';

type Looked = Pick<Deps, 'db' | 'secrets' | 'country'>;
type Condition = RawBuilder<unknown>;

const mostPerPage = 100;
const mostNamed = 10;
const mostUnusual = 50;

/** The hash of an account as text, as `secrets.derive` writes it. */
const mark = sql<string | null>`translate(rtrim(encode(e.account_hash, 'base64'), '='), '+/', '-_')`;
const bytesOf = (account: string) => Buffer.from(account, 'base64url');

const sinceOf = ({ period }: SecurityFilter): Moment => addMinutes(realNow(), -60 * securityPeriods[period].hours);

/** Each condition has an index that begins with its column and goes on with the date. */
export async function conditionOf(deps: Looked, filter: SecurityFilter): Promise<Condition> {
  const { kind, network, account, emailAddress } = filter;
  const conditions: Condition[] = [sql`e.date > ${sinceOf(filter)}`];
  if (kind) conditions.push(sql`e.kind = ${kind}`);
  if (network) conditions.push(sql`e.network = ${network}`);
  if (account) conditions.push(sql`e.account_hash = ${bytesOf(account)}`);
  if (emailAddress) {
    const marks = await marksOfAddress(deps, emailAddress);
    conditions.push(sql`e.account_hash in (${sql.join(marks.map(bytesOf))})`);
  }
  return sql.join(conditions, sql` and `);
}

type Row = Omit<SecurityEvent, 'person'>;

/** A page goes on after an event and not after a number of events, because new ones are added at the top. */
export async function listEvents(
  deps: Looked,
  { before, perPage, ...filter }: SecurityFilter & { before?: number | undefined; perPage: number },
): Promise<{ items: SecurityEvent[]; isMore: boolean }> {
  const limit = Math.min(perPage, mostPerPage);
  const after =
    before === undefined
      ? sql``
      : sql`and (e.date, e.id) < (select b.date, b.id from security_events b where b.id = ${before})`;
  const { rows } = await sql<Row>`
    select e.id, e.date, e.kind, ${mark} as account, e.network, e.means, e.route, e.status, e.request_id, e.count,
      e.detail
    from security_events e where ${await conditionOf(deps, filter)} ${after}
    order by e.date desc, e.id desc limit ${limit + 1}`.execute(deps.db);
  const shown = rows.slice(0, limit);
  const people = await peopleOf(
    deps,
    shown.map(({ account }) => account),
  );
  const items = shown.map((row) => ({ ...row, person: people.get(row.account ?? '') ?? null }));
  return { items, isMore: rows.length > limit };
}

const countedBy = {
  events: sql<number>`sum(e.count)`,
  networks: sql<number>`count(distinct e.network)`,
  accounts: sql<number>`count(distinct e.account_hash)`,
} as const;

/**
 * Events by account or network in windows of fifteen minutes. A window begins every five minutes, so that a burst is
 * not missed because it is half in one window and half in the next.
 */
async function talliesOf(db: Database | Tx, alarm: SecurityAlarm, condition: Condition): Promise<Tally[]> {
  const { kinds, of, counts, atLeast } = alarmRule(alarm);
  const subject = of === 'account' ? mark : sql<string>`e.network`;
  const { rows } = await sql<Tally>`
    select ${subject} as subject, w.start, ${countedBy.events} as events, ${countedBy.networks} as networks,
      ${countedBy.accounts} as accounts
    from security_events e
    cross join generate_series(0, ${alarmMinutes - 5}::integer, 5) shift
    cross join lateral (
      select date_bin(make_interval(mins => ${alarmMinutes}::integer), e.date,
        timestamptz '2000-01-01 00:00Z' + make_interval(mins => shift)) as start) w
    where e.kind = any(${[...kinds]}::text[]) and ${subject} is not null and ${condition}
    group by 1, 2 having ${countedBy[counts]} >= ${atLeast}`.execute(db);
  return rows;
}

/** The alarms among the events that a condition finds, the latest first. */
export async function unusualAmong(db: Database | Tx, condition: Condition): Promise<Unusual[]> {
  const found: Unusual[] = [];
  for (const alarm of securityAlarmNames) found.push(...unusualIn(alarm, await talliesOf(db, alarm, condition)));
  return found.toSorted((a, b) => (a.start < b.start ? 1 : -1)).slice(0, mostUnusual);
}

/** The counts of the events that a filter finds, and their alarms. */
export async function summaryOf(deps: Looked, filter: SecurityFilter): Promise<SecuritySummary> {
  const { db, country } = deps;
  const condition = await conditionOf(deps, filter);
  const { rows: byDay } = await sql<SecuritySummary['byDay'][number]>`
    select to_char(e.date at time zone ${country.defaultTimeZone}, 'YYYY-MM-DD') as day, e.kind, sum(e.count) as count
    from security_events e where ${condition} group by 1, 2 order by 1 desc, 3 desc, 2`.execute(db);
  const { rows: networks } = await sql<{ network: string; count: number }>`
    select e.network, sum(e.count) as count from security_events e where e.network is not null and ${condition}
    group by 1 order by 2 desc, 1 limit ${mostNamed}`.execute(db);
  const { rows: accounts } = await sql<{ account: string; count: number }>`
    select ${mark} as account, sum(e.count) as count from security_events e
    where e.account_hash is not null and ${condition} group by 1 order by 2 desc, 1 limit ${mostNamed}`.execute(db);
  const unusual = await unusualAmong(db, condition);
  const isOfAccount = ({ alarm }: Unusual) => alarmRule(alarm).of === 'account';
  const marks = [...accounts.map(({ account }) => account), ...unusual.filter(isOfAccount).map((one) => one.subject)];
  const people = await peopleOf(deps, marks);
  const personOf = (account: string | null) => people.get(account ?? '') ?? null;
  return {
    total: byDay.reduce((sum, { count }) => sum + count, 0),
    byDay,
    networks,
    accounts: accounts.map((each) => ({ ...each, person: personOf(each.account) })),
    unusual: unusual.map(({ subject, ...each }) => {
      const account = isOfAccount({ subject, ...each }) ? subject : null;
      return { ...each, account, network: account === null ? subject : null, person: personOf(account) };
    }),
  };
}
