import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { type Day, dayIn, type Moment } from '@kerb/domain/kernel/dates.ts';
import { endedRanks } from '@kerb/domain/payers/retention.ts';
import { decideErasure, type ErasureFacts, keptUntil } from '@kerb/domain/privacy/erasure.ts';
import type { DuePayer, Erasure } from '@kerb/domain/privacy/privacy.contract.ts';
import type { ActKind } from '@kerb/domain/second-person/acts.ts';
import { statusOfRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { type RawBuilder, sql } from 'kysely';

type Row = {
  id: number;
  agreementId: number;
  userId: number;
  tenantId: number;
  organisation: string;
  timeZone: string;
  payerName: string;
  surname: string;
  emailAddress: string;
  campaignBudgetFundsPurpose: FundsPurpose;
  rank: number;
  statusLastUpdate: Moment;
  hasApplied: boolean;
  hasSigned: boolean;
  hasPaid: boolean;
  wasIdentified: boolean;
  erasedDate: Moment | null;
  confirmedDate: Moment | null;
};

/** A payer with what decides about the erasure of their data. */
export type Erasable = Row & { facts: ErasureFacts; flowNumber: string };

const selectPayers = (rest: RawBuilder<unknown>) => sql<Row>`
  select p.id, p.agreement_id, p.user_id, a.tenant_id, t.name as organisation, t.default_time_zone as time_zone,
    concat(p.first_name, ' ', p.surname) as payer_name, p.surname, p.email_address, a.campaign_budget_funds_purpose, a.status as rank,
    coalesce(a.status_last_update, a.last_update_date) as status_last_update,
    p.submitted_date is not null as has_applied,
    exists (select from signatures s where s.agreement_id = a.id and s.signatory_id = p.id) as has_signed,
    exists (select from payments y where y.agreement_id = a.id and y.status <> 'declined') as has_paid,
    exists (select from identity_checks c where c.signatory_id = p.id and c.check_date is not null) as was_identified,
    p.erased_date, e.confirmed_date
  from signatories p
  join agreements a on a.id = p.agreement_id
  join tenants t on t.id = a.tenant_id
  left join erasures e on e.signatory_id = p.id and e.refused_because is null
  ${rest}`;

const erasableOf = (row: Row, country: CountryRules): Erasable => ({
  ...row,
  flowNumber: flowNumber({ ...row, id: row.agreementId }, country.code),
  facts: {
    status: statusOfRank(row.rank),
    statusDay: dayIn(row.timeZone, row.statusLastUpdate),
    hasApplied: row.hasApplied,
    hasSigned: row.hasSigned,
    hasPaid: row.hasPaid,
    wasIdentified: row.wasIdentified,
    isErased: row.erasedDate !== null,
  },
});

/** The payer, or a 404. */
export async function erasableById(db: Database | Tx, country: CountryRules, id: number): Promise<Erasable> {
  const { rows } = await selectPayers(sql`where p.id = ${id}`).execute(db);
  if (!rows[0]) throw notFound('payer');
  return erasableOf(rows[0], country);
}

export const todayOf = ({ timeZone }: Erasable, now: Moment): Day => dayIn(timeZone, now);

/**
 * The payers whose data the law no longer keeps, the oldest first. A campaign that ended long enough ago by UTC may
 * not have ended so long ago by the organisation's day: the rule of the domain decides.
 */
export async function duePayers(
  db: Database | Tx,
  country: CountryRules,
  now: Moment,
  most: number,
): Promise<Erasable[]> {
  // Written out, because the index has only ended campaigns.
  const hasEnded = sql.join(endedRanks.map((rank) => sql.lit(rank)));
  const years = sql`make_interval(years => ${sql.lit(country.retentionYears)})`;
  const { rows } = await selectPayers(sql`
    where a.status in (${hasEnded}) and p.erased_date is null and e.id is null
      and a.status_last_update < ${now}::timestamptz - ${years} + interval '1 day'
    order by a.status_last_update, p.id limit ${most}`).execute(db);
  return rows
    .map((row) => erasableOf(row, country))
    .filter((payer) => {
      const until = keptUntil({ ...payer.facts, hasApplied: true }, country);
      return until !== null && until <= todayOf(payer, now);
    });
}

export const duePayerView = (payer: Erasable, country: CountryRules): DuePayer => ({
  id: payer.id,
  href: `/v1/signatories/${payer.id}`,
  flowNumber: payer.flowNumber,
  organisation: payer.organisation,
  endedDay: payer.facts.statusDay,
  keptUntil: keptUntil({ ...payer.facts, hasApplied: true }, country) ?? payer.facts.statusDay,
});

/** The open request of this kind, or null. */
export async function openAct(db: Database | Tx, kind: ActKind, subjectId: number): Promise<Erasure['pendingAct']> {
  const { rows } = await sql<NonNullable<Erasure['pendingAct']>>`
    select p.id, p.asked_date, concat(a.first_name, ' ', a.surname) as asked_by_name
    from pending_acts p join users a on a.id = p.asked_by_user_id
    where p.outcome is null and p.kind = ${kind} and p.subject_id = ${subjectId}`.execute(db);
  return rows[0] ?? null;
}

export async function erasureView(db: Database | Tx, country: CountryRules, now: Moment, id: number): Promise<Erasure> {
  const payer = await erasableById(db, country, id);
  const verdict = decideErasure(payer.facts, country, todayOf(payer, now));
  return {
    refusal: verdict.ok ? null : verdict.because,
    keptUntil: keptUntil(payer.facts, country),
    pendingAct: await openAct(db, 'erase-payer', id),
    confirmedDate: payer.confirmedDate,
    erasedDate: payer.erasedDate,
  };
}
