import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { type CampaignNeed, kindsOf, type OptionOrNone } from '@kerb/domain/actions/needs.ts';
import type { StaffRole } from '@kerb/domain/actions/primary-action.ts';
import { daysToPay } from '@kerb/domain/agreements/campaign-dates.ts';
import { loanKeptFrom } from '@kerb/domain/agreements/field-groups.ts';
import { addDays, type Day, dayIn, type Moment } from '@kerb/domain/kernel/dates.ts';
import { payableFrom } from '@kerb/domain/loans/payable-from.ts';
import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import { type AgreementStatus, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { inScope } from '@kerb/server/features/agreements/scope-sql.ts';
import { isInBatchEach } from '@kerb/server/features/batches/owed-campaigns.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type RawBuilder, sql } from 'kysely';

type Condition = RawBuilder<unknown>;

/** Some campaigns of a group: a range of one index, the ones that have waited longest first. */
type Part = { from: Condition; where: readonly Condition[]; id: Condition; urgency: Condition; order: Condition };

export type NeedsAsked = {
  scope: AccessScope;
  now: Moment;
  country: Deps['country'];
  /** Whether our own money has a bank account of its own. */
  hasTwoAccounts: boolean;
};

/** An admin's groups, or a team's. Managers, employees and suppliers differ only in the settlements. */
export const roleAsking = ({ everything }: AccessScope): StaffRole => (everything ? 'admin' : 'manager');

/** As literals: PostgreSQL uses a partial index only for values that it sees when it plans. */
const ranks = (...statuses: readonly AgreementStatus[]) => sql.raw(statuses.map(statusRank).join(', '));

const every: readonly OptionOrNone[] = ['none', 'pn', 'pl', 'pos'];

function isOption(row: 'a' | 'l', option: OptionOrNone): Condition {
  const column = sql.raw(`${row}.finance_option_code`);
  return option === 'none' ? sql`${column} is null` : sql`${column} = ${sql.lit(option)}`;
}

type Kind = ReturnType<typeof kindsOf>[number];
const takesEvery = ({ options }: Kind): boolean => every.every((option) => options.includes(option));

/** A campaign of a kind that the table of actions names. */
const isOfKind = (row: 'a' | 'l', kinds: readonly Kind[]): Condition =>
  sql`(${sql.join(
    kinds.map((kind) => {
      const status = sql`${sql.raw(row)}.status = ${ranks(kind.status)}`;
      if (takesEvery(kind)) return status;
      const options = kind.options.map((option) => isOption(row, option));
      return sql`(${status} and (${sql.join(options, sql` or `)}))`;
    }),
    sql` or `,
  )})`;

/** The campaigns that were created first. */
const byId = (column: 'l.id' | 'b.agreement_id') => {
  const id = sql.raw(column);
  return { id, urgency: id, order: id };
};

/** The campaigns of some kinds by the indexes of the lists: one range for each status and option. */
function listed(kinds: readonly Kind[], where: readonly Condition[]): Part[] {
  const ranges = kinds.flatMap((kind) => {
    const status = sql`l.status = ${ranks(kind.status)}`;
    return takesEvery(kind) ? [[status]] : kind.options.map((option) => [status, isOption('l', option)]);
  });
  return ranges.map((range) => ({
    from: sql`agreement_listings l`,
    where: [...range, ...where],
    ...byId('l.id'),
  }));
}

/** Where the funds of the books `b` are kept, and not on their way. As in the index. */
const isKept = sql`b.organisation < 0 and b.transit >= 0`;
/** Looked up for each campaign: a join would read all campaigns of the range before the first is found. */
const booksAreKept = sql`coalesce((
  select true from campaign_books b where b.agreement_id = a.id and ${isKept} limit 1), false)`;
/** A date as a number of days. The same order as the index of the date. */
const byDay = (column: Condition, later = 0): Condition =>
  sql`(${column} - date '2000-01-01' + ${sql.lit(later)})::bigint`;

/**
 * A date of a loan, at least so many days ago by the country's default time zone. In another zone a loan is found some
 * hours early or late: a join of every organisation would cost more than that is worth.
 */
const isAgo = (column: Condition, days: number, { now, country }: NeedsAsked): Condition =>
  sql`${column} <= ${addDays(dayIn(country.defaultTimeZone, now), -days)}::date`;

/** A variation that every payer has signed moved the due day to after today. */
const isVaried = ({ now, country }: NeedsAsked): Condition => sql`exists (
  select from loan_requests v where v.agreement_id = a.id and v.signed_date is not null
    and v.new_due_date > ${dayIn(country.defaultTimeZone, now)}::date)`;

/** A loan is due some days after its sale ended, and Pay Later at the end of its longest term (`loanDates`). */
function pastDue(kinds: readonly Kind[], asked: NeedsAsked): Part[] {
  const { longestLoanDays } = asked.country;
  const settled = sql`a.property_settlement_date`;
  const withdrawn = sql`a.property_withdrawn_from_sale_date`;
  const start = sql`a.campaign_finance_loan_start_date`;
  const isLive = sql`a.status in (${ranks('executed', 'waiting-settlement')})`;
  const isGone = sql`a.status = ${ranks('withdrawn')}`;
  const hasTerm = isOption('a', 'pl');
  const ranges = [
    { column: settled, days: daysToPay, where: [isLive] },
    { column: start, days: longestLoanDays, where: [isLive, hasTerm] },
    { column: withdrawn, days: daysToPay, where: [isGone] },
    { column: start, days: longestLoanDays, where: [isGone, hasTerm] },
  ];
  return ranges.map(({ column, days, where }) => ({
    from: sql`agreements a`,
    where: [
      ...where,
      isAgo(column, days, asked),
      isOfKind('a', kinds),
      sql`not ${booksAreKept}`,
      sql`not ${isVaried(asked)}`,
    ],
    id: sql`a.id`,
    urgency: byDay(column, days),
    order: column,
  }));
}

const longestDaysToCancel = 31;

/** The last day on which a loan was signed whose borrower can no longer cancel it. */
function lastPayableSignature({ now, country }: NeedsAsked): Day {
  const today = dayIn(country.defaultTimeZone, now);
  const days = Array.from({ length: longestDaysToCancel }, (_, ago) => addDays(today, -ago));
  const isOver = (signed: Day) =>
    (payableFrom({ financeOptionCode: 'pl', campaignFinanceSignatureDate: signed }, country) ?? today) <= today;
  return days.find(isOver) ?? addDays(today, -longestDaysToCancel);
}

function toFund(kinds: readonly Kind[], asked: NeedsAsked): Part[] {
  const isOver = sql`(a.campaign_finance_signature_date is null or ${isOption('a', 'pn')} or ${isOption('a', 'none')}
    or a.campaign_finance_signature_date <= ${lastPayableSignature(asked)}::date)`;
  const where = [
    isKept,
    sql`b.payer <= 0 and b.refunds >= 0 and b.tenant_id <> ${sql.lit(platformTenantId)}`,
    isOfKind('a', kinds),
    isOver,
    sql`not ${isInBatchEach}`,
  ];
  const from = sql`campaign_books b join agreements a on a.id = b.agreement_id`;
  return [{ from, where, ...byId('b.agreement_id') }];
}

const unpaid = sql`coalesce(
  (select b.payment_state from campaign_books b where b.agreement_id = l.id), 'none') in ('none', 'part')`;

const toReturn = (kinds: readonly Kind[]): Part[] => [
  {
    from: sql`campaign_books b join agreement_listings l on l.id = b.agreement_id`,
    where: [sql`b.held < 0`, isOfKind('l', kinds), sql`not (${isKept})`],
    ...byId('b.agreement_id'),
  },
];

const settlements = (kinds: readonly Kind[], asked: NeedsAsked): Part[] => [
  {
    from: sql`agreements a join tenants t on t.id = a.tenant_id`,
    where: [
      inScope(asked.scope, 'a'),
      sql`a.status in (${ranks('executed', 'waiting-settlement')})`,
      isAgo(sql`a.property_settlement_date`, 1, asked),
      isOfKind('a', kinds),
      sql`t.type <> ${sql.lit(loanKeptFrom)}`,
    ],
    id: sql`a.id`,
    urgency: byDay(sql`a.property_settlement_date`),
    order: sql`a.property_settlement_date`,
  },
];

const only = (status: AgreementStatus, kinds: readonly Kind[]) => kinds.filter((kind) => kind.status === status);

/**
 * Each group in SQL. The statuses and options are those of the table of actions; the conditions of money and dates are
 * `isOpen` and `isDue` of its actions. A test compares the groups with the domain.
 */
// biome-ignore format: a table
const groups: Record<CampaignNeed, (kinds: readonly Kind[], asked: NeedsAsked) => Part[]> = {
  pastDue,
  toApprove:   (kinds, { scope }) => listed(kinds, [inScope(scope, 'l')]),
  toFund,
  payments:    (kinds, { scope }) => listed(only('waiting-approval', kinds), [inScope(scope, 'l'), unpaid]),
  toReturn,
  settlements,
  followUps:   (kinds, { scope }) => listed(kinds, [inScope(scope, 'l'), sql`l.action_suggested`]),
  drafts:      (kinds, { scope }) => listed(only('draft', kinds), [inScope(scope, 'l')]),
};

/** The first campaigns of a group: their id, and a number that is smaller the longer they have waited. */
export function needStatement(name: CampaignNeed, asked: NeedsAsked, limit: number): RawBuilder<unknown> {
  const parts = groups[name](kindsOf(name, roleAsking(asked.scope)), asked).map(
    ({ from, where, id, urgency, order }) => sql`(
      select ${id} as id, ${urgency} as urgency from ${from} where ${sql.join([...where], sql` and `)}
      order by ${order} limit ${sql.lit(limit)})`,
  );
  return sql`select id, min(urgency) as urgency from (${sql.join(parts, sql` union all `)}) p group by id`;
}
