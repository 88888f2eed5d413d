import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { type Actor, isOwnRecord, isPayer, type Role } from '@kerb/domain/access/actor.ts';
import type { ActivityCode } from '@kerb/domain/audit/activity.ts';
import type { HistoryItem } from '@kerb/domain/history/history.contract.ts';
import {
  type HistoryEntry,
  type HistoryPayer,
  type HistoryReader,
  historyOf,
} from '@kerb/domain/history/history-of.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import type { OrganisationType } from '@kerb/domain/vocabulary/organisation-types.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import { inScope } from '@kerb/server/features/agreements/scope-sql.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { openValues, type StoredValues } from '@kerb/server/platform/privacy/log-values.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { type RawBuilder, sql } from 'kysely';

const itemsPerPage = 30;
/** Entries that a reader may not see are left out, so more are read than shown; a page reads this number at most. */
const entriesPerRead = 100;
const mostReads = 5;

type Campaign = {
  id: number;
  tenantId: number;
  tenantName: string;
  tenantType: OrganisationType;
  timeZone: string;
};

async function campaignOf(db: Database, scope: AccessScope, id: number): Promise<Campaign> {
  const { rows } = await sql<Campaign>`
    select a.id, a.tenant_id, t.name as tenant_name, t.type as tenant_type, t.default_time_zone as time_zone
    from agreements a join tenants t on t.id = a.tenant_id
    where a.id = ${id} and ${inScope(scope)}`.execute(db);
  const [campaign] = rows;
  if (!campaign) throw notFound('campaign');
  return campaign;
}

type PayerRow = { id: number; userId: number | null; formerUserIds: number[]; firstName: string; surname: string };

/** The payers of the campaign, also by the accounts that they had before their address was changed. */
async function payersOf(db: Database, agreementId: number): Promise<PayerRow[]> {
  const { rows } = await sql<PayerRow>`
    select p.id, p.user_id, p.first_name, p.surname,
      array(select f.user_id from former_payer_users f where f.signatory_id = p.id) as former_user_ids
    from signatories p where p.agreement_id = ${agreementId} order by p.id`.execute(db);
  return rows;
}

/** The payer of an account. Null if two payers have the same account: the log does not say which of them it was. */
function payerOf(payers: readonly PayerRow[], actor: Actor, userId: number | null): HistoryPayer | null {
  if (userId === null) return null;
  const found = payers.filter((payer) => payer.userId === userId || payer.formerUserIds.includes(userId));
  const [payer] = found;
  if (!payer || found.length > 1) return null;
  const isReader = isPayer(actor.role) && !actor.viewedBy && isOwnRecord(actor, payer);
  return { firstName: payer.firstName, displayName: displayName(payer), isReader };
}

type Row = StoredValues & {
  id: number;
  date: Moment;
  activityCode: ActivityCode;
  description: string;
  userId: number | null;
  targetUserId: number | null;
  actorRole: Role | null;
};

/** The newest entries of a campaign before an id, by the index of the log by campaign. */
export const entriesOf = (agreementId: number, before: number | undefined): RawBuilder<Row> => sql<Row>`
  select e.id, e.date, e.activity_code, e.description, e.user_id, e.user_name, e.target_user_id,
    e.log_data::text as log_data, e.sealed_data, e.data_key_id, u.role as actor_role
  from log_entries e left join users u on u.id = e.user_id
  where e.target_agreement_id = ${agreementId} ${before === undefined ? sql`` : sql`and e.id < ${before}`}
  order by e.id desc limit ${sql.lit(entriesPerRead)}`;

const dataOf = (logData: string): object => {
  const data: unknown = JSON.parse(logData);
  return typeof data === 'object' && data !== null ? data : {};
};

const localTimeOf = (date: Moment, zone: string): string =>
  Temporal.Instant.from(date).toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'minute' });

type Reading = Pick<Deps, 'secrets' | 'country'> & { db: Database };
type Asked = { id: number; before?: number | undefined };

/** A page of the history, the newest first: the entries of the log that the reader may see, as sentences. */
export async function readHistory({ db, secrets, country }: Reading, scope: AccessScope, { id, before }: Asked) {
  const campaign = await campaignOf(db, scope, id);
  const payers = await payersOf(db, id);
  const reader: HistoryReader = {
    standing: standingTowards(scope.actor, campaign),
    organisation: { name: campaign.tenantName, type: campaign.tenantType },
    brand: country.brand,
  };
  const itemOf = (row: Omit<Row, 'sealedData' | 'dataKeyId'>): HistoryItem | null => {
    const { activityCode, description, userName, actorRole } = row;
    const byPayer = actorRole !== null && isPayer(actorRole) ? payerOf(payers, scope.actor, row.userId) : null;
    const about = payerOf(payers, scope.actor, row.targetUserId);
    const data = dataOf(row.logData);
    const entry: HistoryEntry = { activityCode, description, data, userName, actorRole, byPayer, about };
    const sentence = historyOf(entry, reader);
    if (!sentence) return null;
    const { amountCents: amount, ...said } = sentence;
    return { id: row.id, date: row.date, localTime: localTimeOf(row.date, campaign.timeZone), ...said, amount };
  };
  const items: HistoryItem[] = [];
  let at = before;
  for (let reads = 0; reads < mostReads; reads += 1) {
    const { rows } = await entriesOf(id, at).execute(db);
    for (const row of await openValues(db, secrets, rows)) {
      const item = itemOf(row);
      if (item && items.length === itemsPerPage) return { items, next: at ?? null };
      if (item) items.push(item);
      at = row.id;
    }
    if (rows.length < entriesPerRead) return { items, next: null };
  }
  return { items, next: at ?? null };
}
