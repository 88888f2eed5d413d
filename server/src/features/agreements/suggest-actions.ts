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
import { byTheProduct, inTransaction, type Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

const batchSize = 100;

/** Where people are at work now: nobody finds a flag that was set in their night, looking a day old. */
async function zonesAtWork({ db, clock }: Deps): Promise<string[]> {
  const zones = await db.selectFrom('tenants').select('defaultTimeZone').distinct().execute();
  return zones.map((zone) => zone.defaultTimeZone).filter((zone) => isWorkingHour(zone, clock.now()));
}

/** The last referral of a batch, in the order of their sending, to the microsecond. */
type Place = { sentDate: string; id: number };
const beginning: Place = { sentDate: '-infinity', id: 0 };

const linksSentDate = sql`
  greatest(a.sent_date, (select max(p.sent_date) from signatories p where p.agreement_id = a.id))`;

/**
 * The next referrals that may be due. One that somebody else holds is left to them: either they change it, or the next
 * run finds it.
 */
export const pendingStatement = (zones: readonly string[], after: Place, now: Moment) => sql<Place>`
  select a.id, a.sent_date::text from agreements a join tenants t on t.id = a.tenant_id
  where a.status = ${sql.lit(statusRank(pendingStatus))} and not a.action_suggested
    and a.sent_date <= ${longEnoughAgo(now)} and t.default_time_zone = any(${zones}::text[])
    and (a.sent_date, a.id) > (${after.sentDate}::timestamptz, ${after.id}::bigint)
    and (a.action_suggested_last_update is null or a.action_suggested_last_update < ${linksSentDate})
  order by a.sent_date, a.id limit ${batchSize} for update of a skip locked`;

type Held = Omit<Referral, 'status'> & { id: number; tenantId: number; status: number };

/** Read once they are held: links sent anew a moment earlier are then seen. */
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

/** Flags those of the next batch that are due, all or none. Returns where the batch ended; null after the last one. */
async function flagBatch(work: Work, zones: readonly string[], after: Place): Promise<Place | null> {
  const { rows: places } = await pendingStatement(zones, after, work.now).execute(work.tx);
  const held = await readHeld(work, places);
  const due = held.filter((row) => isActionDue({ ...row, status: statusOfRank(row.status) }, work.now));
  if (due.length > 0) await flag(work, due);
  return places.length < batchSize ? null : places.at(-1)!;
}

/** Flags the pending referrals whose payment links have been out for a week, where it is daytime. */
export async function suggestActions(deps: Deps): Promise<void> {
  const zones = await zonesAtWork(deps);
  let place: Place | null = zones.length > 0 ? beginning : null;
  while (place) {
    const after: Place = place;
    place = await inTransaction(deps, byTheProduct, (work) => flagBatch(work, zones, after));
  }
}
