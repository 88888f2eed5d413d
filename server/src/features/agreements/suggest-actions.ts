import {
  isActionDue,
  isWorkingHour,
  longEnoughAgo,
  pendingStatus,
  type Referral,
} from '@kerb/domain/agreements/action-suggested.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { statusOfRank, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { movedOn } from '@kerb/server/features/agreements/agreements.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { forEachRow, rowsDone } from '@kerb/server/platform/jobs/for-each-row.ts';
import { byTheProduct, inTransaction, type Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

const batchSize = 100;

/** The time zones where it is working time now. A flag set at night would look a day old in the morning. */
async function zonesAtWork({ db, clock }: Deps): Promise<string[]> {
  const zones = await db.selectFrom('tenants').select('defaultTimeZone').distinct().execute();
  return zones.map((zone) => zone.defaultTimeZone).filter((zone) => isWorkingHour(zone, clock.now()));
}

/** The last referral of a batch, in the order of sending, to the microsecond. */
type Place = { sentDate: string; id: number };
const beginning: Place = { sentDate: '-infinity', id: 0 };

const linksSentDate = sql`
  greatest(a.sent_date, (select max(p.sent_date) from signatories p where p.agreement_id = a.id))`;

/**
 * The next referrals that may be due. Locked ones are skipped: the holder of the lock changes them, or the next run
 * finds them.
 */
export const pendingStatement = (zones: readonly string[], after: Place, now: Moment) => sql<Place>`
  select a.id, a.sent_date::text from agreements a join tenants t on t.id = a.tenant_id
  where a.status = ${sql.lit(statusRank(pendingStatus))} and not a.action_suggested
    and a.sent_date <= ${longEnoughAgo(now)} and t.default_time_zone = any(${zones}::text[])
    and (a.sent_date, a.id) > (${after.sentDate}::timestamptz, ${after.id}::bigint)
    and (a.action_suggested_last_update is null or a.action_suggested_last_update < ${linksSentDate})
  order by a.sent_date, a.id limit ${batchSize} for update of a skip locked`;

type Held = Omit<Referral, 'status'> & { id: number; tenantId: number; status: number };

/** Read after locking, so that links sent a moment earlier are seen. */
async function readHeld({ tx }: Work, places: readonly Place[]): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select a.id, a.tenant_id, a.status, a.action_suggested, a.action_suggested_last_update,
      ${linksSentDate} as links_sent_date
    from agreements a where a.id = any(${places.map(({ id }) => id)}::bigint[]) order by a.id`.execute(tx);
  return rows;
}

async function flag(work: Work, due: readonly Held[]): Promise<void> {
  const { version, groupVersions } = movedOn(['flag', 'product']);
  await sql`
    update agreements set action_suggested = true, action_suggested_last_update = ${work.now},
      last_update_date = ${work.now}, version = ${version}, group_versions = ${groupVersions}
    where id = any(${due.map(({ id }) => id)}::bigint[])`.execute(work.tx);
  for (const { id, tenantId } of due) {
    await record(work, {
      activityCode: 'campaign_update',
      agreementId: id,
      tenantId,
      data: { actionSuggested: { before: false, after: true } },
    });
  }
}

const endOf = (places: readonly Place[]): Place | null => (places.length < batchSize ? null : (places.at(-1) ?? null));

/** Flags those of locked referrals that are due. */
async function flagDue(work: Work, places: readonly Place[]): Promise<void> {
  const held = await readHeld(work, places);
  const due = held.filter((row) => isActionDue({ ...row, status: statusOfRank(row.status) }, work.now));
  if (due.length > 0) await flag(work, due);
}

/** Flags the due referrals of the next batch, all or none. Returns where the batch ended; null after the last batch. */
async function flagBatch(deps: Deps, zones: readonly string[], after: Place): Promise<Place | null> {
  const places = await inTransaction(deps, byTheProduct, async (work) => {
    const { rows } = await pendingStatement(zones, after, work.now).execute(work.tx);
    await flagDue(work, rows);
    return rows;
  });
  const ids = places.map(({ id }) => id);
  await rowsDone(deps, 'campaign', ids);
  return endOf(places);
}

/** After a batch that failed: each of its referrals for itself, so that one of them does not stop the others. */
async function flagOneByOne(deps: Deps, zones: readonly string[], after: Place): Promise<Place | null> {
  const { rows: places } = await pendingStatement(zones, after, deps.clock.now()).execute(deps.db);
  await forEachRow(
    deps,
    places,
    ({ id }) => ({ kind: 'campaign', id }),
    (place) =>
      inTransaction(deps, byTheProduct, async (work) => {
        await sql`select from agreements where id = ${place.id} for update`.execute(work.tx);
        await flagDue(work, [place]);
      }),
  );
  return endOf(places);
}

/** Flags the pending referrals whose payment links were sent a week ago, in time zones where it is daytime. */
export async function suggestActions(deps: Deps): Promise<void> {
  const zones = await zonesAtWork(deps);
  let place: Place | null = zones.length > 0 ? beginning : null;
  while (place) {
    const after: Place = place;
    place = await flagBatch(deps, zones, after).catch((error) => {
      deps.log.warn({ err: error }, 'a batch failed; each of its campaigns is processed for itself');
      return flagOneByOne(deps, zones, after);
    });
  }
}
